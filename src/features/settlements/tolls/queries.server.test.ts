import { expect, test } from 'vitest'
import { PUBLIC_FILES, WEEK, aFleet, drop } from '#test/factories.ts'
import { statementsOf } from '#test/statements.ts'
import { getWeekTolls, listTollWeeks } from './queries.server.ts'

test('what files say of tolls is read once, and again when another file comes', async () => {
  await aFleet()
  expect(await listTollWeeks(WEEK)).toEqual([])
  await drop(PUBLIC_FILES)
  const weeks = await listTollWeeks(WEEK)
  const { total } = await getWeekTolls(WEEK)
  const [newest] = weeks.toReversed()
  expect(newest?.week).toBe(WEEK)
  // The file also has passages without an owner.
  expect(newest?.charged).toBeGreaterThanOrEqual(total.charged)
  expect(newest?.refunded).toBeGreaterThanOrEqual(total.refundedByUber + total.refundedByBolt)
  expect(total.charged).toBeGreaterThan(0)
  expect(await statementsOf(() => listTollWeeks(WEEK))).toHaveLength(1)
  expect(await listTollWeeks(WEEK)).toEqual(weeks)
})
