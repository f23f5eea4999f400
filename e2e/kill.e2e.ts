import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { joinCluster } from '../src/db/cluster.server.ts'
import { OWNER, type Office, hiddenFields, office, publicDrop, registerAdmin, signIn } from './office.ts'
import { PUBLIC_SET, volante } from './site.ts'

/**
 * The site, then its database, is killed in each kind of its work. Afterwards everything acknowledged is there, nothing
 * is half done, and the same form sent again ends where an undisturbed one does.
 */
/** At least once in each kind of work. */
const ROUNDS = Math.max(9, Number(process.env['VOLANTE_KILLS'] ?? 0))
const DATABASE_ROUNDS = Math.ceil(ROUNDS / 3)
// Dozens of starts one after another: a busy machine takes minutes, and that is no failure.
vi.setConfig({ testTimeout: Math.max(900_000, ROUNDS * 60_000), hookTimeout: 900_000 })

const workshop = mkdtempSync(join(tmpdir(), 'volante-kill-'))
const WEEK = '/admin/weekly/2026-W23'

type Running = { url: string; output: () => string; child: ChildProcess }

/** Settings of each of two sites that serve one folder. */
const OF_TWO = { SITES: '2', PUBLIC_URL: 'http://localhost:4000' }

async function start(folder: string, settings: Record<string, string> = {}): Promise<Running> {
  let said = ''
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'build/server/index.js'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      VOLANTE_MODE: 'development',
      DATABASE_URL: '',
      LOG_LEVEL: 'fatal',
      ...settings,
      VOLANTE_DATA: folder,
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.on('data', (chunk) => (said += chunk))
  child.stderr.on('data', (chunk) => (said += chunk))
  for (let tries = 0; tries < 1200; tries++) {
    if (/http:\/\/localhost:\d+/.test(said)) {
      const { port } = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8')) as { port: number }
      return { url: `http://localhost:${port}`, output: () => said, child }
    }
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

/** A copy of a folder in which nothing is running. */
function copyOf(template: string): string {
  const folder = mkdtempSync(join(workshop, 'data-'))
  execFileSync('cp', ['-a', `${template}/.`, folder])
  return folder
}

/** Ends the database and all its processes as a power cut would. */
function killDatabase(folder: string): void {
  const path = join(folder, 'db', 'postmaster.pid')
  if (!existsSync(path)) return
  const postmaster = Number(readFileSync(path, 'utf8').split('\n')[0])
  const helpers = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
  for (const pid of [postmaster, ...helpers.trim().split(/\s+/).map(Number)]) {
    try {
      if (pid > 0) process.kill(pid, 'SIGKILL')
    } catch {
      // The process had ended by itself.
    }
  }
}

/** Counts the rows that the works leave. */
async function counted(folder: string): Promise<Record<string, number>> {
  const cluster = await joinCluster(folder)
  const client = new pg.Client({ connectionString: cluster.ownerUrl })
  await client.connect()
  const changes = (action: string) => `(select count(*)::int from audit_events where action = '${action}')`
  const { rows } = await client.query<Record<string, number>>(`select
    (select count(*)::int from imports) as imports, (select count(*)::int from import_rows) as rows,
    (select count(*)::int from settlements) as settlements, (select count(*)::int from journals) as journals,
    (select count(*)::int from payment_batches) as batches, (select count(*)::int from batch_payments) as payments,
    (select count(*)::int from batch_payments where state = 'paid') as paid,
    (select count(*)::int from run_files) as packed, ${changes('week.pack-statements')} as packings,
    ${changes('final.close')} as closed, ${changes('driver.merge')} as merged, (select least(1, count(*))::int from backups where failure is null) as copies,
    (select count(*)::int from mail_outbox where template = 'test' and state = 'sent') as mailed`)
  await client.end()
  await cluster.leave()
  return rows[0]!
}

type Form = { path: string; fields: Record<string, string> }
/**
 * `isLater`: the queue does the work after it was acknowledged. `isLink`: a link orders the work, and orders it anew
 * once it is done.
 */
type Kind = { form: (office: Office) => Promise<Form>; isLater?: true; isLink?: true }

/**
 * Each kind of work, prepared up to the moment its form is sent; each starts on the folder that the one before it left.
 */
const WORK = {
  'the import': {
    form: async ({ post }) => {
      const dropped = await post('/admin/data/drop?week=2026-W23', publicDrop('drop-of-the-public-set'))
      return { path: new URL(dropped.headers.get('location')!, 'http://x').pathname, fields: {} }
    },
  },
  'the approval': {
    form: async ({ get }) => {
      const fields = hiddenFields(await (await get(`${WEEK}/approval`)).text())
      return { path: `${WEEK}/approval`, fields: { ...fields, leaveUnmatched: 'on' } }
    },
  },
  'the bank file': { form: async () => ({ path: `${WEEK}/batch`, fields: {} }) },
  'the confirmation': {
    form: async ({ get }) => {
      const [path] = /\/admin\/weekly\/batches\/\d+\/payment/.exec(await (await get(WEEK)).text())!
      return { path, fields: {} }
    },
  },
  'the final account': {
    form: async ({ get, post }) => {
      const record = await recordOf(get, LEAVER)
      const day = Temporal.Now.plainDateISO('Europe/Lisbon').subtract({ days: 1 }).toString()
      const leaving = { atDay: day, atTime: '12:00', waitsUntil: day, signsInUntil: '', reason: 'Saiu' }
      await post(`${record}/departure/new`, { ...leaving, idempotencyKey: 'leaves' })
      const page = await (await get(`${record}/departure`)).text()
      const figure = /name="figure" value="(-?\d+)"/.exec(page)![1]!
      return { path: `${record}/departure`, fields: { intent: 'close', figure, reason: 'Conta final' } }
    },
  },
  'the merge': {
    form: async ({ get }) => {
      const [gone, stays] = [await recordOf(get, 'Gémea Segunda'), await recordOf(get, 'Gémea Primeira')]
      return { path: `${gone}/merge`, fields: { into: stays.split('/').at(-1)!, terms: 'stays', reason: 'A mesma' } }
    },
  },
  'the packing of statements': {
    form: async () => ({ path: `${WEEK}/statements.zip`, fields: {} }),
    isLater: true,
    isLink: true,
  },
  'the backup': { form: async () => ({ path: '/admin/system', fields: {} }), isLater: true },
  'the message': { form: async () => ({ path: '/admin/mail', fields: { intent: 'test' } }), isLater: true },
} satisfies Record<string, Kind>

/** The address of a driver's record, found by name in the list of drivers. */
async function recordOf(get: Office['get'], name: string): Promise<string> {
  const page = await (await get(`/admin/drivers?q=${encodeURIComponent(name)}`)).text()
  const found = new RegExp(`href="(/admin/drivers/[0-9a-f-]{36})"[^>]*>(?:<[^>]*>)*${name}`).exec(page)
  if (!found) throw new Error(`${name} is not in the list.`)
  return found[1]!
}

/**
 * The public fleet, enough more drivers to make the packing of their statements long work, and one person with two
 * records.
 */
function roster(): string {
  const known = JSON.parse(readFileSync(join(PUBLIC_SET, 'roster.json'), 'utf8')) as { drivers: { name: string }[] }
  const names = [
    ...Array.from({ length: 24 }, (_, at) => `Motorista Mais ${at + 1}`),
    'Gémea Primeira',
    'Gémea Segunda',
  ]
  const more = names.map((name, at) => ({ id: `M${at + 1}`, name }))
  const path = join(workshop, 'roster.json')
  writeFileSync(path, JSON.stringify({ ...known, drivers: [...known.drivers, ...more] }))
  return path
}
/** The driver whose final account is drawn up. */
const LEAVER = 'Anselmo Tavira Quintão'

type Work = keyof typeof WORK
const WORKS = Object.keys(WORK) as Work[]
const kindOf = (work: Work): Kind => WORK[work]

/** For each work: the folder it starts from, the counts before and after it, and how long it takes. */
const templates = new Map<Work, { folder: string; before: object; after: object; took: number }>()
/** A session that has just signed in, as forms that move money demand. */
const marta = async (url: string) => office(url, await signIn(url, OWNER))

const send = (work: Work, { get, post }: Office, { path, fields }: Form, key: string) =>
  kindOf(work).isLink ? get(path) : post(path, { ...fields, idempotencyKey: key })

/** The counts once they are one of the wanted ones, or after a minute and a half without that. */
async function countedOnce(folder: string, wanted: (left: object) => boolean): Promise<object> {
  for (let tries = 0; tries < 180; tries++) {
    const left = await counted(folder)
    if (wanted(left)) return left
    await pause(500)
  }
  return counted(folder)
}
const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

beforeAll(async () => {
  let folder = mkdtempSync(join(workshop, 'data-'))
  volante(folder, 'fleet', 'load', roster(), '--terms', 'plain')
  const first = await start(folder)
  await registerAdmin(first.url, folder, OWNER)
  await end(first.child, 'SIGTERM')
  for (const work of WORKS) {
    const before = await counted(folder)
    const done = copyOf(folder)
    const site = await start(done)
    const person = await marta(site.url)
    const form = await kindOf(work).form(person)
    const began = performance.now()
    const answer = await send(work, person, form, `undisturbed-${WORKS.indexOf(work)}`)
    expect(answer.status, work).toBe(303)
    const after = kindOf(work).isLater ? await countedOnce(done, (left) => !isSame(left, before)) : await counted(done)
    const took = performance.now() - began
    expect(after, work).not.toEqual(before)
    await end(site.child, 'SIGTERM')
    templates.set(work, { folder, before, after, took })
    folder = done
  }
})

afterAll(() => {
  rmSync(workshop, { recursive: true, force: true, maxRetries: 10 })
})

/**
 * Strikes `count` times, and then until the work was cut short once: on a quick machine every blow may come too late,
 * so each further one comes earlier in the work (`reach`, a share of its undisturbed time).
 */
async function killRepeatedly(
  count: number,
  blow: (round: number, work: (typeof WORKS)[number], reach: number) => Promise<boolean>,
) {
  let wasCutShort = false
  let reach = 1.1
  for (let round = 0; round < count || (!wasCutShort && round < 4 * count); round++) {
    if (round >= count) reach /= 2
    const wasDone = await blow(round, WORKS[round % WORKS.length]!, reach)
    wasCutShort ||= !wasDone
  }
  expect(wasCutShort).toBe(true)
}

test(`${ROUNDS} times the site is killed while it works`, async () => {
  await killRepeatedly(ROUNDS, async (round, work, reach) => {
    const { wasDone } = await strike(round, work, reach, async ({ child }, folder) => {
      await end(child, 'SIGKILL')
      return start(folder)
    })
    return wasDone
  })
})

test(`${DATABASE_ROUNDS} times the database is killed, and the site gets it going again`, async () => {
  await killRepeatedly(DATABASE_ROUNDS, async (round, work, reach) => {
    const { wasDone } = await strike(round, work, reach, async (site, folder) => {
      killDatabase(folder)
      await ready(site)
      return site
    })
    return wasDone
  })
})

test(`${DATABASE_ROUNDS} times one of two sites is killed, and the other goes on`, async () => {
  await killRepeatedly(DATABASE_ROUNDS, async (round, work, reach) => {
    let other: Running | null = null
    const { wasDone } = await strike(
      round,
      work,
      reach,
      async ({ child }) => {
        await end(child, 'SIGKILL')
        return other!
      },
      async (folder) => {
        other = await start(folder, OF_TWO)
        return await start(folder, OF_TWO)
      },
    )
    return wasDone
  })
})

async function ready({ url, child, output }: Running): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    if (child.exitCode !== null) throw new Error(`The site ended with its database: ${output()}`)
    if ((await fetch(`${url}/readyz`).catch(() => null))?.ok) return
    await pause(50)
  }
  throw new Error('The database did not come back.')
}

