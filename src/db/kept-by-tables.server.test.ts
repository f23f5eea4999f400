import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { activityOfWeeks } from '#features/adjustments/activity/queries.server.ts'
import { listBroughtWeeks } from '#features/adjustments/referrals/queries.server.ts'
import { termsInForce } from '#features/fleet/terms/queries.server.ts'
import { idsOfWeeks, listLiveRows } from '#features/imports/rows/queries.server.ts'
import { maybeUnmatched, readDirectory } from '#features/imports/owners/queries.server.ts'
import { showFleet } from '#features/papers/readiness/queries.server.ts'
import { rowsOfOthers } from '#features/settlements/present-drivers/queries.server.ts'
import { tollsOfWeeks } from '#features/settlements/tolls/queries.server.ts'
import { listHeld } from '#features/weeks/cars/queries.server.ts'
import { bookedInWeeks, carsInWeeks, figuresOfWeeks } from '#features/weeks/figures/queries.server.ts'
import { pastWeeks } from '#features/weeks/forecasts/queries.server.ts'
import { figuresOfStatements } from '#features/weeks/radar/queries.server.ts'
import { readTimesOfAll } from '#features/weeks/working-times/queries.server.ts'
import { sumsOfWeeks } from '#features/weeks/week-sources/queries.server.ts'
import { runAs } from '#platform/work.ts'
import { PUBLIC_FILES, WEEK, aFleet, asOwner, drop } from '#test/factories.ts'
import { statementsOf } from '#test/statements.ts'
import { db, inTransaction } from './client.server.ts'
import { Connection } from './connection.server.ts'
import { keptByTables } from './kept-by-tables.server.ts'
import type { DB } from './types.ts'

/** Counts the marks of a week, kept; `readings` counts how often they were read. */
function marks() {
  const seen = { readings: 0 }
  const show = keptByTables(
    (name: string) => name,
    () => [{ table: 'week_marks', where: sql<boolean>`week = ${WEEK}::date` }],
    async (name, on) => {
      seen.readings += 1
      const rows = await on.selectFrom('week_marks').select('id').where('week', '=', WEEK).execute()
      return { name, marks: rows.length }
    },
    2,
  )
  return { seen, show }
}
const mark = (on: Pick<Kysely<DB>, 'insertInto'> = db, week = WEEK) =>
  on.insertInto('week_marks').values({ week }).execute()

test('what was read is answered again while its rows are the same, whatever else is written', async () => {
  const { seen, show } = marks()
  const before = await show('a', db)
  await mark(db, '2020-01-06' as typeof WEEK)
  await db.selectFrom('drivers').select('id').execute()
  expect(await show('a', db)).toBe(before)
  await mark()
  expect(await show('a', db)).toEqual({ name: 'a', marks: before.marks + 1 })
  expect(seen.readings).toBe(2)
})

test('what a page asks of tables at the same time is one statement, and no page asks in the name of another', async () => {
  const of = (name: string) =>
    keptByTables(
      () => name,
      () => [{ table: 'week_marks' }, { table: 'drivers' }],
      async () => name,
      1,
    )
  const [one, other] = [of('a'), of('b')]
  const ask = () => Promise.all([one('', db), other('', db)])
  const [asked, ...more] = await statementsOf(ask)
  expect(more).toEqual([])
  expect(asked!.words.match(/from "week_marks"/g)).toHaveLength(1)
  expect(await statementsOf(() => Promise.all([runAs('page', ask), runAs('page', ask)]))).toHaveLength(2)
  expect(await statementsOf(() => Promise.all([ask(), inTransaction((tx) => one('', tx))]))).toHaveLength(4)
})

