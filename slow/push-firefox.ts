import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DESKTOP, closeBrowser, newDataDirectory, person, startSite } from '../e2e/site.ts'
import { PEM_FILE, aPushService, readSignature } from '../test/push-service.ts'
import { weekName, weekAt, previousWeek } from '../src/domain/week.ts'

/**
 * A driver allows notices in Debian's Firefox, the office issues a statement, and the notice is on the screen: the
 * browser, its push protocol (autopush, spoken by a service on this machine), the encryption, the signature and our
 * worker are the real ones. Then the driver signs out.
 */
const FIREFOX = 'firefox-esr'
const PATIENCE = 60_000

type Say = (message: object) => void
type Answer = {
  id?: number
  type?: string
  result?: { result?: { value?: unknown }; contexts?: { context: string }[] }
}
type Sockets = new (of: { server: object }) => {
  clients: Set<{ send: (text: string) => void }>
  on: (
    what: 'connection',
    act: (one: { on: (what: 'message', act: (text: Buffer) => void) => void; send: (text: string) => void }) => void,
  ) => void
}
const require = createRequire(import.meta.url)
const { Server } = require('ws') as { Server: Sockets }

if (!hasFirefox()) {
  console.error(`✗ ${FIREFOX} is not here: notices were NOT tried in a browser (apt-get install ${FIREFOX})`)
  process.exit(1)
}

const service = await aPushService(({ path, body }) => tellBrowser(path, body))
const autopush = createServer().listen(0, '127.0.0.1')
await new Promise((listening) => autopush.once('listening', listening))
const { port } = autopush.address() as { port: number }
const sockets = new Server({ server: autopush })
sockets.on('connection', (socket) =>
  socket.on('message', (text) =>
    answerBrowser(JSON.parse(text.toString()), (said) => socket.send(JSON.stringify(said))),
  ),
)

const data = newDataDirectory()
const site = await startSite(data, {
  PUSH_SERVICES: service.named,
  NODE_EXTRA_CA_CERTS: resolve(PEM_FILE),
})
const firefox = startFirefox()
let holds = false
try {
  const signIns: Record<string, string> = JSON.parse(readFileSync(join(data, 'demo', 'sign-ins.json'), 'utf8'))
  const driver = await drive(firefox)
  await driver.open('/login')
  await driver.run(`document.querySelector('[name=email]').value = ${JSON.stringify(signIns['driverEmail'])}
    document.querySelector('[name=password]').value = ${JSON.stringify(signIns['driverPassword'])}
    document.querySelector('main button[type=submit]').click()`)
  await driver.until(`location.pathname.startsWith('/dashboard')`)

  await driver.open('/dashboard/profile')
  // Turn the quiet hours off: it may be night.
  await driver.run(`for (const name of ['quietFrom', 'quietUntil']) document.querySelector('[name=' + name + ']').value = '0'
    document.querySelector('[name=quietUntil]').form.requestSubmit()`)
  await driver.until(`location.search.includes('done=choose-push')`)
  await driver.until(`document.querySelector('form[data-push]')?.hidden === false`)
  await driver.run(`document.querySelector('form[data-push] button').click()`)
  await driver.until(`location.search.includes('done=add-push')`)
  console.log('✓ asked for in one press')

  const office = await person(site, DESKTOP)
  await office.page.goto('/login')
  await office.page.getByLabel('E-mail').fill(signIns['adminEmail']!)
  await office.page.getByLabel('Palavra-passe').fill(signIns['adminPassword']!)
  await office.page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click()
  await office.page.waitForURL('**/admin')
  const week = weekName(previousWeek(weekAt(Temporal.Now.instant()), 2))
  const tell = async () => {
    const found = await (await office.page.request.get(`/admin/weekly/${week}/messages`)).text()
    const drivers = [...new Set([...found.matchAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)].map(([id]) => id))]
    const status = await office.page.evaluate(
      async ([address, ids]) => {
        const body = new URLSearchParams([
          ['idempotencyKey', crypto.randomUUID()],
          ...ids.map((id) => ['drivers[]', id]),
        ])
        return (await fetch(address, { method: 'POST', body })).status
      },
      [`/admin/weekly/${week}/messages`, drivers] as [string, string[]],
    )
    if (status !== 200) throw new Error(`telling answered ${status}`)
  }
  await tell()
  await waitFor(() => service.taken.length > 0, 'nothing came to the push service')
  const { isTrue } = readSignature(String(service.taken[0]!.headers['authorization']))
  console.log(`${isTrue ? '✓' : '✗'} signed by the site, ${service.taken[0]!.body.length} octets`)
  const shown = `navigator.serviceWorker.getRegistration('/dashboard')
    .then((one) => one.getNotifications()).then((all) => all.map(({ title, body }) => title + ': ' + body).join())`
  await driver.until(`${shown}.then((all) => all.includes('extrato'))`)
  console.log(`✓ shown: ${String(await driver.ask(shown))}`)

  await driver.run(`fetch('/api/auth/logout', { method: 'POST' })`)
  const before = service.taken.length
  await tell()
  await pause(3_000)
  const isSilent = service.taken.length === before
  console.log(`${isSilent ? '✓' : '✗'} nothing more after signing out`)
  holds = isTrue && isSilent
} finally {
  firefox.kill('SIGKILL')
  await closeBrowser()
  await site.stop()
  await service.close()
  autopush.closeAllConnections()
  autopush.close()
}
process.exit(holds ? 0 : 1)

