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

test('a browser whose files are too large gets a page with the limit and the way back; a script gets one sentence', async () => {
  const ask = async (headers: Record<string, string>) => {
    const request = new Request('http://localhost/en/verify?from=1', {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(12 * 1024 * 1024),
        'sec-fetch-site': 'same-origin',
      },
      body: '--x--',
    })
    const answer = await handle(request, { address: '192.0.2.1', family: 'IPv4', port: 1 })
    return { status: answer.status, text: await answer.text() }
  }
  const sentence =
    'What you sent is larger than 10 MB in all. Take the photos at a lower quality, split the PDF, or send fewer files at a time.'
  expect(await ask({ accept: '*/*' })).toEqual({ status: 413, text: sentence })
  const page = await ask({ accept: 'text/html,*/*', referer: 'http://localhost/en/verify/00ff' })
  expect(page.status).toBe(413)
  expect(page.text).toContain(`<p>${sentence}</p><a class="go" href="/en/verify/00ff">`)
  expect((await ask({ accept: 'text/html' })).text).toContain('<a class="go" href="/en/verify?from=1">')
})

test('what was typed beside files that are too large comes back, and may be sent without them', async () => {
  const parts = [
    ['name="words"', 'Bati "ontem" & hoje'],
    ['name="files[]"; filename="frente.jpg"', 'x'],
    ['name="files[]"; filename="lado.jpg"', 'y'],
  ]
  const body = parts.map(([of, value]) => `--x\r\nContent-Disposition: form-data; ${of}\r\n\r\n${value}\r\n`).join('')
  const send = async (path: string, megabytes: number) => {
    const headers = {
      accept: 'text/html',
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': String(megabytes * 1024 * 1024),
      'sec-fetch-site': 'same-origin',
    }
    const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body: `${body}--x--\r\n` })
    const answer = await handle(request, { address: '192.0.2.1', family: 'IPv4', port: 1 })
    expect(answer.status).toBe(413)
    return answer.text()
  }
  const page = await send('/dashboard/help/new?about=car', 18)
  expect(page).toContain('<form method="post" action="/dashboard/help/new?about=car" enctype="multipart/form-data">')
  expect(page).toContain('<input type="hidden" name="words" value="Bati &quot;ontem&quot; &amp; hoje">')
  expect(page).toContain('frente.jpg, lado.jpg<input type="file" name="files[]" multiple>')
  expect(page).toContain('Escolha aqui outros ficheiros, ou envie sem eles.')
  // Nothing is typed on public pages, and nobody sends a paper of this size by mistake.
  expect(await send('/verify', 18)).not.toContain('<form')
  expect(await send('/dashboard/help/new', 111)).not.toContain('<form')
})

test.each(['/admin/vehicles/1/handover', '/en/admin/vehicles/1/inspections/new', '/dashboard/damage-reports/new'])(
  'the photos of a whole car may be sent to %s as a phone takes them, without a script that makes them smaller',
  async (path) => {
    expect([await sendTo(path, 110), await sendTo(path, 111)]).toEqual([200, 413])
  },
)

test.each(['/contact/message', '/login', '/verifying', '/admin/users'])(
  'a form of more than a megabyte is refused at %s',
  async (path) => {
    expect([await sendTo(path, 1), await sendTo(path, 2)]).toEqual([200, 413])
  },
)

test.each([
  '/admin/documents/company/insurance',
  '/en/admin/support/1',
  '/admin/bank/import',
  '/admin/accounting/signature',
  '/admin/accounting/duties/vat/2026-10',
])('a paper of ten megabytes may be sent to %s', async (path) => {
  expect([await sendTo(path, 11), await sendTo(path, 12)]).toEqual([200, 413])
})

test('streets of two gigabytes may be sent to their place alone', async () => {
  const path = '/en/admin/monitor/streets/file'
  expect([await sendTo(path, 2_048), await sendTo(path, 2_049)]).toEqual([200, 413])
  expect(await sendTo('/admin/monitor/streets', 2)).toBe(413)
})

