import { expect, test } from 'vitest'
import { db, inTransaction } from './client.server.ts'
import { inParts } from './parts.ts'

test('rows are cut into parts, each row once and in its order; no rows make no part', () => {
  const rows = Array.from({ length: 20_001 }, (_, at) => at)
  const parts = inParts(rows)
  expect(parts.flat()).toEqual(rows)
  expect(parts.map(({ length }) => length)).toEqual([...Array.from({ length: 20 }, () => 1_000), 1])
  expect(inParts([])).toEqual([])
})

test('twenty thousand rows, too many for one statement, are all written', async () => {
  const key = { source: 'bolt', kind: 'email', company: true, created_at: '2026-06-08T08:00:00Z' }
  const rows = Array.from({ length: 20_000 }, (_, at) => ({ ...key, value: `person-${at}@example.org` }))
  await inTransaction(async (tx) => {
    for (const part of inParts(rows)) await tx.insertInto('source_keys').values(part).execute()
  })
  const { count } = await db
    .selectFrom('source_keys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(20_000)
})