function hasFirefox(): boolean {
  try {
    execFileSync(FIREFOX, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Answers a browser as autopush does. */
function answerBrowser(said: { messageType: string; channelID?: string }, say: Say): void {
  const { messageType, channelID } = said
  const ok = { messageType, channelID, status: 200 }
  if (messageType === 'hello')
    say({ messageType, uaid: randomBytes(16).toString('hex'), status: 200, use_webpush: true, broadcasts: {} })
  if (messageType === 'register') say({ ...ok, pushEndpoint: `${service.origin}/push/${channelID}` })
  if (messageType === 'unregister') say(ok)
}

/** Passes a message that was taken on to the browser, as it is. */
function tellBrowser(path: string, body: Buffer): void {
  const message = {
    messageType: 'notification',
    channelID: path.split('/').at(-1),
    version: randomUUID(),
    ttl: 60,
    data: body.toString('base64url'),
    headers: { encoding: 'aes128gcm' },
  }
  for (const client of sockets.clients) client.send(JSON.stringify(message))
}

function startFirefox(): ChildProcess {
  const profile = mkdtempSync(join(tmpdir(), 'volante-firefox-'))
  const settings = {
    'dom.push.serverURL': `ws://127.0.0.1:${port}/`,
    'dom.push.enabled': true,
    'dom.push.connection.enabled': true,
    'dom.push.testing.allowInsecureServerURL': true,
    'dom.push.testing.ignorePermission': true,
    'permissions.default.desktop-notification': 1,
    'alerts.useSystemBackend': false,
    'browser.shell.checkDefaultBrowser': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.update.enabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
  }
  const lines = Object.entries(settings).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  return spawn(FIREFOX, ['--headless', '--profile', profile, '--remote-debugging-port', '0', '--no-remote'], {
    env: { ...process.env, HOME: profile, MOZ_DISABLE_CONTENT_SANDBOX: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

/** One page of Firefox, driven by WebDriver BiDi. */
async function drive(browser: ChildProcess) {
  let said = ''
  browser.stderr!.on('data', (part: Buffer) => (said += part.toString()))
  await waitFor(() => /WebDriver BiDi listening on (ws:\S+)/.test(said), 'Firefox did not start')
  const socket = new WebSocket(`${/WebDriver BiDi listening on (ws:\S+)/.exec(said)![1]}/session`)
  await new Promise((open, fail) => {
    socket.addEventListener('open', open)
    socket.addEventListener('error', fail)
  })
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data: text }) => {
    const answer = JSON.parse(String(text)) as Answer
    if (answer.id) waiting.get(answer.id)?.(answer)
  })
  let id = 0
  const command = (method: string, params: object = {}) =>
    new Promise<Answer>((answered) => {
      waiting.set(++id, answered)
      socket.send(JSON.stringify({ id, method, params }))
    })
  await command('session.new', { capabilities: {} })
  const { context } = (await command('browsingContext.getTree')).result!.contexts![0]!
  const ask = async (expression: string) => {
    const how = { target: { context }, awaitPromise: true, userActivation: true, expression }
    return (await command('script.evaluate', how)).result?.result?.value
  }
  return {
    ask,
    open: (path: string) => command('browsingContext.navigate', { context, url: site.url + path, wait: 'complete' }),
    run: (script: string) => ask(`(() => { ${script} })()`),
    until: async (condition: string) => waitFor(async () => (await ask(condition)) === true, condition),
  }
}

async function waitFor(holdsNow: () => boolean | Promise<boolean>, otherwise: string): Promise<void> {
  const end = Date.now() + PATIENCE
  while (!(await holdsNow())) {
    if (Date.now() > end) throw new Error(otherwise)
    await pause(250)
  }
}
