import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { joinCluster } from '../src/db/cluster.server.ts'
import { OWNER, type Office, hiddenFields, office, publicDrop, registerAdmin } from './office.ts'
import { PUBLIC_SET, volante } from './site.ts'

/**
 * The site, then its database, is killed while it imports, approves or makes the bank file. What was acknowledged is
 * there afterwards, nothing is half done, and the same form sent again ends where an undisturbed one does.
 */
const ROUNDS = Number(process.env['VOLANTE_KILLS'] ?? 6)
const DATABASE_ROUNDS = Math.ceil(ROUNDS / 3)
// Dozens of starts one after another: a busy machine takes minutes, and that is no failure.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 300_000 })

const workshop = mkdtempSync(join(tmpdir(), 'volante-kill-'))
const WEEK = '/admin/weekly/2026-W23'

type Running = { url: string; output: () => string; child: ChildProcess }

async function start(folder: string): Promise<Running> {
  let said = ''
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'build/server/index.js'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      VOLANTE_MODE: 'development',
      DATABASE_URL: '',
      LOG_LEVEL: 'fatal',
      VOLANTE_DATA: folder,
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.on('data', (chunk) => (said += chunk))
  child.stderr.on('data', (chunk) => (said += chunk))
  for (let tries = 0; tries < 1200; tries++) {
    const url = /http:\/\/localhost:\d+/.exec(said)?.[0]
    if (url) return { url, output: () => said, child }
    if (child.exitCode !== null) break
    await pause(50)
  }
  throw new Error(`The site did not start: ${said}`)
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await gone
}

/** A folder with everything another one has; nobody works in that one. */
function copyOf(template: string): string {
  const folder = mkdtempSync(join(workshop, 'data-'))
  execFileSync('cp', ['-a', `${template}/.`, folder])
  return folder
}

/** The database and all that works for it, ended as a power cut would. */
function killDatabase(folder: string): void {
  const path = join(folder, 'db', 'postmaster.pid')
  if (!existsSync(path)) return
  const postmaster = Number(readFileSync(path, 'utf8').split('\n')[0])
  const helpers = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
  for (const pid of [postmaster, ...helpers.trim().split(/\s+/).map(Number)]) {
    try {
      if (pid > 0) process.kill(pid, 'SIGKILL')
    } catch {
      // It had gone by itself.
    }
  }
}

async function counted(folder: string): Promise<Record<string, number>> {
  const cluster = await joinCluster(folder)
  const client = new pg.Client({ connectionString: cluster.ownerUrl })
  await client.connect()
  const { rows } = await client.query<Record<string, number>>(`select
    (select count(*)::int from imports) as imports, (select count(*)::int from import_rows) as rows,
    (select count(*)::int from settlements) as settlements, (select count(*)::int from journals) as journals,
    (select count(*)::int from payment_batches) as batches, (select count(*)::int from batch_payments) as payments`)
  await client.end()
  await cluster.leave()
  return rows[0]!
}

/** Three forms of the Monday, each prepared up to the moment it is sent. */
const WORK = {
  'the import': async ({ post }: Office) => {
    const dropped = await post('/admin/data/drop?week=2026-W23', publicDrop('drop-of-the-public-set'))
    return { path: new URL(dropped.headers.get('location')!, 'http://x').pathname, fields: {} }
  },
  'the approval': async ({ get }: Office) => {
    const fields = hiddenFields(await (await get(`${WEEK}/approval`)).text())
    return { path: `${WEEK}/approval`, fields: { ...fields, leaveUnmatched: 'on' } }
  },
  'the bank file': async () => ({ path: `${WEEK}/batch`, fields: {} }),
} satisfies Record<string, (office: Office) => Promise<{ path: string; fields: Record<string, string> }>>
type Work = keyof typeof WORK
const WORKS = Object.keys(WORK) as Work[]

/** Before and after each work: the folder it starts from, what it leaves, and how long it takes. */
const templates = new Map<Work, { folder: string; before: object; after: object; took: number }>()
let cookie = ''

