import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.server.ts'
import { deliver, sendTest } from '#features/mail/commands.server.ts'
import { getMail } from '#features/mail/queries.server.ts'
import { smtpFault } from '#integrations/email/smtp.ts'
import { MONDAY, makeChange } from '#test/factories.ts'
import { aMailServer } from '#test/mail-server.ts'
import { PEM_FILE } from '#test/push-service.ts'
import { removeMailServer, setMailServer, tryMailServer } from './commands.server.ts'
import { findSetServer, isMailServerSet, mailServerUrl, mailWay } from './queries.server.ts'
import { mailServerInput } from './schema.ts'

const folder = mkdtempSync(join(tmpdir(), 'volante-mail-server-'))
beforeEach(() => vi.stubEnv('VOLANTE_DATA', folder))
afterEach(() => vi.unstubAllEnvs())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const TYPED = { intent: 'save', host: 'smtp.exemplo.pt', port: '465', safety: 'tls', login: 'frota@exemplo.pt' }
const read = (typed: object) =>
  mailServerInput.parse({ ...TYPED, senderName: '', senderAddress: '', password: '', ...typed })
const wrong = (typed: object) => {
  const result = mailServerInput.safeParse({ ...TYPED, senderName: '', senderAddress: '', ...typed })
  return result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

test('a message written before goes out by the server that was set meanwhile, from its sender, without a restart', async () => {
  const server = await aMailServer()
  const { hostname: host, port } = new URL(server.url)
  expect(await isMailServerSet()).toBe(false)
  const id = await makeChange((change) =>
    sendTest(change, { recipient: 'helena@exemplo.pt', name: 'Helena', language: 'pt' }),
  )
  const input = read({ host, port, safety: 'none', login: '', senderName: 'Frota', senderAddress: 'frota@exemplo.pt' })
  await tryMailServer(input)
  await makeChange((change) => setMailServer(change, input))
  expect(await mailWay()).toMatchObject({
    server: { host, port: Number(port), setBy: 'screen' },
    sender: 'Frota <frota@exemplo.pt>',
  })
  await deliver(id, MONDAY)
  expect(await getMail(id)).toMatchObject({ state: 'sent' })
  expect(server.received[0]?.data).toContain('From: Frota <frota@exemplo.pt>')
  await makeChange((change) => removeMailServer(change))
  expect(await isMailServerSet()).toBe(false)
  await server.close()
})

test('a server or a sender in the environment goes before that of the screen, each by itself', async () => {
  await makeChange((change) => setMailServer(change, read({ senderAddress: 'ecra@exemplo.pt' })))
  vi.stubEnv('MAIL_FROM', 'Instalada <instalada@exemplo.pt>')
  expect(await mailWay()).toMatchObject({
    server: { host: 'smtp.exemplo.pt', setBy: 'screen' },
    sender: 'Instalada <instalada@exemplo.pt>',
    senderBy: 'environment',
  })
  vi.stubEnv('SMTP_URL', 'smtp://user:segredo@outro.exemplo.pt:2525')
  const way = await mailWay()
  expect(way.server).toMatchObject({ host: 'outro.exemplo.pt', port: 2525, setBy: 'environment' })
  expect(JSON.stringify(way)).not.toContain('segredo')
})

test('the password is sealed, shown nowhere, and goes to the server and user it was typed for alone', async () => {
  await makeChange((change) => setMailServer(change, read({ password: 'muito:se@creto/' })))
  const rows = JSON.stringify([
    await db.selectFrom('mail_server').selectAll().execute(),
    await db.selectFrom('audit_events').selectAll().execute(),
    await findSetServer(),
  ])
  expect(rows).not.toContain('creto')
  const url = new URL((await mailServerUrl())!)
  expect(url.protocol).toBe('smtps:')
  expect(decodeURIComponent(url.password)).toBe('muito:se@creto/')
  await makeChange((change) => setMailServer(change, read({ port: '587', safety: 'start-tls' })))
  expect(await mailServerUrl()).toMatch(/^smtp:.*muito.*requireTLS=true$/)
  await makeChange((change) => setMailServer(change, read({ host: 'alheio.exemplo.pt' })))
  expect(await findSetServer()).toMatchObject({ hasPassword: false })
})

test('an address instead of a name, a port that is none and a password in the open are refused', () => {
  expect(wrong({})).toBeUndefined()
  for (const host of ['192.168.1.20', 'correio', '::1']) expect(wrong({ host }), host).toBeUndefined()
  for (const host of ['smtp://exemplo.pt', 'exemplo.pt:25', 'a b', 'x@y', 'exemplo.pt/?x'])
    expect(wrong({ host }), host).toEqual(['host: field.mail-host'])
  for (const port of ['0', '65536', '-1', '25a']) expect(wrong({ port }), port).toEqual(['port: field.mail-port'])
  expect(wrong({ safety: 'none' })).toEqual(['safety: field.mail-unsafe'])
  expect(wrong({ login: '', password: 'x' })).toEqual(['login: field.required'])
})

test('a server that cannot be used is refused by what was wrong, with its own words', async () => {
  const closed = await aMailServer()
  const { port } = new URL(closed.url)
  await closed.close()
  const on = (typed: object) => tryMailServer(read({ host: '127.0.0.1', safety: 'none', login: '', ...typed }))
  await expect(on({ port })).rejects.toMatchObject({ code: 'mail-server.closed', params: { host: '127.0.0.1' } })
  const open = await aMailServer()
  const at = new URL(open.url).port
  await expect(on({ port: at, safety: 'start-tls' })).rejects.toMatchObject({ code: 'mail-server.encryption' })
  await open.close()
  const rude = createServer((socket) => socket.end('554 go away\r\n'))
  rude.listen(0, '127.0.0.1')
  await once(rude, 'listening')
  const { port: rudePort } = rude.address() as { port: number }
  await expect(on({ port: String(rudePort) })).rejects.toMatchObject({
    code: 'mail-server.refused',
    params: { words: expect.stringContaining('go away') },
  })
  rude.close()
})

test('a certificate that the server signed itself is told from a connection that is not encrypted', async () => {
  // A test of notices for phones, in the same process, may have made this certificate one that is trusted.
  const trusted = getCACertificates('default')
  setDefaultCACertificates(getCACertificates('bundled'))
  const pem = readFileSync(PEM_FILE)
  const server = createTlsServer({ key: pem, cert: pem }, (socket) => socket.end('220 never heard\r\n'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await expect(
    tryMailServer(read({ host: 'localhost', port: String(port), safety: 'tls', login: '' })),
  ).rejects.toMatchObject({
    code: 'mail-server.certificate',
    params: { host: 'localhost', words: expect.not.stringContaining('Node') },
  })
  server.close()
  setDefaultCACertificates(trusted)
})

test('a password is tried also where the server asks for none: on a port without a sign-in it is refused', async () => {
  const server = await aMailServer()
  const { hostname, port } = new URL(server.url)
  expect(await smtpFault(`smtp://frota:segredo@${hostname}:${port}?ignoreTLS=true`)).toMatchObject({ kind: 'sign-in' })
  expect(await smtpFault(`smtp://${hostname}:${port}?ignoreTLS=true`)).toBeNull()
  await server.close()
})

test('a server that wants a sign-in first loses no message: it waits until somebody sets one', async () => {
  const server = await aMailServer({ '*': '530 5.7.0 Authentication required' })
  vi.stubEnv('SMTP_URL', server.url)
  const id = await makeChange((change) =>
    sendTest(change, { recipient: 'helena@exemplo.pt', name: 'Helena', language: 'pt' }),
  )
  await deliver(id, MONDAY)
  expect(await getMail(id)).toMatchObject({
    state: 'waiting',
    reason: expect.stringContaining('Authentication required'),
  })
  await server.close()
})

test('a server that was away while the clock was ahead is asked again as soon as it is back', async () => {
  const away = await aMailServer()
  await away.close()
  vi.stubEnv('SMTP_URL', away.url)
  const ask = () =>
    makeChange((change) => sendTest(change, { recipient: 'rui@exemplo.pt', name: 'Rui', language: 'pt' }))
  const [first, second] = [await ask(), await ask()]
  await deliver(first, MONDAY.add({ hours: 24 * 400 }))
  await deliver(second, MONDAY)
  expect(await getMail(second)).toMatchObject({ state: 'waiting', tries: 1 })
})
