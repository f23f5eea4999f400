import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { joinCluster } from '../src/db/cluster.server.ts'
import { OWNER, cookieOf, office } from './office.ts'
import { copyOf, firstStart, prepared } from './prepared.ts'
import { LIGHT_PASSWORDS, newDataDirectory, portOf, volante } from './site.ts'

/** `npm start` as a person meets it: what it prints, a second start, the end, and what a killed one leaves behind. */
const data = copyOf('demonstration')
const running: ChildProcess[] = []
afterAll(async () => {
  for (const child of running) if (child.exitCode === null) child.kill('SIGKILL')
  volante(data, 'migrate')
  rmSync(data, { recursive: true, force: true })
})

function start(settings: Record<string, string> = {}) {
  // Start it in a process group of its own, as a terminal does.
  const child = spawn('node', ['scripts/run.cjs', 'start'], {
    detached: true,
    env: {
      ...process.env,
      NODE_ENV: '',
      VOLANTE_MODE: '',
      DATABASE_URL: '',
      LOG_LEVEL: 'warn',
      PORT: '0',
      VOLANTE_DATA: data,
      // The same light passwords with which the demonstration was filled.
      NODE_OPTIONS: LIGHT_PASSWORDS.join(' '),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  const printed = { text: '' }
  child.stdout.on('data', (chunk) => (printed.text += chunk))
  child.stderr.on('data', (chunk) => (printed.text += chunk))
  const says = async (pattern: RegExp) => {
    for (let tries = 0; tries < 4_500; tries++) {
      const match = pattern.exec(printed.text)
      if (match) return match
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error(`It did not say ${pattern}: ${printed.text}`)
  }
  // Wait for `close`: output can still arrive after the process has ended.
  const end = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, says, ends: () => end, printed }
}

/** Presses a button of the bar that a demonstration has above its public pages. */
const asGuest = (url: string, as: string) =>
  fetch(`${url}/login/demonstration`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ as }),
    redirect: 'manual',
  })

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10))
}

test('the first start prints an address and who may sign in, shows a demonstration, and ends when it is asked to', () => {
  const { said, home, code } = firstStart()
  expect(said).toMatch(/Volante está em http:\/\/localhost:\d+/)
  expect(said).toMatch(/escritório\s+\S+@\S+\s+\S{10,}/)
  expect(said).toMatch(/motorista\s+\S+@\S+\s+\S{10,}/)
  expect(home.status).toBe(200)
  expect(home.text).toContain('action="/login/demonstration"')
  expect(existsSync(join(prepared('demonstration'), 'outbox'))).toBe(false)
  expect(said).toContain('A terminar')
  expect(code).toBe(0)
})

test('of two starts at the same moment on one folder one serves, and the other says why it does not', async () => {
  const both = [start(), start()]
  const [, address] = await Promise.race(both.map((site) => site.says(/Volante está em (http:\/\/localhost:\d+)/)))
  const ended = await Promise.race(both.map(async (site) => ({ code: await site.ends(), site })))
  expect(ended.code).toBe(1)
  expect(ended.site.printed.text).toMatch(/já está (a arrancar nesta pasta|em http)/)
  expect((await fetch(address!)).status).toBe(200)
  const serving = both.find((site) => site !== ended.site)!
  serving.child.kill('SIGTERM')
  expect(await serving.ends()).toBe(0)
})

const postmaster = join(data, 'db', 'postmaster.pid')
/** The moments of a start at which it is ended: one in each run, and all of them, often, in `npm run slow -- stops`. */
const MOMENTS: [name: string, comes: (site: ReturnType<typeof start>) => Promise<unknown>][] = [
  ['when only the database is up', () => until(() => existsSync(postmaster))],
  ['at its first printed line', (site) => site.says(/Volante está em/)],
  ['when it has said everything', (site) => site.says(/Ficheiros da semana/)],
]

test.each([MOMENTS[randomInt(MOMENTS.length)]!])(
  'asked to stop at any moment of its start, it leaves no database running: %s',
  async (_, comes) => {
    const site = start()
    await comes(site)
    site.child.kill('SIGINT')
    expect(await site.ends()).toBe(0)
    expect(existsSync(postmaster)).toBe(false)
  },
)

