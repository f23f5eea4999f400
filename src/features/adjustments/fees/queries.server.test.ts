import { expect, test } from 'vitest'
import { sum } from '#domain/money.ts'
import { WEEK, anApprovedWeek } from '#test/factories.ts'
import { listFeeWeeks, listFees } from './queries.server.ts'

test('a week says of all its statements what they say one by one', async () => {
  await anApprovedWeek()
  const [week, ...others] = await listFeeWeeks(8)
  expect(others).toEqual([])
  const fees = await listFees(WEEK)
  expect(fees.length).toBeGreaterThan(3)
  expect(week).toEqual({
    week: WEEK,
    drivers: fees.length,
    income: sum(fees.map(({ income }) => income)),
    fee: sum(fees.map(({ fee }) => fee)),
  })
})
