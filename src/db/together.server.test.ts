import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { statementsOf } from '#test/statements.ts'
import { db } from './client.server.ts'
import { askAlone, askTogether, momentOf, waitingOf } from './together.server.ts'

const waiting = (rows: string) => ({
  ask: () =>
    sql`(select count(*), min(at) as since, min(name) as only from (values ${sql.raw(rows)}) as written (at, name))`,
  read: waitingOf,
})
const ONE = waiting(`(timestamptz '2026-06-08 09:30:00.25+01', 'a')`)
const TWO = waiting(`(timestamptz '2026-10-25 01:30+00', 'b'), (timestamptz '2026-10-25 00:30+00', 'c')`)
const NONE = {
  ask: () => sql`(select null::timestamptz as since, 9007199254740991 as most, date '2026-06-08' as day where false)`,
  read: (row: { since: string } | null) => row,
}
const FIGURES = {
  ask: () => sql`(select 9007199254740991::bigint as most, date '2026-06-08' as day, null as nothing)`,
  read: (row: { most: number; day: string; nothing: null }) => row,
}

test('several questions are one statement, and each is answered as by itself', async () => {
  const asked = { one: ONE, two: TWO, none: NONE, figures: FIGURES }
  // The first question also opens the database.
  const alone = await askAlone(ONE, db)
  const statements = await statementsOf(async () => {
    expect(await askTogether(asked, db)).toEqual({
      one: { count: 1, since: '2026-06-08T08:30:00.25Z', only: 'a' },
      two: { count: 2, since: '2026-10-25T00:30:00Z', only: null },
      none: null,
      figures: { most: Number.MAX_SAFE_INTEGER, day: '2026-06-08', nothing: null },
    })
  })
  expect(statements.filter(({ words }) => words.includes('timestamptz'))).toHaveLength(1)
  expect(alone).toEqual((await askTogether(asked, db)).one)
})

test('a moment is written as a driver of the database reads it', async () => {
  const { at } = await db
    .selectNoFrom(sql<Temporal.Instant>`timestamptz '2026-03-29 01:30:00.123456+00'`.as('at'))
    .executeTakeFirstOrThrow()
  const query = {
    ask: () => sql`(select timestamptz '2026-03-29 01:30:00.123456+00' as at)`,
    read: (row: { at: string }) => row.at,
  }
  expect(momentOf(await askAlone(query, db))).toBe(at.toString())
  expect(momentOf(null)).toBeNull()
})