/** The number of connections of other processes. */
async function othersOf(holder: pg.Client): Promise<number> {
  const { rowCount } = await holder.query(
    `select from pg_stat_activity
      where backend_type = 'client backend' and application_name <> current_setting('application_name')`,
  )
  return rowCount ?? 0
}

/** A start that waits for a locked table until `letGo`, and prints nothing meanwhile. */
async function startThatWaits() {
  const folder = copyOf('publicFleet')
  const cluster = await joinCluster(folder)
  const holder = new pg.Client({ connectionString: cluster.ownerUrl })
  await holder.connect()
  await holder.query('begin; lock table drivers, users, settlements in access exclusive mode')
  const site = start({ VOLANTE_DATA: folder })
  const waits = async () => (await holder.query('select from pg_locks where not granted')).rowCount! > 0
  while (!(await waits())) await pause(20)
  return {
    ...site,
    letGo: async () => {
      await holder.query('rollback')
      // The database notices only now that connections of a killed site are dead: until then it counts them as somebody's.
      while (site.child.exitCode !== null && (await othersOf(holder)) > 0) await pause(20)
      await holder.end()
      await cluster.leave()
    },
    leaves: async () => {
      expect(existsSync(join(folder, 'db', 'postmaster.pid'))).toBe(false)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

test('a second Ctrl-C waits for nothing, and leaves no database running', async () => {
  const site = await startThatWaits()
  process.kill(-site.child.pid!, 'SIGINT')
  await site.says(/A terminar/)
  await pause(1_500)
  process.kill(-site.child.pid!, 'SIGINT')
  expect(await site.ends()).toBe(1)
  await site.letGo()
  await site.leaves()
})

test('one Ctrl-C that the launcher passes on much later counts once: the site waits for work under way', async () => {
  const site = await startThatWaits()
  // Stop the launcher, as on a busy machine: it gets the signal long after the site did.
  process.kill(site.child.pid!, 'SIGSTOP')
  process.kill(-site.child.pid!, 'SIGINT')
  await site.says(/A terminar/)
  await pause(1_500)
  process.kill(site.child.pid!, 'SIGCONT')
  // A second Ctrl-C would have ended the site by now.
  await pause(1_500)
  expect(site.child.exitCode).toBeNull()
  await site.letGo()
  expect(await site.ends()).toBe(0)
  await site.leaves()
})

test('a start that fails for want of its port leaves no database running', async () => {
  const other = createServer().listen(0)
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const folder = copyOf('nothing')
  const site = start({
    VOLANTE_DATA: folder,
    PORT: String(port),
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://localhost',
  })
  expect(await site.ends()).toBe(1)
  expect(site.printed.text).toContain(`A porta ${port} está ocupada`)
  expect(existsSync(join(folder, 'db', 'postmaster.pid'))).toBe(false)
  other.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a killed one loses nothing; the next start prints an address and who may sign in, and a second one says that one runs', async () => {
  const killed = start()
  await killed.says(/Volante está em/)
  await killed.says(/escritório\s+\S+@\S+\s+\S{10,}/)
  await killed.says(/motorista\s+\S+@\S+\s+\S{10,}/)
  const before = volante(data, 'statements', '2026-W40', '--json')
  const { pid } = JSON.parse(readFileSync(join(data, 'server.json'), 'utf8')) as { pid: number }
  process.kill(pid, 'SIGKILL')
  await killed.ends()

  const next = start()
  const [, url] = await next.says(/Volante está em (http:\/\/localhost:\d+)/)
  await next.says(/escritório\s+\S+@\S+\s+\S{10,}/)
  await next.says(/motorista\s+\S+@\S+\s+\S{10,}/)
  expect((await fetch(`${url}/login`)).status).toBe(200)
  expect(volante(data, 'statements', '2026-W40', '--json')).toBe(before)
  const home = await fetch(url!)
  expect(home.status).toBe(200)
  // The home page says that this is a demonstration, and lets a visitor in from there.
  expect(await home.text()).toContain('action="/login/demonstration"')
  const entered = await asGuest(url!, 'driver')
  expect([entered.status, entered.headers.get('location')]).toEqual([303, '/dashboard'])
  expect(cookieOf(entered)).toMatch(/sid=/)
  expect((await asGuest(url!, 'office')).headers.get('location')).toBe('/admin')
  expect((await asGuest(url!, 'owner')).status).toBe(422)
  // The demonstration sends no messages: its people are invented.
  expect(existsSync(join(data, 'outbox'))).toBe(false)

  const second = start()
  expect(await second.ends()).toBe(1)
  expect(second.printed.text).toContain(`Volante já está em ${url}`)

  next.child.kill('SIGINT')
  expect(await next.ends()).toBe(0)
  expect(next.printed.text).toContain('A terminar')
})

test('in production nothing is seeded, no password is printed, and a link registers the first administrator', async () => {
  const fresh = newDataDirectory()
  const refused = start({ NODE_ENV: 'production', VOLANTE_DATA: fresh })
  expect(await refused.ends()).toBe(1)
  expect(refused.printed.text).toContain('PUBLIC_URL')

  const whole = { NODE_OPTIONS: '' }
  const site = start({ NODE_ENV: 'production', VOLANTE_DATA: fresh, PUBLIC_URL: 'http://localhost', ...whole })
  const [link] = await site.says(/http:\/\/localhost\/setup\?code=\S+(?=\s)/)
  const url = `http://localhost:${portOf(fresh)}`
  const { pathname, search } = new URL(link)
  expect(site.printed.text).not.toMatch(/@example/)
  expect((await fetch(url + pathname + search)).status).toBe(200)
  // Even on the data of a demonstration nobody gets in without a password, and no page offers it.
  mkdirSync(join(fresh, 'demo'), { recursive: true })
  writeFileSync(join(fresh, 'demo', 'sign-ins.json'), readFileSync(join(data, 'demo', 'sign-ins.json')))
  expect((await asGuest(url, 'office')).status).toBe(404)
  expect(await (await fetch(`${url}/contact/message`)).text()).not.toContain('login/demonstration')
  // Passwords here cost what the product asks for; no other journey has that.
  const cookie = cookieOf(await office(url, '').post(pathname + search, OWNER))
  const { email } = OWNER
  const entered = [OWNER.password, 'outra-ponte'].map((password) => office(url, '').post('/login', { email, password }))
  expect((await Promise.all(entered)).map(({ status }) => status)).toEqual([303, 400])
  const opened = await office(url, cookie).get('/admin')
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/login/second-factor?next=%2Fadmin'])
  site.child.kill('SIGTERM')
  expect(await site.ends()).toBe(0)
  rmSync(fresh, { recursive: true, force: true })
})

test('behind a proxy that speaks TLS a browser’s form is taken, its cookie is safe, and that of another site is not', async () => {
  const fresh = copyOf('nothing')
  const address = 'https://frota.example.pt'
  const site = start({ NODE_ENV: 'production', VOLANTE_DATA: fresh, PUBLIC_URL: address, TRUST_PROXY: '1' })
  const [link] = await site.says(/https:\/\/frota\.example\.pt\/setup\?code=\S+(?=\s)/)
  const { pathname, search } = new URL(link)
  // The request as Caddy passes it on from the public address.
  const forwarded = {
    'x-forwarded-for': '198.51.100.7',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'frota.example.pt',
  }
  const sent = (headers: Record<string, string>) =>
    fetch(`http://localhost:${portOf(fresh)}${pathname}${search}`, {
      method: 'POST',
      headers: { ...forwarded, ...headers },
      body: new URLSearchParams(OWNER),
      redirect: 'manual',
    })
  expect((await sent({ origin: 'https://mau.example' })).status).toBe(403)
  expect((await sent({ origin: 'https://mau.example', 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  const taken = await sent({ origin: address, 'sec-fetch-site': 'same-origin' })
  expect(taken.status).toBe(303)
  expect(taken.headers.get('set-cookie')).toMatch(/^__Host-\S+=.*; Secure/)
  site.child.kill('SIGTERM')
  expect(await site.ends()).toBe(0)
  rmSync(fresh, { recursive: true, force: true })
})
