import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { closeDatabase, db, inTransaction, openDatabase } from '#db/client.server.ts'
import { keptByTables } from '#db/kept-by-tables.server.ts'
import { handler, nextWork, order, startQueue } from '#db/queue.server.ts'
import { job } from '#db/job.ts'
import { migrate } from '#db/migrate.server.ts'
import { bringUpToDate } from '#db/up-to-date.server.ts'
import { inTurn } from '#features/files/turns/commands.server.ts'
import { HostedOperators } from '#host/hosted-operators.server.ts'
import {
  closeOperator,
  createOperator,
  deleteOperator,
  findOperator,
  type KnownOperator,
  listClosed,
  listOperators,
  operatorsIn,
  reopenOperator,
  settingsOf,
  writeTimes,
} from '#host/operators.server.ts'
import { asOperator, becomeHost, currentOperator, type Operator, operatorOf } from '#platform/operator.ts'
import { runAs } from '#platform/work.ts'
import { z } from 'zod'

/** Two operators of one host, each with a database of its own in the same cluster. */
const host = mkdtempSync(join(tmpdir(), 'volante-host-'))
const masterUrl = inject('ownerUrl')
let back = () => {}
let alfa: KnownOperator
let beta: KnownOperator

/**
 * Creates an operator. The second one is a copy of the first, even the versions of its rows: anything mixed up would
 * look the same in both.
 */
async function create(name: string, from?: string): Promise<KnownOperator> {
  const about = { name, hosts: [`${name}.test`], url: `https://${name}.test` }
  return createOperator(host, masterUrl, about, async (settings) => {
    if (from === undefined) return void (await migrate(settings['DATABASE_OWNER_URL'] ?? ''))
    await asMaster('volante', `drop database op_${name}`)
    await asMaster('volante', `create database op_${name} template op_${from} strategy file_copy`)
    await asMaster(`op_${name}`, `reassign owned by op_${from}_owner to op_${name}_owner`)
    await asMaster('volante', `alter database op_${from} owner to op_${from}_owner`)
    await asMaster('volante', `alter database op_${name} owner to op_${name}_owner`)
    await asMaster('volante', `revoke connect, temporary on database op_${name} from public`)
    await asMaster('volante', `grant connect, temporary on database op_${name} to op_${name}_app`)
  })
}

async function asMaster(database: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({
    connectionString: Object.assign(new URL(masterUrl), { pathname: `/${database}` }).href,
  })
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  mkdirSync(operatorsIn(host), { recursive: true })
  alfa = await create('hostalfa')
  beta = await create('hostbeta', 'hostalfa')
  back = becomeHost()
})
afterAll(async () => {
  back()
  for (const { name } of listOperators(host))
    await closeOperator(host, masterUrl, findOperator(host, name)!, async () => {})
  for (const name of listClosed(host)) if (!name.includes('-')) await deleteOperator(host, masterUrl, name)
  rmSync(host, { recursive: true })
})

async function answers(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return (await client.query<{ name: string }>('select current_database() as name')).rows[0]!.name
  } catch (error) {
    return (error as Error).message
  } finally {
    await client.end().catch(() => undefined)
  }
}

