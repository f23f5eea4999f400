import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { inspect } from 'node:util'
import { join } from 'node:path'
import pino from 'pino'
import { RouterContextProvider } from 'react-router'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serve } from '#demo/services/serve.ts'
import { COMMAND_LINE } from '#features/audit/commands.server.ts'
import { exportEvents } from '#features/audit/queries.server.ts'
import { readAuditFilter } from '#features/audit/schema.ts'
import { carryOutDue } from '#features/connections/acts/commands.server.ts'
import { setConnection, tryCredentials } from '#features/connections/commands.server.ts'
import { receiveMessage } from '#features/connections/messages/commands.server.ts'
import { testConnection } from '#features/connections/runs/commands.server.ts'
import { connectionInput } from '#features/connections/schema.ts'
import { makeKey } from '#features/imports/deliveries/commands.server.ts'
import { addMailbox, tryMailbox } from '#features/imports/mailboxes/commands.server.ts'
import { lookInto } from '#features/imports/mailboxes/looks.server.ts'
import { mailboxInput } from '#features/imports/mailboxes/schema.ts'
import { collectFrom } from '#features/imports/platform-reports/commands.server.ts'
import { receiveWhatsApp, lookAtAccount, setAccount } from '#features/mail/whatsapp/commands.server.ts'
import { openAccount } from '#features/mail/whatsapp/queries.server.ts'
import { accountInput } from '#features/mail/whatsapp/schema.ts'
import { makeDevice } from '#features/positions/devices/commands.server.ts'
import { answerDevice } from '#features/positions/requests/commands.server.ts'
import { makeBackup } from '#features/system/backups/commands.server.ts'
import { translator } from '#messages/translate.ts'
import { log } from '#platform/log.ts'
import { requestContext } from '#web/context.ts'
import { action as saveConnection } from '#web/routes/admin/data/connection.tsx'
import { action as saveMailbox } from '#web/routes/admin/data/new-mailbox.tsx'
import { action as saveWhatsApp } from '#web/routes/admin/mail/whatsapp.tsx'
import { action as dropByKey } from '#web/routes/api/drop.ts'
import { sessionMiddleware } from '#web/session.server.ts'
import { showConnections } from '../src/cli/connections.ts'
import { everyRow } from './every-row.ts'
import { aFleet, makeChange } from './factories.ts'
import { anAccount, signInAs, start, visit } from './people.ts'

/** Secrets that people type, by what they give access to. */
const TYPED = {
  bolt: 'plantado-da-bolt-01a7',
  uber: 'plantado-da-uber-02b8',
  signing: 'plantado-dos-avisos-03c9',
  cartrack: 'plantado-da-cartrack-04d1',
  mailbox: 'plantado-da-caixa-05e2',
  whatsApp: 'plantado-do-whatsapp-06f3',
  appSecret: 'plantado-da-aplicacao-07a4',
}
/** The token that a platform gives us for an hour. */
const BEARER = 'plantado-por-uma-hora-08b5'

const folder = mkdtempSync(join(tmpdir(), 'volante-planted-'))
const written: string[] = []
/** The stream of the process's log. */
const stream = Reflect.get(log, pino.symbols.streamSym) as object
let answering = 200
let close = async () => {}

beforeEach(async () => {
  await aFleet()
  // A service that repeats everything it was sent, however it answers: the worst that there could be at the other end.
  const service = await serve(async (request, response) => {
    const body: Buffer[] = []
    for await (const part of request) body.push(part as Buffer)
    const said = {
      error: { message: Buffer.concat(body).toString(), code: 190 },
      headers: request.headers,
      at: request.url,
    }
    const isToken = /token/.test(request.url ?? '') && answering !== 401
    const wholly = { ...said, access_token: BEARER, token_type: 'Bearer', expires_in: 600 }
    const headers = answering === 302 ? { location: `http://127.0.0.1:9/${JSON.stringify(request.headers)}` } : {}
    response.writeHead(isToken ? 200 : answering, { 'content-type': 'application/json', ...encoded(headers) })
    response.end(JSON.stringify(wholly))
  })
  close = service.close
  vi.stubEnv('CONNECTIONS_LOCAL', service.url)
  Object.assign(log, { [pino.symbols.streamSym]: { write: (line: string) => written.push(line) } })
  log.level = 'trace'
  for (const out of [process.stdout, process.stderr])
    vi.spyOn(out, 'write').mockImplementation((bytes) => written.push(Buffer.from(bytes as string).toString()) > 0)
  for (const way of ['log', 'error', 'warn', 'info'] as const)
    vi.spyOn(console, way).mockImplementation((...words: unknown[]) => void written.push(inspect(words, { depth: 9 })))
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  Object.assign(log, { [pino.symbols.streamSym]: stream })
  log.level = 'silent'
  await close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const encoded = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, encodeURI(value)]))

