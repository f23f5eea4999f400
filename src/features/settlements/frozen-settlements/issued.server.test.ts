import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db, inTransaction } from '#db/client.server.ts'
import { WEEK, anApprovedWeek, asOwner } from '#test/factories.ts'
import { previousWeek } from '#domain/week.ts'
import { statementsOf } from '#test/statements.ts'
import { listFrozen } from './queries.server.ts'

const askedForLines = async (read: () => Promise<unknown>) =>
  (await statementsOf(read)).some(({ words }) => words.includes('from "settlement_lines"'))

/** Makes a week whose statements no other test has read, as statements are kept once read. */
async function aFreshWeek() {
  await anApprovedWeek()
  const week = previousWeek(WEEK, 30)
  await asOwner(`insert into settlements select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'week', '${week}'))).*
    from settlements s where week = '${WEEK}' and state <> 'void'`)
  return week
}

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

test('rows behind an adjustment that a statement carries stay those that it was issued with', async () => {
  const fleet = await anApprovedWeek()
  const addOne = async () => {
    const id = crypto.randomUUID()
    await asOwner(`insert into adjustments (id, driver_id, week, about, kind, amount_cents, reason, changes, state, decided_at)
      values ('${id}', '${fleet.driver('D1')}', '${WEEK}', '${previousWeek(WEEK)}', 'late', 100, 'Veio depois', '[]', 'accepted', now())`)
    return id
  }
  const addRow = (to: string) =>
    sql`insert into adjustment_rows (adjustment_id, import_row_id, came) select ${to}, min(id), false from import_rows`.execute(
      db,
    )
  const [carried, waiting] = [await addOne(), await addOne()]
  await asOwner(`update settlement_lines set adjustment_id = '${carried}'
    where (settlement_id, ordinal) = (select settlement_id, ordinal from settlement_lines limit 1)`)
  await expect(addRow(carried)).rejects.toThrow('is on a statement')
  await addRow(waiting)
})

test('what a transaction reads is not kept: it may be taken back', async () => {
  const week = await aFreshWeek()
  const within = await inTransaction((tx) => listFrozen(week, tx))
  expect(within.size).toBeGreaterThan(0)
  expect(await askedForLines(() => listFrozen(week))).toBe(true)
  expect(await askedForLines(() => listFrozen(week))).toBe(false)
  expect(await listFrozen(week)).toEqual(within)
})