const at = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/op_${name}` }).href

test('neither role of one operator may connect to the database of another, nor may those of the host that everybody is', async () => {
  const of = settingsOf(alfa, masterUrl)
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const) {
    expect(await answers(of[name]!)).toBe('op_hostalfa')
    expect(await answers(at(of[name]!, 'hostbeta'))).toContain('permission denied')
  }
  expect(await answers(at(inject('appUrl'), 'hostalfa'))).toContain('permission denied')
})

const setting = keptByTables(
  (name: string) => name,
  () => [{ table: 'company' }],
  async (_, on) => (await sql<{ name: string }>`select current_database() as name`.execute(on)).rows[0]!.name,
  10,
)

test('answers that are kept while nothing changes are kept for each operator: the same versions in two databases do not give the same answer', async () => {
  const [one, other] = [alfa, beta].map((known) => operatorOf(known.name, settingsOf(known, masterUrl)))
  const asked = () => setting('the same name', db)
  expect(await asOperator(one!, asked)).toBe('op_hostalfa')
  expect(await asOperator(other!, asked)).toBe('op_hostbeta')
  expect(await asOperator(one!, asked)).toBe('op_hostalfa')
  for (const operator of [one!, other!]) await asOperator(operator, closeDatabase)
})

test('whoever fills the places for files of one operator takes none of another, and none of the other accounts of their own', async () => {
  const inside: string[] = []
  const ends: Promise<unknown>[] = []
  const { promise: untilDone, resolve: done } = Promise.withResolvers<void>()
  const operators = [alfa, beta].map((known) => operatorOf(known.name, settingsOf(known, masterUrl)))
  const send = (operator: Operator, sender: string) =>
    asOperator(operator, () => {
      const act = () => (inside.push(`${operator.name} ${sender}`), untilDone)
      ends.push(runAs('page', () => inTurn('panel', act, 200).catch(String), sender))
    })
  for (let times = 0; times < 6; times++) send(operators[0]!, 'Ana')
  await vi.waitFor(() => expect(inside).toEqual(['hostalfa Ana']))
  send(operators[0]!, 'Rui')
  send(operators[1]!, 'Ana')
  await vi.waitFor(() => expect(inside.toSorted()).toEqual(['hostalfa Ana', 'hostalfa Rui', 'hostbeta Ana']))
  done()
  await Promise.all(ends)
  for (const operator of operators) await asOperator(operator, closeDatabase)
})

/** The lock that a migrator holds while it works. */
const MIGRATING = 4_201_870
/** Connections of alfa that wait for this lock. */
const waiting = async () =>
  (
    await asMaster(
      'volante',
      `select from pg_stat_activity where datname = 'op_hostalfa' and application_name like 'volante migrate%' and wait_event_type = 'Lock'`,
    )
  ).rowCount

test('an operator that wakes checks once that all is as its note says; otherwise it is migrated, or waits for whoever does that', async () => {
  const settings = settingsOf(alfa, masterUrl)
  const url = new URL(settings['DATABASE_OWNER_URL']!)
  url.searchParams.delete('application_name')
  const note = join(alfa.folder, 'data', 'up-to-date')
  const wakes = (times = 1) =>
    asOperator(operatorOf(alfa.name, settings), () =>
      Promise.all(Array.from({ length: times }, () => bringUpToDate(url.href))),
    )
  // Two at once wake an operator that no host has woken yet.
  await wakes(2)
  const mark = readFileSync(note, 'utf8')
  expect(mark).toMatch(/^[0-9a-f]{64}$/)

  const owner = new pg.Client({ connectionString: url.href })
  await owner.connect()
  const { rows } = await owner.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name desc limit 1',
  )
  const last = rows[0]!
  try {
    // An operator that needs no migration does not wait for a migrator at work.
    await owner.query('select pg_advisory_lock($1)', [MIGRATING])
    await wakes()
    // An operator whose last migration is missing, or whose note is from another program, waits for the lock, and does
    // nothing twice.
    for (const make of [
      () => owner.query('delete from schema_migrations where name = $1', [last.name]),
      async () => writeFileSync(note, 'of another program'),
    ]) {
      await make()
      const woken = wakes(2)
      await vi.waitUntil(async () => (await waiting()) === 2, { timeout: 20_000 })
      await owner.query('insert into schema_migrations (name, checksum) values ($1, $2) on conflict do nothing', [
        last.name,
        last.checksum,
      ])
      await owner.query('select pg_advisory_unlock($1)', [MIGRATING])
      await woken
      expect(readFileSync(note, 'utf8')).toBe(mark)
      await owner.query('select pg_advisory_lock($1)', [MIGRATING])
    }
    await owner.query('select pg_advisory_unlock($1)', [MIGRATING])
    // The note does not spare a start its refusals.
    await owner.query('update schema_migrations set checksum = $1 where name = $2', ['another', last.name])
    await expect(wakes()).rejects.toThrow('was changed after it was applied')
    await owner.query('update schema_migrations set checksum = $1 where name = $2', [last.checksum, last.name])
    await owner.query(`insert into field_keys (id) values ('0badc0de')`)
    await expect(wakes()).rejects.toMatchObject({ code: 'keys.missing' })
  } finally {
    await owner.query(`delete from field_keys where id = '0badc0de'`)
    await owner.end()
  }
  await wakes()
})

test('an operator that wakes while the database has no connection left has its turn once another one sleeps or leaves', async () => {
  const wake = async ({ name }: Operator) => {
    await openDatabase()
    return { ...{ served: name, nextWork: async () => null, order: async () => {} }, end: closeDatabase }
  }
  for (const known of [alfa, beta]) writeTimes(known, { due: null, daily: Date.now(), often: Date.now() })
  const limits = { quiet: 60_000, quietStreams: 60_000, wakes: 2, rest: 0, patience: 20_000 }
  const operators = new HostedOperators(wake, (known) => settingsOf(known, masterUrl), limits)
  await operators.know(listOperators(host))
  const asked = { isStream: false, ended: Promise.resolve() }
  const ask = (name: string) => operators.at(`${name}.test`, asked, () => sql`select 1`.execute(db).then(() => name))
  try {
    expect(await ask('hostbeta')).toBe('hostbeta')
    await asMaster('volante', 'alter database op_hostalfa connection limit 0')
    const woken = ask('hostalfa')
    await vi.waitUntil(() => operators.counts().awake === 1 && operators.counts().waking === 1, { timeout: 10_000 })
    await asMaster('volante', 'alter database op_hostalfa connection limit -1')
    expect(await woken).toBe('hostalfa')
    // The idle operator made room, and wakes again when it is asked.
    expect(operators.counts().awake).toBe(1)
    expect(await ask('hostbeta')).toBe('hostbeta')
  } finally {
    await asMaster('volante', 'alter database op_hostalfa connection limit -1')
    await operators.end()
  }
})

const tell = job('host-test-tell', z.object({ word: z.string() }))

test('work that comes due while its operator sleeps wakes that operator, and no other', async () => {
  const done: string[] = []
  const handlers = handler(tell, async ({ word }) => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
    done.push(`${word} ${currentOperator().name} ${rows[0]!.name}`)
  })
  const woken: string[] = []
  const wake = async ({ name }: Operator) => {
    woken.push(name)
    await openDatabase()
    const queue = await startQueue(handlers)
    return {
      ...{ served: name, nextWork, order: async () => {} },
      end: async () => {
        await queue.stop()
        await closeDatabase()
      },
    }
  }
  for (const known of [alfa, beta]) writeTimes(known, { due: null, daily: Date.now(), often: Date.now() })
  const operators = new HostedOperators(wake, (known) => settingsOf(known, masterUrl), {
    quiet: 0,
    quietStreams: 0,
    wakes: 2,
    rest: 500,
    patience: 10_000,
  })
  await operators.know(listOperators(host))
  await operators.at('hostalfa.test', { isStream: false, ended: Promise.resolve() }, () =>
    inTransaction((tx) => order(tx, tell, { word: 'later' })).then(() => sql`select 1`.execute(db)),
  )
  const until = async (isSo: () => boolean) => {
    for (let tries = 0; tries < 500 && !isSo(); tries++) {
      await operators.look()
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  await until(() => done.length === 1 && operators.counts().awake === 0)
  expect(done).toEqual(['later hostalfa op_hostalfa'])
  // An operator that sleeps has no connection: a backend ends a moment after its client. Its clock goes on.
  const connections = async () =>
    (await asMaster('volante', `select from pg_stat_activity where datname like 'op_host%'`)).rows.length
  await expect.poll(connections, { timeout: 20_000 }).toBe(0)
  const owner = new pg.Client({ connectionString: settingsOf(alfa, masterUrl)['DATABASE_OWNER_URL'] })
  await owner.connect()
  await owner.query(
    `select graphile_worker.add_job('host-test-tell', '{"word":"asleep"}', run_at => now() + interval '1 second')`,
  )
  await owner.end()
  writeTimes(alfa, { due: Date.now() + 1_000, daily: Date.now(), often: Date.now() })
  await operators.know([])
  await operators.know(listOperators(host))
  await until(() => done.length === 2)
  expect(done[1]).toBe('asleep hostalfa op_hostalfa')
  expect(new Set(woken)).toEqual(new Set(['hostalfa']))
  await operators.end()
})

test('an operator is closed with a last act, is taken in again as it was, and is deleted but for its backups, alone', async () => {
  const seen: string[] = []
  const place = await closeOperator(host, masterUrl, beta, async (settings) => {
    seen.push(await answers(settings['DATABASE_URL']!))
    mkdirSync(join(beta.folder, 'data', 'backups'), { recursive: true })
  })
  expect(seen).toEqual(['op_hostbeta'])
  expect(listOperators(host).map(({ name }) => name)).toEqual(['hostalfa'])
  expect(await answers(settingsOf({ ...beta, folder: place! }, masterUrl)['DATABASE_OWNER_URL']!)).toContain(
    'not currently accepting connections',
  )
  const again = await reopenOperator(host, masterUrl, 'hostbeta')
  expect(await answers(settingsOf(again, masterUrl)['DATABASE_URL']!)).toBe('op_hostbeta')
  await closeOperator(host, masterUrl, again, async () => {})
  const kept = await deleteOperator(host, masterUrl, 'hostbeta')
  expect(readdirSync(kept)).toEqual(['data'])
  expect(readdirSync(join(kept, 'data'))).toEqual(['backups'])
  expect(await answers(at(masterUrl, 'hostbeta'))).toContain('does not exist')
  expect(await answers(settingsOf(alfa, masterUrl)['DATABASE_URL']!)).toBe('op_hostalfa')
})

test('an operator that cannot be filled leaves nothing behind', async () => {
  const fails = createOperator(
    host,
    masterUrl,
    { name: 'hostgama', hosts: ['gama.test'], url: 'https://gama.test' },
    () => Promise.reject(new Error('a damaged backup')),
  )
  await expect(fails).rejects.toThrow('a damaged backup')
  expect(listOperators(host).map(({ name }) => name)).toEqual(['hostalfa'])
  expect(await answers(at(masterUrl, 'hostgama'))).toContain('does not exist')
})
