import { expect, test } from 'vitest'
import { createHandler, statusInLog, withoutToken } from './handler.server.ts'

const handle = createHandler({
  screens: async () => new Response('taken'),
  publicUrl: () => 'http://localhost',
  isReady: async () => 'ready',
  hasRoom: async () => true,
  spare: async () => null,
})

async function sendTo(path: string, megabytes: number): Promise<number> {
  const headers = {
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': String(megabytes * 1024 * 1024),
    'sec-fetch-site': 'same-origin',
  }
  const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body: '--x--' })
  return (await handle(request, { address: '192.0.2.1', family: 'IPv4', port: 1 })).status
}

test.each([
  '/verify',
  '/en/verify',
  '/verify/00ff',
  '/dashboard/contracts/1/signature',
  '/dashboard/documents/licence',
])('a paper of ten megabytes may be sent to %s, and no more', async (path) => {
  expect([await sendTo(path, 10), await sendTo(path, 12)]).toEqual([200, 413])
})

test.each(['/contact/message', '/login', '/verifying', '/admin/users'])(
  'a form of more than a megabyte is refused at %s',
  async (path) => {
    expect([await sendTo(path, 1), await sendTo(path, 2)]).toEqual([200, 413])
  },
)

test('whoever went away before there was an answer is no defect in the log', () => {
  expect([statusInLog(500, true), statusInLog(500, false), statusInLog(200, true)]).toEqual([499, 500, 200])
})

test.each(['/sign/abc', '/SIGN/abc', '/%73ign/abc', '/en//sign/abc', '/sign/abc/'])(
  'whoever reads the log has no token of a personal link: %s',
  (path) => expect(withoutToken(path)).toMatch(/^(\/en)?\/sign\/…$/),
)
