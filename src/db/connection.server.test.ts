import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Work, runAs } from '#platform/work.ts'
import { connectionOf, db, inTransaction, poolTo } from './client.server.ts'
import { Connection, PREPARED, PREPARED_GENERIC_PLAN } from './connection.server.ts'
import { askByOnePlan, askTogether } from './together.server.ts'
import type { DB } from './types.ts'

/** A database of one connection, so that what it has prepared can be asked. */
let page: Kysely<DB>
beforeEach(() => {
  const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 1 })
  page = new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: { connect: async () => new Connection(await pool.connect(), { prepares: true }), end: () => pool.end() },
    }),
  })
})
afterEach(() => page.destroy())
afterEach(() => vi.unstubAllEnvs())

async function prepared(on: Kysely<DB> = page): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where statement !~ 'prepared'`.execute(on)
  return rows.map(({ statement }) => statement)
}

async function thrice(ask: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < 3; time++) await ask()
}

async function asOwner(...statements: readonly string[]): Promise<void> {
  const owner = new pg.Client({ connectionString: process.env['DATABASE_OWNER_URL'] })
  await owner.connect()
  for (const statement of statements) await owner.query(statement)
  await owner.end()
}

test('a question to which nothing is said is given up; between two questions of a change anything may take its time', async () => {
  const pool = poolTo(process.env['DATABASE_URL']!, 'page', 1)
  const silence = 400
  const patient = new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: {
        connect: async () => new Connection(await pool.connect(), { prepares: true, silence }),
        end: () => pool.end(),
      },
    }),
  })
  await patient.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    // As long as a virus scanner or a file store may take.
    await pause(2 * silence)
    await Promise.all([sql`select 2`.execute(tx), sql`select 3`.execute(tx)])
  })
  await expect(sql`select pg_sleep(${(4 * silence) / 1_000})`.execute(patient)).rejects.toThrow(
    'The database says nothing.',
  )
  expect((await sql<{ one: number }>`select 1 as one`.execute(patient)).rows).toEqual([{ one: 1 }])
  await patient.destroy()
})

test('a statement that is read again is prepared by name, and one that is read once is not', async () => {
  await sql`select 'once'`.execute(page)
  await thrice(() => sql`select 'again', ${1}::int`.execute(page))
  expect(await prepared()).toEqual(["select 'again', $1::int"])
})

test('writes, statements with a list, and transactions are not prepared', async () => {
  const many = sql.join(Array.from({ length: 13 }, (_, index) => sql`${index}::int`))
  await thrice(() => sql`update imports set name = name where id = ${0}`.execute(page))
  await thrice(() => sql`select 1 = any(${[1, 2]}::int[])`.execute(page))
  await thrice(() => sql`select 1 in (${many})`.execute(page))
  await page.transaction().execute((tx) => thrice(() => sql`select 'in a transaction'`.execute(tx)))
  expect(await prepared()).toEqual([])
})

test('statements of pages are prepared, unless the settings say that a pooler is in between; those of whole weeks, files and jobs are not', async () => {
  const isPrepared = (work: Work) =>
    runAs(work, async () => {
      await thrice(() => sql`select ${sql.lit(work)}`.execute(db))
      return (await prepared(db)).includes(`select '${work}'`)
    })
  expect([await isPrepared('page'), await isPrepared('heavy'), await isPrepared('long')]).toEqual([true, false, false])
  vi.stubEnv('DATABASE_STATEMENTS', 'plain')
  await runAs('page', () => thrice(() => sql`select 'behind a pooler'`.execute(db)))
  expect(await runAs('page', () => prepared(db))).not.toContain(`select 'behind a pooler'`)
})

test('a page is still read when a migration changes its table meanwhile', async () => {
  await asOwner('create table shapes (name text)', `insert into shapes values ('round')`)
  await asOwner('grant select on shapes to public')
  const read = async () => (await sql`select * from shapes`.execute(page)).rows
  await thrice(read)
  expect(await prepared()).toEqual(['select * from shapes'])
  await asOwner('alter table shapes add column corners int default 0')
  const round = [{ name: 'round', corners: 0 }]
  expect(await Promise.all([read(), read(), read()])).toEqual([round, round, round])
  expect(await prepared()).toEqual(['select * from shapes'])
  await asOwner('alter table shapes alter column corners type text')
  expect(await read()).toEqual([{ name: 'round', corners: '0' }])
  await asOwner('drop table shapes')
  await expect(read()).rejects.toThrow('does not exist')
})

test('a page is still read when a pooler lends it a connection that prepared nothing', async () => {
  const read = async () => (await sql<{ lent: number }>`select 7 as lent`.execute(page)).rows
  await thrice(read)
  expect(await prepared()).toEqual(['select 7 as lent'])
  await sql`deallocate all`.execute(page)
  expect(await read()).toEqual([{ lent: 7 }])
  expect(await prepared()).toEqual([])
  await read()
  expect(await prepared()).toEqual(['select 7 as lent'])
})

test('instants are written as PostgreSQL reads them, prepared or not', async () => {
  const at = Temporal.Instant.from('2026-06-01T08:00:00Z')
  const read = () => sql<{ at: Temporal.Instant }>`select ${at}::timestamptz as at`
  for (let time = 0; time < 3; time++) expect((await read().execute(page)).rows[0]!.at.equals(at)).toBe(true)
  const { rows } = await inTransaction((tx) => read().execute(tx))
  expect(rows[0]!.at.equals(at)).toBe(true)
})

/** Asks a kept statement in this manner: `state` is a word, `on` and `of` are values. */
function keptIn(on: Kysely<DB>, manner: string, values: { state?: string; on?: string; of?: readonly string[] } = {}) {
  const { state = 'open', on: day = '2026-06-01', of = ['one', '2'] } = values
  return sql<{ same: boolean }>`${sql.raw(manner)} ${state} = 'open' and ${day}::date = '2026-06-01'
    and '2' = any(${of}::text[]) and ${['seen', 'not-seen']}::text[] = '{seen,not-seen}' and not ${false} as same`.execute(
    on,
  )
}
const asPrepared = (manner: string, state = 'open') => `${manner} '${state}' = 'open' and $1::date = '2026-06-01'
    and '2' = any($2::text[]) and '{seen,not-seen}'::text[] = '{seen,not-seen}' and not 'false' as same`

/** A database with one connection of heavy pages. */
function heavy(): Kysely<DB> {
  const pool = poolTo(process.env['DATABASE_URL']!, 'heavy', 1)
  return new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: { connect: async () => connectionOf('heavy', await pool.connect()), end: () => pool.end() },
    }),
  })
}
const same = (is: boolean) => [{ same: is }]

test('heavy pages prepare what says that it is kept, with its words in their place, and answer each time for what is asked', async () => {
  const on = heavy()
  for (const manner of [PREPARED, PREPARED_GENERIC_PLAN]) {
    for (let time = 0; time < 7; time++) expect((await keptIn(on, manner)).rows).toEqual(same(true))
    expect((await keptIn(on, manner, { state: 'closed' })).rows).toEqual(same(false))
    expect((await keptIn(on, manner, { on: '2026-06-02' })).rows).toEqual(same(false))
    expect((await keptIn(on, manner, { of: ['one', '3'] })).rows).toEqual(same(false))
  }
  const all = [PREPARED, PREPARED_GENERIC_PLAN].flatMap((manner) => [asPrepared(manner), asPrepared(manner, 'closed')])
  expect((await prepared(on)).toSorted()).toEqual(all.toSorted())
  await on.destroy()
})

test('a list in which somebody typed null has that word in it, and a quote ends nothing', async () => {
  const on = heavy()
  const read = (of: readonly string[]) =>
    sql<{ of: string[] }>`${sql.raw(PREPARED)} ${of}::text[] as of`.execute(on).then(({ rows }) => rows[0]!.of)
  for (const of of [['null', 'open'], ['null'], ["o'neil", 'open'], ['open', 'not-seen']])
    expect(await read(of)).toEqual(of)
  await on.destroy()
})

test('one plan for all values is kept of what says so, and of nothing else on its connection', async () => {
  const on = heavy()
  const plans = async () =>
    (
      await sql<{ each: number; all: number }>`select custom_plans::int as each, generic_plans::int as all
      from pg_prepared_statements where statement !~ 'prepared' order by statement`.execute(on)
    ).rows
  await keptIn(on, PREPARED)
  await keptIn(on, PREPARED_GENERIC_PLAN)
  const mode = async () => (await sql<{ plan_cache_mode: string }>`show plan_cache_mode`.execute(on)).rows
  expect(await mode()).toEqual([{ plan_cache_mode: 'auto' }])
  await expect(keptIn(on, PREPARED_GENERIC_PLAN, { on: 'never' })).rejects.toThrow('invalid input syntax')
  expect(await mode()).toEqual([{ plan_cache_mode: 'auto' }])
  expect(await plans()).toEqual([
    { each: 1, all: 0 },
    { each: 0, all: 1 },
  ])
  await on.destroy()
})

test('long lists, transactions, pages behind a pooler and long work keep nothing', async () => {
  const on = heavy()
  const long = Array.from({ length: 13 }, (_, index) => String(index))
  for (const manner of [PREPARED, PREPARED_GENERIC_PLAN]) {
    expect((await keptIn(on, manner, { of: long })).rows).toEqual(same(true))
    expect((await on.transaction().execute((tx) => keptIn(tx, manner))).rows).toEqual(same(true))
  }
  expect(await prepared(on)).toEqual([])
  vi.stubEnv('DATABASE_STATEMENTS', 'plain')
  expect((await keptIn(on, PREPARED_GENERIC_PLAN)).rows).toEqual(same(true))
  expect(await prepared(on)).toEqual([])
  await on.destroy()
})

test('what is kept is still read when a migration changes its table meanwhile, and when a pooler lends another connection', async () => {
  const on = heavy()
  await asOwner('create table sizes (wide int)', 'insert into sizes values (3)', 'grant select on sizes to public')
  for (const ask of [askTogether, askByOnePlan]) {
    const all = { ask: () => sql`sizes`, read: (row: object) => row }
    const read = () => ask({ all }, on)
    await thrice(read)
    await asOwner('alter table sizes add column high int default 4')
    expect(await read()).toEqual({ all: { wide: 3, high: 4 } })
    await asOwner('alter table sizes alter column high type text')
    expect(await read()).toEqual({ all: { wide: 3, high: '4' } })
    await sql`deallocate all`.execute(on)
    expect(await read()).toEqual({ all: { wide: 3, high: '4' } })
    await asOwner('alter table sizes drop column high')
  }
  await asOwner('drop table sizes')
  await on.destroy()
})
