import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinCluster } from '../src/db/cluster.server.ts'
import { tries } from '../test/tries.ts'
import { copyOf } from './prepared.ts'
import { LIGHT_PASSWORDS, ended, volante } from './site.ts'

/**
 * Two operators of one host, both restored from the same backup, so that every number, week and address is the same in
 * both; then the names of one are replaced. Anything shared by mistake shows one of these names at the other.
 */
const MARK = 'Zambujal'
const host = mkdtempSync(join(tmpdir(), 'volante-host-'))
/** A folder for an installation that belongs to no operator. */
const nobodys = join(host, 'nobodys')
let source = ''
let port = 0
let site: ChildProcess
let signIns: Record<string, string> = {}
const cookies: Record<string, string> = {}

function hosted(...args: string[]): string {
  return execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/cli.ts', ...args, '--json'], {
    env: {
      ...process.env,
      ...{ VOLANTE_HOSTED: host, VOLANTE_DATA: nobodys, BACKUP_TO: nobodys },
      ...{ NODE_ENV: 'production', DATABASE_URL: '' },
    },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

type Answered = { status: number; text: string; cookie: string; location: string }

/** Asks as a proxy passes a request on: the host name is in the header alone. */
function ask(
  name: string,
  path: string,
  { cookie = '', form = null as Record<string, string> | null } = {},
): Promise<Answered> {
  const at = `${name}.localhost:${port}`
  const body = form === null ? null : new URLSearchParams(form).toString()
  const headers = {
    ...{ host: at, cookie, origin: `http://${at}`, 'sec-fetch-site': 'same-origin' },
    ...(body === null
      ? {}
      : { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) }),
  }
  return new Promise((done, failed) => {
    const asked = request(
      { host: '127.0.0.1', port, path, method: body === null ? 'GET' : 'POST', headers, agent: false },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', failed)
        answer.on('end', () =>
          done({
            status: answer.statusCode ?? 0,
            text: Buffer.concat(chunks).toString('latin1'),
            cookie: (answer.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; '),
            location: answer.headers.location ?? '',
          }),
        )
      },
    )
    asked.on('error', failed).end(body ?? undefined)
  })
}

async function signIn(name: string, who: 'admin' | 'driver'): Promise<string> {
  const form = { email: signIns[`${who}Email`] ?? '', password: signIns[`${who}Password`] ?? '' }
  const { status, cookie } = await ask(name, '/login', { form })
  expect(status).toBe(303)
  return cookie
}

beforeAll(async () => {
  source = copyOf('demonstration')
  signIns = JSON.parse(readFileSync(join(source, 'demo', 'sign-ins.json'), 'utf8')) as Record<string, string>
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  port = (probe.address() as { port: number }).port
  probe.close()
  volante(source, 'backup', '--to', join(source, 'taken'))
  const backup = join(
    source,
    'taken',
    readdirSync(join(source, 'taken')).find((file) => file.endsWith('.volante')) ??
      readdirSync(join(source, 'taken'))[0]!,
  )
  for (const name of ['alfa', 'beta']) {
    const url = `http://${name}.localhost:${port}`
    hosted(
      'hosted',
      'create',
      name,
      '--host',
      `${name}.localhost`,
      '--url',
      url,
      '--from',
      backup,
      '--key-file',
      join(source, 'backup.key'),
    )
  }
  const { ownerUrl, leave } = await joinCluster(host)
  const alfa = new pg.Client({ connectionString: Object.assign(new URL(ownerUrl), { pathname: '/op_alfa' }).href })
  await alfa.connect()
  await alfa.query(`update drivers set name = '${MARK} ' || ref; update company set name = '${MARK} Lda';
    update brand set name = '${MARK}'; update vehicles set model = '${MARK}'; update users set display_name = '${MARK}'`)
  await alfa.end()
  site = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...LIGHT_PASSWORDS, 'build/server/index.js'],
    {
      env: {
        ...process.env,
        VOLANTE_HOSTED: host,
        PORT: String(port),
        NODE_ENV: 'production',
        VOLANTE_MODE: 'development',
        DATABASE_URL: '',
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await new Promise((resolve) => site.stdout?.once('data', resolve))
  await leave()
  for (const name of ['alfa', 'beta'])
    for (const who of ['admin', 'driver'] as const) cookies[`${name} ${who}`] = await signIn(name, who)
})
afterAll(async () => {
  await ended(site)
  for (const folder of [host, source]) if (existsSync(folder)) rmSync(folder, { recursive: true, force: true })
})

/** Makes one of all addresses of the same kind: they differ in numbers, weeks and months. */
const kindOf = (path: string) => path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-w?\d{2}(-\d{2})?|\d+/gi, '*')