test('an answer that several ask for at the same time is read once, and whoever waited for a reading that failed reads anew', async () => {
  const { seen, show } = marks()
  const [one, other] = await Promise.all([show('a', db), show('a', db)])
  expect(one).toBe(other)
  expect(seen.readings).toBe(1)

  let readings = 0
  const show2 = keptByTables(
    (name: string) => name,
    () => [{ table: 'week_marks' }],
    async () => {
      readings += 1
      await sql`select pg_sleep(0.05)`.execute(db)
      if (readings === 1) throw new Error('the connection is gone')
      return readings
    },
    2,
  )
  const answers = await Promise.allSettled([show2('b', db), show2('b', db)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await show2('b', db)).toBeGreaterThan(1)
})

test('a transaction that holds a connection waits for nobody’s reading, and gets what was read', async () => {
  const first = Promise.withResolvers<void>()
  let readings = 0
  const show = keptByTables(
    (name: string) => name,
    () => [{ table: 'week_marks' }],
    async () => {
      readings += 1
      const own = readings
      if (own === 1) await first.promise
      return own
    },
    2,
  )
  const slow = show('a', db)
  await vi.waitFor(() => expect(readings).toBe(1))
  expect(await inTransaction((tx) => show('a', tx))).toBe(2)
  first.resolve()
  expect(await slow).toBe(1)
  expect(await inTransaction((tx) => show('a', tx))).toBe(2)
  expect(readings).toBe(2)
})

test('a row that goes while another comes, and one that only changes, are seen', async () => {
  const { show } = marks()
  await mark()
  const before = await show('a', db)
  await inTransaction(async (tx) => {
    await sql`delete from week_marks where id = (select min(id) from week_marks where week = ${WEEK}::date)`.execute(tx)
    await mark(tx)
  })
  const after = await show('a', db)
  expect(after).toEqual(before)
  expect(after).not.toBe(before)
})

test('inside a transaction its own changes count, and are gone with it', async () => {
  const { show } = marks()
  const before = await show('a', db)
  await inTransaction(async (tx) => {
    await mark(tx)
    expect((await show('a', tx)).marks).toBe(before.marks + 1)
    expect((await show('a', db)).marks).toBe(before.marks)
    throw new Error('taken back')
  }).catch(() => {})
  expect((await show('a', db)).marks).toBe(before.marks)
})

const asked: CompiledQuery[] = []
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] })
const watched = new Kysely<DB>({
  dialect: new PostgresDialect({
    pool: { connect: async () => new Connection(await pool.connect(), { prepares: false }), end: () => pool.end() },
  }),
  log: ({ query }) => void asked.push(query),
})
afterAll(() => watched.destroy())

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

/** Lists the tables that a statement reads, by its plan: also those behind a view or a function. */
async function tablesOf({ sql: text, parameters }: CompiledQuery): Promise<string[]> {
  const { rows } = await pool.query<{ 'QUERY PLAN': unknown }>(`explain (format json) ${text}`, [...parameters])
  return [...JSON.stringify(rows[0]!['QUERY PLAN']).matchAll(/"Relation Name":"(\w+)"/g)].map(([, name]) => name!)
}