test('forms that wait for their answer are held to so many bytes, of a network and of all; a light one is always taken', async () => {
  const open: (() => void)[] = []
  const slow = createHandler({
    screens: () => new Promise((resolve) => open.push(() => resolve(new Response('taken')))),
    publicUrl: () => 'http://localhost',
    isReady: async () => 'ready',
    hasRoom: async () => true,
    spare: async () => null,
  })
  const waiting: Promise<Response>[] = []
  /** The answer if it comes at once; otherwise the form is held. */
  const send = async (from: string, bytes: number, path = '/verify') => {
    const headers = {
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': String(bytes),
      'sec-fetch-site': 'same-origin',
    }
    const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body: '--x--' })
    const before = open.length
    const answer = slow(request, { address: from, family: 'IPv4', port: 1 })
    waiting.push(answer)
    while (open.length === before) {
      const refused = await Promise.race([answer, new Promise((resolve) => setImmediate(resolve, null))])
      if (refused instanceof Response) return [refused.status, refused.headers.get('retry-after')]
    }
    return 'held'
  }
  const PAPER = 10_900_000
  const of = async (from: string, times: number) => {
    const said = []
    for (let time = 0; time < times; time++) said.push(await send(from, PAPER))
    return said.filter((one) => one === 'held').length
  }
  expect(await of('192.0.2.1', 60)).toBe(6)
  expect(await send('192.0.2.1', PAPER)).toEqual([429, '10'])
  expect(await send('192.0.2.1', 16 * 1024)).toBe('held')
  expect([await of('192.0.2.2', 60), await of('192.0.2.3', 60), await of('192.0.2.4', 60)]).toEqual([6, 6, 6])
  // All networks together fill the site's room: nobody else finds any, except in the panel, until some are answered.
  expect(await send('192.0.2.5', PAPER)).toEqual([429, '10'])
  expect(await send('192.0.2.5', 100 * 1024 * 1024, '/admin/data/drop')).toBe('held')
  for (const answer of open.splice(0)) answer()
  await Promise.all(waiting)
  expect(await of('192.0.2.1', 60)).toBe(6)
  for (const answer of open.splice(0)) answer()
  await Promise.all(waiting)
})

test('whoever went away before there was an answer is no defect in the log', () => {
  expect([statusInLog(500, true), statusInLog(500, false), statusInLog(200, true)]).toEqual([499, 500, 200])
})

test.each(['/sign/abc', '/SIGN/abc', '/%73ign/abc', '/en//sign/abc', '/sign/abc/'])(
  'whoever reads the log has no token of a personal link: %s',
  (path) => expect(withoutToken(path)).toMatch(/^(\/en)?\/sign\/…$/),
)

test('a platform sends what it signed to one address alone, without a form and from no site', async () => {
  const send = async (path: string, headers: Record<string, string>) => {
    const request = new Request(`http://localhost${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': '2', ...headers },
      body: '{}',
    })
    return (await handle(request, { address: '192.0.2.1', family: 'IPv4', port: 1 })).status
  }
  const signed = { 'x-uber-signature': '00' }
  expect(await send('/api/messages/uber', signed)).toBe(200)
  expect(await send('/api/messages/uber', {})).toBe(403)
  expect(await send('/api/messages/whatsapp', { 'x-hub-signature-256': 'sha256=00' })).toBe(200)
  expect(await send('/api/messages/whatsapp', signed)).toBe(403)
  expect([await send('/login', signed), await send('/admin/users', signed)]).toEqual([403, 403])
  expect(await send('/api/messages/uber', { ...signed, 'content-length': '2000000' })).toBe(413)
})

test('pages of the panel are fetched ahead of a press, but not for a phone that asks for less data', async () => {
  const pages = createHandler({
    screens: async () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
    publicUrl: () => 'http://localhost',
    isReady: async () => 'ready',
    hasRoom: async () => true,
    spare: async () => null,
  })
  const rulesOf = async (path: string, headers: Record<string, string> = {}) => {
    const request = new Request(`http://localhost${path}`, { headers })
    return (await pages(request, { address: '192.0.2.1', family: 'IPv4', port: 1 })).headers.get('speculation-rules')
  }
  expect(await rulesOf('/dashboard/payslips')).toContain('speculation-rules')
  expect(await rulesOf('/dashboard/payslips', { 'save-data': 'on' })).toBeNull()
  expect(await rulesOf('/drivers')).toBeNull()
})