/** A mail server that repeats every line it was sent. */
async function aTalkativeMailbox() {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('* OK ready\r\n')
    socket.on('data', (bytes) => {
      for (const line of bytes.toString().split('\r\n').filter(Boolean)) {
        const [tag = '*', ...rest] = line.split(' ')
        socket.write(
          rest[0] === 'CAPABILITY' ? `* CAPABILITY IMAP4rev1\r\n${tag} OK done\r\n` : `${tag} NO ${rest.join(' ')}\r\n`,
        )
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: String((server.address() as AddressInfo).port), end: () => server.close() }
}

/** The results, errors and pages of all acts, as a reader sees them. */
const outputs: string[] = []
async function tell(what: unknown): Promise<unknown> {
  const said = await Promise.resolve(typeof what === 'function' ? (what as () => unknown)() : what).catch(
    (error: unknown) => error,
  )
  outputs.push(
    inspect(said, { depth: 12, maxStringLength: null }),
    said instanceof Error ? `${said.stack}` : (JSON.stringify(said) ?? ''),
  )
  if (said instanceof Response) outputs.push(JSON.stringify([...said.headers]), await said.clone().text())
  return said
}

/** A form that the office sends, answered by its page. `hours` is how long ago it signed in. */
async function sendForm(action: (args: never) => unknown, path: string, fields: object, params: object, hours = 0) {
  const { token } = await signInAs('dona@exemplo.pt', visit({ now: start }))
  const body = new URLSearchParams(fields as Record<string, string>)
  const headers = { cookie: `__Host-sid=${token}`, referer: `http://localhost:3000${path}` }
  const request = new Request(`http://localhost:3000${path}`, { method: 'POST', headers, body })
  const context = new RouterContextProvider()
  context.set(requestContext, visit({ now: start.add({ hours }) }))
  const args = { request, context, url: new URL(request.url), params, pattern: path } as never
  await sessionMiddleware(args, async () => new Response())
  await tell(() => action(args))
}

test('no secret of a connection stands in what the process says, in an error, a page, a table, the log, an export or a copy', async () => {
  await anAccount('dona@exemplo.pt', 'admin')
  const now = start
  const asking = { now, by: null, rest: async () => {} }
  const mail = await aTalkativeMailbox()
  const connection = (clientSecret: string) => ({
    ...{ intent: 'save', clientId: 'frota', clientSecret, signingKey: TYPED.signing, everyHours: '3', unasked: 'on' },
  })
  const secrets = { bolt: TYPED.bolt, uber: TYPED.uber, cartrack: TYPED.cartrack }
  const providers = Object.keys(secrets) as (keyof typeof secrets)[]
  const whatsApp = {
    ...{ intent: 'save', phoneNumberId: '106540352242922', businessAccountId: '102290129340398' },
    ...{ token: TYPED.whatsApp, appSecret: TYPED.appSecret },
  }
  const mailbox = {
    ...{
      intent: 'save',
      name: 'Relatórios',
      host: '127.0.0.1',
      port: mail.port,
      safety: 'none',
      login: 'semana@frota.pt',
    },
    ...{ password: TYPED.mailbox, folder: 'INBOX', movesTo: '', senders: '@uber.example', proof: '' },
  }
  for (const provider of providers)
    await makeChange((change) => setConnection(change, provider, connectionInput.parse(connection(secrets[provider]))))
  await makeChange((change) => setAccount(change, accountInput.parse(whatsApp), null))
  const box = await makeChange((change) => addMailbox(change, mailboxInput.parse({ ...mailbox, unasked: 'on' })))
  const key = await makeChange((change) => makeKey(change, { name: 'Programa', takesIn: false }))
  const { token: device } = await makeChange((change) =>
    makeDevice(change, { kind: 'server', name: 'Traccar', vehicleId: null, driverId: null, knownAs: '' }),
  )

  // Try every answer, and everybody who asks: the program by itself, a person who types it, and one who signed in long ago.
  for (answering of [200, 400, 401, 403, 302, 500]) {
    for (const provider of providers) {
      await tell(() => tryCredentials(provider, connectionInput.parse(connection(secrets[provider]))))
      await tell(() => testConnection(provider, asking))
      await tell(() => collectFrom(provider, asking))
    }
    await tell(() => lookAtAccount(accountInput.parse(whatsApp)))
  }
  for (const hours of [0, 5]) {
    const typed = (secret: string) => ({ ...connection(secret), unasked: '' })
    await sendForm(saveConnection, '/admin/data/connections/uber', typed(TYPED.uber), { provider: 'uber' }, hours)
    await sendForm(
      saveConnection,
      '/admin/data/connections/uber',
      { ...typed(TYPED.uber), everyHours: 'x' },
      { provider: 'uber' },
      hours,
    )
    await sendForm(saveWhatsApp, '/admin/mail/whatsapp', whatsApp, {}, hours)
    await sendForm(saveWhatsApp, '/admin/mail/whatsapp', { ...whatsApp, phoneNumberId: 'x' }, {}, hours)
    await sendForm(saveMailbox, '/admin/data/deliveries/mailboxes/new', mailbox, {}, hours)
    await sendForm(saveMailbox, '/admin/data/deliveries/mailboxes/new', { ...mailbox, port: 'x' }, {}, hours)
  }
  await tell(() => carryOutDue(now, asking))
  await tell(() => tryMailbox(null, mailboxInput.parse(mailbox)))
  await tell(() => lookInto(box, now))
  await tell(() => receiveMessage('uber', { body: Buffer.from(TYPED.signing), signature: TYPED.signing }, now))
  await tell(() => receiveWhatsApp({ body: Buffer.from(TYPED.appSecret), signature: TYPED.appSecret }, now))
  for (const body of ['', '{"fixes":[', 'x'])
    await tell(() =>
      answerDevice({
        fields: new URLSearchParams({ id: device! }),
        body,
        authorization: `Bearer ${device}`,
        address: '192.0.2.1',
        now,
      }),
    )
  for (const authorization of [`Bearer ${key}`, `Bearer ${key}x`]) {
    const request = new Request('http://localhost:3000/api/drop', {
      method: 'POST',
      headers: { authorization },
      body: key,
    })
    const context = new RouterContextProvider()
    context.set(requestContext, visit({ now }))
    await tell(() => dropByKey({ request, context } as never))
  }
  mail.end()

  await tell(() => showConnections({ args: [], options: {}, t: translator('pt'), fromCaller: String }))
  for await (const piece of exportEvents(readAuditFilter(new URLSearchParams()).filter, 'pt'))
    outputs.push(Buffer.from(piece).toString())
  const copy = await makeBackup({
    actor: COMMAND_LINE,
    folder,
    key: { kind: 'passphrase', text: 'uma frase que ninguém sabe' },
    now,
  })
  const places = {
    said: written.join('\n'),
    outputs: outputs.join('\n'),
    kept: [...(await everyRow()).values()].flat().join('\n'),
    copied: readFileSync(copy.path, 'latin1'),
  }
  // Each of these places has content in which a secret could be.
  expect(places.said).toContain('a platform was asked')
  expect(places.outputs).toContain('connection.credentials')
  expect(places.outputs).toContain('whats-app.')
  expect(places.kept).toContain('106540352242922')
  const { verifyToken } = (await openAccount())!
  const found = Object.entries({ ...TYPED, bearer: BEARER, verifyToken, key, device: device! }).flatMap(
    ([name, secret]) =>
      Object.entries(places).flatMap(([place, text]) =>
        waysToWrite(secret).some((one) => text.includes(one)) ? [`${name} ${place}`] : [],
      ),
  )
  expect(found).toEqual([])
})

/**
 * The ways in which a secret may be written: as it is, as a browser, a mail or a database writes bytes, and within a
 * proof of identity.
 */
function waysToWrite(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const proof = Buffer.from(`frota:${secret}`)
  return [
    secret,
    encodeURIComponent(secret),
    ...[bytes, proof].flatMap((one) => [one.toString('base64'), one.toString('hex')]),
  ]
}