/** Sends one form, kills at a moment of its life, starts again, checks what is there, and sends it again. */
async function strike(
  round: number,
  work: Work,
  reach: number,
  blow: (site: Running, folder: string) => Promise<Running>,
  begin: (folder: string) => Promise<Running> = start,
): Promise<{ wasDone: boolean }> {
  const { folder: template, before, after, took } = templates.get(work)!
  const folder = copyOf(template)
  const site = await begin(folder)
  const person = await marta(site.url)
  const form = await kindOf(work).form(person)
  const answer = send(work, person, form, `strike-${round}`)
    .then(({ status }) => status)
    .catch(() => null)
  const moment = Math.random() * took * reach
  await pause(moment)
  const next = await blow(site, folder)
  const acknowledged = (await answer) === 303
  const isDone = (left: object) => isSame(left, after)
  const { isLater, isLink } = kindOf(work)
  const left = isLater && acknowledged ? await countedOnce(folder, isDone) : await counted(folder)
  const where = `round ${round}: ${work}, after ${Math.round(moment)} of ${Math.round(took)} ms`
  expect([before, after], where).toContainEqual(left)
  const wasDone = isDone(left)
  if (acknowledged) expect(wasDone, where).toBe(true)

  const later = await marta(next.url)
  if (!isLink || !wasDone) expect((await send(work, later, form, `strike-${round}`)).status, where).toBe(303)
  expect(isLater ? await countedOnce(folder, isDone) : await counted(folder), where).toEqual(after)
  const examined = JSON.parse(volante(folder, 'doctor', '--json')) as { checks: { broken: number }[] }
  expect(
    examined.checks.filter(({ broken }) => broken > 0),
    where,
  ).toEqual([])
  await end(next.child, 'SIGTERM')
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  return { wasDone }
}
