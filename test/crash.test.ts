import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { joinCluster } from '#db/cluster.server.ts'
import { aBucket } from './bucket-server.ts'

// Dozens of processes one after another: a busy machine takes minutes, and that is no failure.
vi.setConfig({ testTimeout: 3_600_000 })

/** The command line and its database are killed at random moments: nothing half done may be there afterwards. */
const PUBLIC = 'test/fixtures/public'
const FOLDERS = ['uber', 'bolt', 'viaverde', 'prio'].map((folder) => join(PUBLIC, folder))
const EXPECTED = JSON.parse(readFileSync(join(PUBLIC, 'expected.json'), 'utf8'))
const PUBLIC_FILES = FOLDERS.flatMap((folder) => readdirSync(folder)).length
/** How often each is killed: `npm run slow -- kills` does it thirty times. */
const ROUNDS = Number(process.env['VOLANTE_KILLS'] ?? 3)
const workshop = mkdtempSync(join(tmpdir(), 'volante-crash-'))
const folders: string[] = []

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any
type Ended = { code: number | null; signal: NodeJS.Signals | null; json: Json; errors: string; took: number }

/** Settings of the store in which the commands keep files; without any, on the disk. */
let store: NodeJS.ProcessEnv = {}

function start(folder: string, ...args: string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const words = ['--disable-warning=ExperimentalWarning', 'src/cli.ts', '--data', folder, ...args, '--json']
  const child = spawn(process.execPath, words, {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: '', ...store },
  })
  const began = performance.now()
  const said = { out: '', errors: '' }
  child.stdout.on('data', (text) => (said.out += text))
  child.stderr.on('data', (text) => (said.errors += text))
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => {
      const json = code === null || said.out === '' ? null : JSON.parse(said.out.trim().split('\n').at(-1)!)
      resolve({ code, signal, json, errors: said.errors, took: performance.now() - began })
    })
  })
  return { child, ended }
}

const volante = (folder: string, ...args: string[]) => start(folder, ...args).ended

/** Runs a command and kills it after a number of milliseconds, if it still runs. */
async function killed(after: number, folder: string, ...args: string[]): Promise<Ended> {
  const { child, ended } = start(folder, ...args)
  await Promise.race([pause(after), ended])
  child.kill('SIGKILL')
  return ended
}

/** Copies a folder once its database has stopped: a copy made while it stops would be torn. */
async function copyOf(template: string): Promise<string> {
  await vi.waitUntil(() => postmasterOf(template) === null, { timeout: 60_000, interval: 50 })
  const folder = newFolder()
  execFileSync('cp', ['-a', `${template}/.`, folder])
  return folder
}

function newFolder(): string {
  const folder = mkdtempSync(join(workshop, 'data-'))
  folders.push(folder)
  return folder
}

function postmasterOf(folder: string): number | null {
  const path = join(folder, 'db', 'postmaster.pid')
  return existsSync(path) ? Number(readFileSync(path, 'utf8').split('\n')[0]) : null
}