test.each([
  ['whose rows are', (on: Kysely<DB>) => readDirectory(on, WEEK), []],
  ['what is agreed', (on: Kysely<DB>) => termsInForce(on, WEEK), []],
  // Rows and files never change in their content, and each statement that moves rows moves their count.
  ['which rows count', (on: Kysely<DB>) => listLiveRows(WEEK, on), ['import_rows', 'imports']],
  ['which rows may have nobody', (on: Kysely<DB>) => maybeUnmatched(null, on), ['import_rows']],
  ['what a week was brought', (on: Kysely<DB>) => sumsOfWeeks([WEEK], on), ['import_rows']],
  // Journals never change, and accounts keep their names.
  ['what closed weeks booked', (on: Kysely<DB>) => bookedInWeeks([WEEK], on), ['entries', 'ledger_accounts']],
  // The content of a row never changes, and each run that moves days moves the mark of their week.
  ['what each did in a week', (on: Kysely<DB>) => activityOfWeeks([WEEK], on), ['import_rows', 'platform_days']],
  // The content of a row never changes.
  ['what a week behind came to', (on: Kysely<DB>) => pastWeeks([WEEK], on), ['import_rows']],
  ['which rows a week was brought', (on: Kysely<DB>) => idsOfWeeks([WEEK], on), ['import_rows']],
  ['what files say of tolls', (on: Kysely<DB>) => tollsOfWeeks([WEEK], on), ['import_rows']],
  ['who may drive', (on: Kysely<DB>) => showFleet('2026-06-08', on), []],
  // Journals and statements never change, and accounts keep their names.
  [
    'what a week brought by car',
    (on: Kysely<DB>) => listHeld([WEEK], on),
    ['entries', 'ledger_accounts', 'settlement_lines'],
  ],
  ['what was brought by whom', (on: Kysely<DB>) => listBroughtWeeks([UNKNOWN_ID], on), ['settlement_lines']],
  ['what statements came to', (on: Kysely<DB>) => figuresOfStatements([WEEK], on), []],
  ['which rows others may have', (on: Kysely<DB>) => rowsOfOthers([`${WEEK} ${UNKNOWN_ID}`], on), ['import_rows']],
  [
    'the company over closed weeks',
    (on: Kysely<DB>) => figuresOfWeeks([WEEK], on),
    ['entries', 'ledger_accounts', 'settlement_lines'],
  ],
  ['which cars were driven', (on: Kysely<DB>) => carsInWeeks([WEEK], on), []],
  // Files of a record and rows never change in their content, and each run that moves orders or days moves the mark of
  // their week.
  [
    'when everybody worked',
    (on: Kysely<DB>) => readTimesOfAll({ from: '2026-05-30', until: '2026-06-14' }, on),
    ['working_times', 'platform_orders', 'platform_days', 'import_rows'],
  ],
])('every table that is read of %s is one whose changes are seen', async (_, read, fixed) => {
  await aFleet()
  await drop(PUBLIC_FILES)
  // Names are read while the answer is made: rows of another version are read again here.
  await asOwner('update source_keys set value = value')
  asked.length = 0
  await read(watched)
  const [version, ...rest] = [...asked]
  expect(rest.length).toBeGreaterThan(0)
  const seen = new Set([...(await tablesOf(version!)), ...fixed])
  const behind = await Promise.all(rest.map(tablesOf))
  expect(behind.flat().filter((table) => !seen.has(table))).toEqual([])
})

test('nobody can change what a row says, or the name of a file', async () => {
  await aFleet()
  await drop(PUBLIC_FILES)
  const owner = new pg.Client({ connectionString: process.env['DATABASE_OWNER_URL'] })
  await owner.connect()
  for (const change of [
    'update import_rows set amount_cents = amount_cents + 1',
    `update import_rows set keys = '[]'`,
    `update imports set name = 'outro'`,
  ])
    await expect(owner.query(change), change).rejects.toThrow('written once')
  await owner.query('update import_rows set state = state')
  await owner.end()
})

test('every statement that makes a row count, or count no more, moves the count of its week', async () => {
  await aFleet()
  await drop(PUBLIC_FILES)
  const owner = new pg.Client({ connectionString: process.env['DATABASE_OWNER_URL'] })
  await owner.connect()
  const versions = async () =>
    (await owner.query('select import_id, source, xmin::text from import_weeks order by 1, 2')).rows
  const toll = `(select id from import_rows where kind = 'toll' and state = 'live' order by id limit 1)`
  for (const change of [
    `update import_rows set state = 'undone' where id = ${toll}`,
    `update import_rows set state = 'live' where id = (select id from import_rows where state = 'undone' limit 1)`,
    // One row is exchanged for another: the count stays the same.
    `update import_rows set state = case state when 'live' then 'undone' else 'live' end
       where id in (select id from import_rows where kind = 'toll' and state = 'live' order by id limit 1)
         or id in (select id from import_rows where kind = 'toll' and state = 'undone' order by id limit 1)`,
  ]) {
    const before = await versions()
    await owner.query(change)
    expect(await versions(), change).not.toEqual(before)
  }
  await owner.end()
})
