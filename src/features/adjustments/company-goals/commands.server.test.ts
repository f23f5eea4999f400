import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { nextWeek, previousWeek } from '#domain/week.ts'
import { NEXT_WEEK, WEEK, aFleet, makeChange, dropPublicSet } from '#test/factories.ts'
import { removeCompanyGoal, setCompanyGoal, writeCompanyGoal } from './commands.server.ts'
import { listCompanyGoals, listRemovableGoals } from './queries.server.ts'
import { type WrittenCompanyGoal, companyGoalInput } from './schema.ts'

const SUNDAY = Temporal.Instant.from('2026-06-07T18:00:00Z')
const goal: WrittenCompanyGoal = { measure: 'drivers', period: 'week', from: WEEK, target: 10, reason: 'Plano do ano' }
const wants = (more: Partial<WrittenCompanyGoal> = {}) =>
  makeChange((change) => writeCompanyGoal(change, { ...goal, ...more }))

beforeEach(async () => {
  await aFleet()
  await dropPublicSet()
})

test('a target beyond what any company reaches is refused in its field', () => {
  const typed = { period: 'month', from: WEEK, reason: 'Plano do ano' }
  const wrong = (measure: string, target: string) =>
    companyGoalInput.safeParse({ ...typed, measure, target }).error?.issues.map(({ path }) => path.join())
  expect(wrong('income', '5.000.000,00')).toBeUndefined()
  for (const measure of ['income', 'trips', 'drivers']) expect(wrong(measure, '9000000000000000')).toEqual(['target'])
})

test('for a week and a month a company goal shows the figures of the files, and those of the period before', async () => {
  await wants()
  await wants({ measure: 'trips', period: 'month', target: 1_500 })
  await wants({ measure: 'income', target: 5_000_00 })
  const found = await listCompanyGoals(SUNDAY)
  expect(found.map(({ measure, kind, target, before }) => [measure, kind, target, before])).toEqual([
    ['income', 'week', 5_000_00, expect.any(Number)],
    ['trips', 'month', 1_500, null],
    // The week before has a file of Bolt's, with five drivers.
    ['drivers', 'week', 10, 5],
  ])
  const [income, trips, drivers] = found.map(({ reached }) => reached)
  expect(income).toBeGreaterThan(3_000_00)
  expect(trips).toBeGreaterThan(300)
  expect(drivers).toBe(8)
  const after = await listCompanyGoals(SUNDAY.add({ hours: 24 }))
  expect(after.find(({ measure }) => measure === 'drivers')).toMatchObject({ reached: null, before: 8 })
})

test('a week of which a platform told trips alone, asked before its file came, is not one in which nobody earned', async () => {
  await wants()
  await wants({ measure: 'income', target: 5_000_00 })
  const bolt = await db
    .selectFrom('source_keys')
    .select('value')
    .where('source', '=', 'bolt')
    .where('kind', '=', 'driver')
    .executeTakeFirstOrThrow()
  await sql`insert into platform_days (provider, driver, week, day, trips) values ('bolt', ${bolt.value}, ${NEXT_WEEK}, ${NEXT_WEEK}, 12)`.execute(
    db,
  )
  await sql`insert into platform_weeks (provider, week, is_whole, changes, changed_at) values ('bolt', ${NEXT_WEEK}, true, 1, now())`.execute(
    db,
  )
  const during = await listCompanyGoals(SUNDAY.add({ hours: 7 * 24 }))
  expect(during.map(({ measure, reached }) => [measure, reached])).toEqual([
    ['income', null],
    ['drivers', null],
  ])
  const after = await listCompanyGoals(SUNDAY.add({ hours: 14 * 24 }))
  expect(after.map(({ before }) => before)).toEqual([null, null])
})

test('a new version counts from its period, and one without a target ends it', async () => {
  await wants()
  await wants({ from: NEXT_WEEK, target: 12 })
  await wants({ from: nextWeek(NEXT_WEEK), target: null })
  const targets = async (hours: number) => (await listCompanyGoals(SUNDAY.add({ hours }))).map(({ target }) => target)
  expect([await targets(0), await targets(7 * 24), await targets(14 * 24)]).toEqual([[10], [12], []])
})

test('a goal of the company that is over can no longer be set, and each period has one', async () => {
  const set = (from: typeof WEEK) => makeChange((change) => setCompanyGoal(change, { ...goal, from }), { at: SUNDAY })
  await expect(set(previousWeek(WEEK))).rejects.toThrow('goal.week-past')
  await set(WEEK)
  await expect(set(WEEK)).rejects.toThrow('goal.week-taken')
})

test('a target that was typed wrong is removed and written again while its period is not over; a past one stays', async () => {
  await wants({ target: 10 })
  await wants({ from: NEXT_WEEK, target: 120 })
  const second = (await listRemovableGoals(SUNDAY)).at(-1)
  const later = SUNDAY.add({ hours: 7 * 24 })
  const targets = async () => (await listCompanyGoals(later)).map(({ target }) => target)
  expect(await targets()).toEqual([120])
  const remove = (id: string, at: Temporal.Instant) => makeChange((change) => removeCompanyGoal(change, id), { at })
  await remove(second!.id, later)
  expect(await targets()).toEqual([10])
  await makeChange((change) => setCompanyGoal(change, { ...goal, from: NEXT_WEEK, target: 12 }), { at: later })
  expect(await targets()).toEqual([12])
  const [first] = await listRemovableGoals(SUNDAY)
  expect(first).toMatchObject({ from: WEEK, target: 10, period: 'week' })
  await expect(remove(first!.id, later)).rejects.toMatchObject({ code: 'goal.period-over' })
  await expect(remove(second!.id, later)).rejects.toMatchObject({ code: 'record.not-found' })
})
