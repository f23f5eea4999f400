import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { monthOfWeek } from '#domain/month.ts'
import { type Week, previousWeek } from '#domain/week.ts'
import { listBooks, listMonths } from '#features/accounting/queries.server.ts'
import { listDeliveries } from '#features/accounting/month-deliveries/queries.server.ts'
import { activityOfWeeks } from '#features/adjustments/activity/queries.server.ts'
import { listCompanyGoals } from '#features/adjustments/company-goals/queries.server.ts'
import { listMovements } from '#features/bank/matches/queries.server.ts'
import { listPresentIn } from '#features/settlements/present-drivers/queries.server.ts'
import { getDriverHome } from '#features/statements/queries.server.ts'
import { showCompany } from '#features/weeks/company-figures/queries.server.ts'
import { showForecast } from '#features/weeks/forecasts/queries.server.ts'
import { countForMenu, getOverview } from '#features/weeks/overview/queries.server.ts'
import { sumsOfWeeks } from '#features/weeks/week-sources/queries.server.ts'
import { MONDAY, WEEK, anApprovedWeek } from '#test/factories.ts'
import { statementsOf } from '#test/statements.ts'

const count = async (work: () => Promise<unknown>) => (await statementsOf(work)).length

const back = (weeks: readonly number[]) => weeks.map((week) => previousWeek(WEEK, week))

test.each([
  ['the books of months', (weeks: readonly Week[]) => listBooks(weeks.map(monthOfWeek))],
  ['who has a statement', (weeks: readonly Week[]) => listPresentIn(weeks)],
  ['what drivers did', (weeks: readonly Week[]) => activityOfWeeks(weeks, db)],
  ['what files brought', (weeks: readonly Week[]) => sumsOfWeeks(weeks, db)],
])('%s are read together: of three that were not read before as many statements as of one', async (_, read) => {
  await anApprovedWeek()
  // A week with statements and one without ask for different things.
  const one = await count(() => read(back([0])))
  const three = await count(() => read(back([0, 14, 7])))
  expect(three - one).toBeLessThanOrEqual(await count(() => read(back([21]))))
  expect(await count(() => read(back([28, 35, 42, 49, 56])))).toBe(await count(() => read(back([63, 70, 77, 84, 91]))))
})

test('the pages that read most ask a bounded number of statements', async () => {
  const fleet = await anApprovedWeek()
  const own = fleet.driver('D1') as OwnDriverId
  expect(await count(() => Promise.all([listMonths(MONDAY), listDeliveries()]))).toBeLessThanOrEqual(6)
  expect(await count(() => listMovements())).toBeLessThanOrEqual(20)
  expect(await count(() => countForMenu())).toBe(1)
  expect(await count(() => getOverview(MONDAY))).toBeLessThanOrEqual(140)
  expect(await count(() => showCompany(null, MONDAY))).toBeLessThanOrEqual(26)
  expect(await count(() => listCompanyGoals(MONDAY))).toBeLessThanOrEqual(10)
  expect(await count(() => showForecast(null, MONDAY))).toBeLessThanOrEqual(40)
  expect(await count(() => getDriverHome(own, 'pt', MONDAY))).toBeLessThanOrEqual(60)
})
