import { expect, test } from 'vitest'
import { db, inTransaction } from '#db/client.server.ts'
import { WEEK, anApprovedWeek } from '#test/factories.ts'
import { statementsOf } from '#test/statements.ts'
import { listFrozen } from './queries.server.ts'

const askedForLines = async (read: () => Promise<unknown>) =>
  (await statementsOf(read)).some(({ words }) => words.includes('from "settlement_lines"'))

// The first: in the copy of a database that the other has, statements have the same names.
test('what a transaction reads is not kept: it may be taken back', async () => {
  await anApprovedWeek()
  const within = await inTransaction((tx) => listFrozen(WEEK, tx))
  expect(await askedForLines(() => listFrozen(WEEK))).toBe(true)
  expect(await listFrozen(WEEK)).toEqual(within)
})

test('lines of issued statements are read once, and the statements themselves each time', async () => {
  await anApprovedWeek()
  const first = await listFrozen(WEEK)
  expect([...first.values()].flatMap(({ settlement }) => settlement.lines).length).toBeGreaterThan(10)
  expect(await askedForLines(() => listFrozen(WEEK))).toBe(false)
  expect(await listFrozen(WEEK)).toEqual(first)
  const [one] = [...first.values()]
  await db.updateTable('settlements').set({ state: 'void' }).where('id', '=', one!.id).execute()
  expect((await listFrozen(WEEK)).has(one!.driverId)).toBe(false)
})