/**
 * Opens pages of every kind that links lead to, every second one first at the operator with the other names: the second
 * operator would find whatever the first one leaves behind. Which ones changes from run to run; `npm run slow -- host`
 * opens all of them at both.
 */
async function walk(start: string, inside: RegExp, who: 'admin' | 'driver') {
  const [waiting, seen] = [[start], new Set([kindOf(start)])]
  const found = { pages: 0, marked: 0, mixed: [] as string[] }
  const step = 3 - tries(2)
  const from = randomInt(step)
  for (let path = waiting.shift(); path !== undefined && found.pages < 160; path = waiting.shift()) {
    const isAskedThere = (found.pages + from) % step === 0
    const there = isAskedThere ? (await ask('alfa', path, { cookie: cookies[`alfa ${who}`]! })).text : ''
    const here = await ask('beta', path, { cookie: cookies[`beta ${who}`]! })
    found.pages += 1
    if (there.includes(MARK)) found.marked += 1
    if (here.text.includes(MARK) || here.status >= 500) found.mixed.push(`${here.status} ${path}`)
    for (const [, link = ''] of here.text.matchAll(/href="(\/[^"#?]*)/g)) {
      if (!inside.test(link) || seen.has(kindOf(link))) continue
      seen.add(kindOf(link))
      waiting.push(link)
    }
  }
  return found
}

test('no office page of one operator shows a name of the other', async () => {
  const { pages, marked, mixed } = await walk('/admin', /^\/admin/, 'admin')
  expect(mixed).toEqual([])
  expect(pages).toBeGreaterThan(60)
  expect(marked).toBeGreaterThan(40)
})

test('no driver’s page and no public page of one operator shows a name of the other', async () => {
  const own = await walk('/dashboard', /^\/dashboard/, 'driver')
  expect(own.mixed).toEqual([])
  expect(own.marked).toBeGreaterThan(5)
  const open = await walk('/', /^\/(?!admin|dashboard|api)/, 'driver')
  expect(open.mixed).toEqual([])
  expect(open.marked).toBeGreaterThan(3)
})

test('a person signed in at one operator is a stranger at the other, and no operator answers for a host name that belongs to none', async () => {
  expect(await ask('alfa', '/admin', { cookie: cookies['alfa admin']! })).toMatchObject({ status: 200 })
  const across = await ask('beta', '/admin', { cookie: cookies['alfa admin']! })
  expect([across.status, across.location.split('?')[0]]).toEqual([303, '/login'])
  expect((await ask('gama', '/')).status).toBe(421)
  expect((await ask('gama', '/readyz')).text).toBe('ready, 2 of 2 awake')
})

test('a command has to name its operator, and ignores settings of the host that are for no operator', () => {
  expect(() => hosted('doctor')).toThrow(/--operator/)
  expect(existsSync(nobodys)).toBe(false)
  const settings = JSON.parse(hosted('--operator', 'alfa', 'config')) as {
    settings: { name: string; value: unknown }[]
  }
  expect(settings.settings.find(({ name }) => name === 'BACKUP_TO')).toMatchObject({ value: null })
})

test('an operator is closed with a last backup while the other is served, and is taken in again', async () => {
  const closed = JSON.parse(hosted('hosted', 'close', 'alfa')) as { folder: string; backup: { rows: number } }
  expect(closed.backup.rows).toBeGreaterThan(1_000)
  expect((await ask('alfa', '/')).status).toBe(421)
  expect((await ask('beta', '/')).status).toBe(200)
  hosted('hosted', 'reopen', 'alfa')
  for (let times = 0; times < 50 && (await ask('alfa', '/')).status === 421; times++)
    await new Promise((resolve) => setTimeout(resolve, 100))
  expect((await ask('alfa', '/')).text).toContain(MARK)
})