beforeAll(async () => {
  let folder = mkdtempSync(join(workshop, 'data-'))
  volante(folder, 'fleet', 'load', join(PUBLIC_SET, 'roster.json'), '--terms', 'plain')
  const first = await start(folder)
  cookie = await registerAdmin(first.url, folder, OWNER)
  await end(first.child, 'SIGTERM')
  for (const work of WORKS) {
    const before = await counted(folder)
    const done = copyOf(folder)
    const site = await start(done)
    const form = await WORK[work](office(site.url, cookie))
    const began = performance.now()
    const key = `undisturbed-${WORKS.indexOf(work)}`
    const answer = await office(site.url, cookie).post(form.path, { ...form.fields, idempotencyKey: key })
    expect(answer.status, work).toBe(303)
    const took = performance.now() - began
    await end(site.child, 'SIGTERM')
    templates.set(work, { folder, before, after: await counted(done), took })
    folder = done
  }
})

afterAll(() => {
  rmSync(workshop, { recursive: true, force: true, maxRetries: 10 })
})

const rounds = (count: number) =>
  Array.from({ length: count }, (_, round) => ({ round, work: WORKS[round % WORKS.length]! }))

test(`${ROUNDS} times the site is killed while it works`, async () => {
  let cutShort = 0
  for (const { round, work } of rounds(ROUNDS)) {
    const { wasDone } = await strike(round, work, async ({ child }, folder) => {
      await end(child, 'SIGKILL')
      return start(folder)
    })
    if (!wasDone) cutShort++
  }
  expect(cutShort).toBeGreaterThan(0)
})

test(`${DATABASE_ROUNDS} times the database is killed, and the site gets it going again`, async () => {
  let cutShort = 0
  for (const { round, work } of rounds(DATABASE_ROUNDS)) {
    const { wasDone } = await strike(round, work, async (site, folder) => {
      killDatabase(folder)
      await ready(site)
      return site
    })
    if (!wasDone) cutShort++
  }
  expect(cutShort).toBeGreaterThan(0)
})

async function ready({ url, child, output }: Running): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    if (child.exitCode !== null) throw new Error(`The site ended with its database: ${output()}`)
    if ((await fetch(`${url}/readyz`).catch(() => null))?.ok) return
    await pause(50)
  }
  throw new Error('The database did not come back.')
}

/** Sends one form, strikes at a moment of its life, starts again, proves what is there, and sends it again. */
async function strike(
  round: number,
  work: Work,
  blow: (site: Running, folder: string) => Promise<Running>,
): Promise<{ wasDone: boolean }> {
  const { folder: template, before, after, took } = templates.get(work)!
  const folder = copyOf(template)
  const site = await start(folder)
  const form = await WORK[work](office(site.url, cookie))
  const fields = { ...form.fields, idempotencyKey: `strike-${round}` }
  const answer = office(site.url, cookie)
    .post(form.path, fields)
    .then(({ status }) => status)
    .catch(() => null)
  const moment = Math.random() * took * 1.1
  await pause(moment)
  const next = await blow(site, folder)
  const acknowledged = (await answer) === 303
  const left = await counted(folder)
  const where = `round ${round}: ${work}, after ${Math.round(moment)} of ${Math.round(took)} ms`
  expect([before, after], where).toContainEqual(left)
  const wasDone = JSON.stringify(left) === JSON.stringify(after)
  if (acknowledged) expect(wasDone, where).toBe(true)

  const again = await office(next.url, cookie).post(form.path, fields)
  expect(again.status, where).toBe(303)
  expect(await counted(folder), where).toEqual(after)
  const examined = JSON.parse(volante(folder, 'doctor', '--json')) as { checks: { broken: number }[] }
  expect(
    examined.checks.filter(({ broken }) => broken > 0),
    where,
  ).toEqual([])
  await end(next.child, 'SIGTERM')
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  return { wasDone }
}