/** Ends the database of a folder, if it still runs, and forgets the folder. */
function remove(folder: string) {
  const pid = postmasterOf(folder)
  try {
    if (pid) process.kill(pid, 'SIGKILL')
  } catch {
    // The process had ended by itself.
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}

async function ask(folder: string, query: string): Promise<Json[]> {
  const cluster = await joinCluster(folder)
  const client = new pg.Client({ connectionString: cluster.ownerUrl })
  await client.connect()
  const { rows } = await client.query(query)
  await client.end()
  await cluster.leave()
  return rows
}

async function balances(folder: string) {
  const { json } = await volante(folder, 'statements', '2026-W23')
  return Object.fromEntries(json.drivers.map(({ ref, net }: Json) => [ref, net]))
}
const EXPECTED_BALANCES = Object.fromEntries(
  Object.entries<Json>(EXPECTED.drivers).map(([ref, { balance }]) => [ref, balance]),
)

async function proveIntact(folder: string) {
  const { code, json } = await volante(folder, 'doctor')
  expect([code, json.checks.filter(({ broken }: Json) => broken > 0)]).toEqual([0, []])
}

let withFleet: string
let withWeek: string
let firstTook: number
let importTook: number
let approvalTook: number

beforeAll(async () => {
  withFleet = newFolder()
  firstTook = (await volante(withFleet, 'fleet', 'load', join(PUBLIC, 'roster.json'), '--terms', 'plain')).took
  withWeek = await copyOf(withFleet)
  importTook = (await volante(withWeek, 'import', ...FOLDERS)).took
  const approved = await copyOf(withWeek)
  approvalTook = (await volante(approved, 'approve', '2026-W23', '--leave-unmatched')).took
  remove(approved)
})

afterAll(() => {
  for (const folder of folders) remove(folder)
  rmSync(workshop, { recursive: true, force: true })
})

const keptOnDisk = (folder: string) =>
  readdirSync(join(folder, 'files'), { recursive: true, encoding: 'utf8' }).filter((name) => /[\da-f]{64}/.test(name))

/** Moments over the life of a command, one in each part of it. */
const moments = (took: number, count = ROUNDS) =>
  Array.from({ length: count }, (_, at) => Math.round(((at + Math.random()) * took) / count))

test('a command line killed in mid-import leaves each file whole or absent, and the next one goes on', async () => {
  let midway = 0
  const planned = moments(importTook * 1.3).toSorted(() => Math.random() - 0.5)
  // The latest moment that was too early and the earliest that was too late, as on a machine that is busier or quieter
  // than before: further kills come around the two.
  let [early, late] = [0, importTook * 1.3]
  // A moment that was too early while others were at work may be too late in a quiet moment: widen the range.
  const around = () => {
    const [from, to] = [Math.min(early, late) * 0.6, Math.max(early, late) * 1.4]
    return Math.round(from + (to - from) * Math.random())
  }
  for (let round = 0; round < ROUNDS || (midway === 0 && round < ROUNDS + 40); round++) {
    const moment = planned[round] ?? around()
    const folder = await copyOf(withFleet)
    await killed(moment, folder, 'import', ...FOLDERS)
    const files = await ask(
      folder,
      `select name, data_rows::int as "dataRows", (select count(*)::int from import_rows where import_id = imports.id) as rows,
        (select count(*)::int from audit_events where subject = 'import:' || imports.id) as events from imports`,
    )
    expect(
      files.filter(({ dataRows, rows, events }) => dataRows !== rows || events !== 1),
      `killed after ${moment} ms`,
    ).toEqual([])
    if (files.length > 0 && files.length < PUBLIC_FILES) midway++
    else if (files.length === 0) early = Math.max(early, Math.min(moment, late))
    else late = Math.min(late, Math.max(moment, early))

    const again = await volante(folder, 'import', ...FOLDERS)
    const states = again.json.files.map(({ status }: Json) => status)
    expect(states.filter((status: string) => status === 'duplicate')).toHaveLength(files.length)
    expect(await balances(folder)).toEqual(EXPECTED_BALANCES)
    remove(folder)
  }
  expect(midway).toBeGreaterThan(0)
})

test('a command line killed in mid-approval leaves a week approved for all or for none', async () => {
  for (const moment of moments(approvalTook)) {
    const folder = await copyOf(withWeek)
    await killed(moment, folder, 'approve', '2026-W23', '--leave-unmatched')
    const [left] = await ask(
      folder,
      `select (select count(*)::int from settlements) as statements, (select count(*)::int from journals) as journals,
        (select count(*)::int from audit_events where action = 'week.approve') as events,
        (select coalesce(sum(amount_cents), 0)::int from entries) as sum`,
    )
    const none = { statements: 0, journals: 0, events: 0, sum: 0 }
    expect([none, { statements: 8, journals: 8, events: 1, sum: 0 }], `killed after ${moment} ms`).toContainEqual(left)

    const { json } = await volante(folder, 'approve', '2026-W23', '--leave-unmatched')
    expect([json.approved.length, json.already]).toEqual([8 - left.statements, left.statements])
    await proveIntact(folder)
    remove(folder)
  }
})

test('files that move to a bucket, however often the move is killed, all arrive, and none is left behind or lost', async () => {
  const bucket = await aBucket()
  store = { ...bucket.settings, FILES_STORE: 's3://frota/operador' }
  try {
    const whole = await copyOf(withWeek)
    expect((await volante(whole, 'files', 'move')).json).toMatchObject({ moved: 9, missing: 0 })
    const arrived = [...bucket.objects.keys()].toSorted()
    const { objects } = bucket
    const takeIn = objects.set.bind(objects)
    for (let round = 0; round < ROUNDS; round++) {
      objects.clear()
      const folder = await copyOf(withWeek)
      expect(keptOnDisk(folder)).toHaveLength(9)
      const { child, ended } = start(folder, 'files', 'move')
      // Kill it in the moment in which `some` files have arrived, before it is told so.
      const some = 1 + Math.floor(Math.random() * 8)
      objects.set = (name, bytes) => {
        takeIn(name, bytes)
        if (objects.size === some) child.kill('SIGKILL')
        return objects
      }
      expect((await ended).signal).toBe('SIGKILL')
      objects.set = takeIn
      expect(objects.size).toBe(some)
      const { json } = await volante(folder, 'files', 'move')
      expect([json.moved + json.there, json.missing]).toEqual([9, 0])
      expect([[...objects.keys()].toSorted(), keptOnDisk(folder)]).toEqual([arrived, []])
      await proveIntact(folder)
      remove(folder)
    }
  } finally {
    store = {}
    await bucket.stop()
  }
})

test('a first start that is killed does not hinder the next one', async () => {
  for (const moment of moments(firstTook, 6)) {
    const folder = newFolder()
    await killed(moment, folder, 'fleet', 'load', join(PUBLIC, 'roster.json'), '--terms', 'plain')
    const { code, json, errors } = await volante(
      folder,
      'fleet',
      'load',
      join(PUBLIC, 'roster.json'),
      '--terms',
      'plain',
    )
    expect([json?.drivers?.added, json?.error?.code], `killed after ${moment} ms: ${errors}`).toContainEqual(
      code === 0 ? 8 : 'fleet.not-empty',
    )
    // The queue is whole too: an approval orders work through it.
    await ask(folder, `select order_job('crash.test', '{}')`)
    remove(folder)
  }
})

test('when the database itself is killed, the command says so and the next one recovers', async () => {
  let met = 0
  for (let tries = 0; met === 0 && tries < 30; tries++) {
    const folder = await copyOf(withFleet)
    const { ended } = start(folder, 'import', ...FOLDERS)
    while (postmasterOf(folder) === null) await pause(5)
    await pause(importTook * 0.15 * Math.random())
    // The command may have ended meanwhile, and its database with it.
    const pid = postmasterOf(folder)
    if (pid !== null) process.kill(pid, 'SIGKILL')
    const { code, json } = await ended
    // A quick machine may be done before the kill; then the round proves nothing, and is repeated.
    if (code === 1) met++
    expect([0, 1]).toContain(code)
    if (code === 1) expect(json).toBe(null)
    await volante(folder, 'import', ...FOLDERS)
    expect(await balances(folder)).toEqual(EXPECTED_BALANCES)
    await proveIntact(folder)
  }
  expect(met).toBe(1)
})
