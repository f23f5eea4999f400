import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { cents } from '#domain/money.ts'
import { monthOfWeek } from '#domain/month.ts'
import { type Week, previousWeek } from '#domain/week.ts'
import { listBooks, listMonths, sumMonth } from '#features/accounting/queries.server.ts'
import { listDeliveries } from '#features/accounting/month-deliveries/queries.server.ts'
import { sumsOf } from '#features/accounting/month-files/queries.server.ts'
import { reconcileMonth } from '#features/accounting/reconciliations/queries.server.ts'
import { activityOfWeeks } from '#features/adjustments/activity/queries.server.ts'
import { listCompanyGoals } from '#features/adjustments/company-goals/queries.server.ts'
import { writeGoal } from '#features/adjustments/goals/commands.server.ts'
import { listMovements } from '#features/bank/matches/queries.server.ts'
import { listPresentIn } from '#features/settlements/present-drivers/queries.server.ts'
import { findNextShift } from '#features/fleet/shifts/queries.server.ts'
import { handOver, removeAssignment } from '#features/fleet/vehicles/commands.server.ts'
import { getAssignment, listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { listOwnPapers } from '#features/papers/queries.server.ts'
import { readFirstRide } from '#features/papers/readiness/queries.server.ts'
import { previewCorrection } from '#features/settlements/holder-corrections/queries.server.ts'
import { findStatements, getWeeks } from '#features/settlements/queries.server.ts'
import { getDriverHome, getOfficeStatement, showOfficeStatement } from '#features/statements/queries.server.ts'
import { showCompany } from '#features/weeks/company-figures/queries.server.ts'
import { showForecast } from '#features/weeks/forecasts/queries.server.ts'
import { countForMenu, getOverview } from '#features/weeks/overview/queries.server.ts'
import { listWeekRows } from '#features/weeks/week-list/queries.server.ts'
import { getWeekOutlines, getWeekPageWithProposals } from '#features/weeks/queries.server.ts'
import { sumsOfWeeks } from '#features/weeks/week-sources/queries.server.ts'
import { listLiveRows } from '#features/imports/rows/queries.server.ts'
import { answerRow } from '#features/weeks/answers/commands.server.ts'
import { MONDAY, NEXT_WEEK, WEEK, anApprovedWeek, asOwner, makeChange } from '#test/factories.ts'
import { statementsOf } from '#test/statements.ts'

const count = async (work: () => Promise<unknown>) => (await statementsOf(work)).length

const back = (weeks: readonly number[]) => weeks.map((week) => previousWeek(WEEK, week))

test.each([
  ['the books of months', (weeks: readonly Week[]) => listBooks(weeks.map(monthOfWeek))],
  ['who has a statement', (weeks: readonly Week[]) => listPresentIn(weeks)],
  ['what drivers did', (weeks: readonly Week[]) => activityOfWeeks(weeks, db)],
  ['what files brought', (weeks: readonly Week[]) => sumsOfWeeks(weeks, db)],
])('%s are read together: three that were not read before ask as many database statements as one', async (_, read) => {
  await anApprovedWeek()
  // A week with statements and a week without need different queries.
  const one = await count(() => read(back([0])))
  const three = await count(() => read(back([0, 14, 7])))
  expect(three - one).toBeLessThanOrEqual(await count(() => read(back([21]))))
  expect(await count(() => read(back([28, 35, 42, 49, 56])))).toBe(await count(() => read(back([63, 70, 77, 84, 91]))))
})

test('what is said of a toll leaves what drivers did as it was read, and what is said of a row of a platform does not', async () => {
  await anApprovedWeek()
  const read = () => activityOfWeeks([WEEK], db)
  const before = (await read()).get(WEEK)
  const rows = await listLiveRows(WEEK)
  const say = (kind: string) => {
    const { id: row } = rows.find((one) => one.kind === kind)!
    return makeChange((change) => answerRow(change, WEEK, { row, says: 'nothing', reason: 'Engano' }))
  }
  await asOwner('update settlements set state = state')
  await read()
  await say('toll')
  expect(await count(read)).toBe(1)
  expect((await read()).get(WEEK)).toEqual(before)
  await say('earning')
  expect(await count(read)).toBeGreaterThan(1)
  expect((await read()).get(WEEK)).not.toEqual(before)
})

test('statements of several weeks and drivers are read together: ten ask as many database statements as two', async () => {
  const fleet = await anApprovedWeek()
  const of = (refs: readonly string[], weeks: number) =>
    count(() =>
      findStatements(
        refs.flatMap((ref) =>
          Array.from({ length: weeks }, (_, at) => ({
            week: previousWeek(NEXT_WEEK, at),
            driverId: fleet.driver(ref),
          })),
        ),
      ),
    )
  await of(['D1', 'D2'], 10)
  expect(await of(['D1', 'D2'], 10)).toBeLessThanOrEqual(await of(['D1'], 2))
})

test('whole weeks are read together: two ask about as many database statements as one, and a week asked for again asks few', async () => {
  await anApprovedWeek()
  await getWeeks([WEEK, NEXT_WEEK])
  const [both, one] = [await count(() => getWeeks([WEEK, NEXT_WEEK])), await count(() => getWeeks([NEXT_WEEK]))]
  // The drivers of the approved week add one query for the lines of its statements, and one for their rows.
  expect(both - one).toBeLessThanOrEqual(2)
  expect(one).toBeLessThanOrEqual(20)
})

test('the states of weeks are read together: the second week adds only the questions of its own payments and drafts', async () => {
  await anApprovedWeek()
  await getWeekOutlines([WEEK, NEXT_WEEK], MONDAY)
  const both = await count(() => getWeekOutlines([WEEK, NEXT_WEEK], MONDAY))
  const each = [
    await count(() => getWeekOutlines([WEEK], MONDAY)),
    await count(() => getWeekOutlines([NEXT_WEEK], MONDAY)),
  ]
  expect(both).toBeLessThanOrEqual(Math.max(...each) + 4)
})

test('which weeks are to be read again is asked in the same words, however many they are', async () => {
  await anApprovedWeek()
  const asked = async (weeks: readonly number[]) => {
    const all = await statementsOf(() => activityOfWeeks(back(weeks), db))
    return all.flatMap(({ words }) => (words.includes('with ordinality asked') ? [words] : []))
  }
  const one = await asked([0])
  expect(one).toHaveLength(1)
  expect(await asked([0, 7, 14, 21])).toEqual(one)
})

test('what only a draft needs is read for a week with drafts, and not for a week in which everybody was issued a statement', async () => {
  const fleet = await anApprovedWeek()
  const ofDrafts = async () => {
    const asked = await statementsOf(() => getWeeks([WEEK]))
    return asked.filter(({ words }) => /from "(ledger_accounts|plans|goals|referrals)"/.test(words)).length
  }
  expect(await ofDrafts()).toBe(0)
  await asOwner(`update settlements set state = 'void' where week = '${WEEK}' and driver_id = '${fleet.driver('D1')}'`)
  expect(await ofDrafts()).toBeGreaterThan(0)
})

test('correcting who had a car asks as many database statements for many weeks as for one', async () => {
  const fleet = await anApprovedWeek()
  const car = fleet.vehicle('ZX11TA')
  const of = (now: Temporal.Instant, weeks: number) => {
    const from = now.subtract({ hours: 24 * 7 * weeks })
    return count(() => previewCorrection(now, car, (change) => handOver(change, car, fleet.driver('D7'), from)))
  }
  const few = await of(MONDAY, 1)
  expect(few).toBeLessThanOrEqual(43)
  // Weeks that have data: each has a statement.
  for (const ago of [1, 2, 3, 4, 5])
    await asOwner(`insert into import_weeks select (jsonb_populate_record(w, jsonb_build_object('week', '${previousWeek(WEEK, ago)}'))).*
      from import_weeks w where week = '${WEEK}'`)
  expect(await of(MONDAY, 6)).toBeLessThanOrEqual(few + 4)
})

test('taking away a time with a car asks few database statements, also where a goal depends on who had one', async () => {
  const fleet = await anApprovedWeek()
  await makeChange((change) =>
    writeGoal(change, {
      name: 'Carro da frota',
      nameEn: 'Car of the fleet',
      criterion: 'income',
      period: 'week',
      stacking: 'best',
      levels: [{ threshold: 1_00, reward: cents(33_00) }],
      from: WEEK,
      until: null,
      reason: 'Combinado',
      audience: { regimes: [], car: 'fleet', minWeeks: null, maxWeeks: null, drivers: [] },
    }),
  )
  const car = fleet.vehicle('ZX11TA')
  const [last] = await listAssignments(car)
  const open = async () => {
    await getAssignment(car, last!.id)
    await previewCorrection(MONDAY, car, (change) => removeAssignment(change, car, last!.id))
  }
  expect(await count(open)).toBeLessThanOrEqual(33)
  // After the hand-over somebody else has the car than when the page was last opened.
  await makeChange((change) => handOver(change, car, fleet.driver('D7'), MONDAY))
  expect(await count(open)).toBeLessThanOrEqual(33)
})

test('a statement beside its week is the one that is read alone, and asks for little besides', async () => {
  const fleet = await anApprovedWeek()
  for (const week of [WEEK, NEXT_WEEK]) {
    const { statements } = await getWeekPageWithProposals(week, MONDAY)
    const found = statements.find(({ driver }) => driver.id === fleet.driver('D1'))!
    expect(await showOfficeStatement(week, found, 'pt', MONDAY)).toEqual(
      await getOfficeStatement(week, fleet.driver('D1'), 'pt', MONDAY),
    )
    expect(await count(() => showOfficeStatement(week, found, 'pt', MONDAY))).toBeLessThanOrEqual(8)
  }
})

test('the pages that read most ask a bounded number of statements', async () => {
  const fleet = await anApprovedWeek()
  const own = fleet.driver('D1') as OwnDriverId
  expect(await count(() => Promise.all([listMonths(MONDAY), listDeliveries()]))).toBeLessThanOrEqual(6)
  const aMonth = async () => {
    const view = await sumMonth(monthOfWeek(WEEK))
    return sumsOf(view, await reconcileMonth(view))
  }
  expect(await count(aMonth)).toBeLessThanOrEqual(9)
  expect(await count(() => listMovements())).toBeLessThanOrEqual(20)
  expect(await count(() => countForMenu())).toBe(1)
  expect(await count(() => getOverview(MONDAY))).toBeLessThanOrEqual(32)
  expect(await count(() => getWeekPageWithProposals(WEEK, MONDAY))).toBeLessThanOrEqual(27)
  expect(await count(() => listWeekRows(MONDAY))).toBeLessThanOrEqual(28)
  expect(await count(() => showCompany(null, MONDAY))).toBeLessThanOrEqual(25)
  expect(await count(() => listCompanyGoals(MONDAY))).toBeLessThanOrEqual(9)
  expect(await count(() => showForecast(null, MONDAY))).toBeLessThanOrEqual(22)
  expect(await count(() => getDriverHome(own, 'pt', MONDAY))).toBeLessThanOrEqual(14)
  expect(await count(() => readFirstRide(own, MONDAY))).toBeLessThanOrEqual(5)
  expect(await count(() => listOwnPapers(own, MONDAY))).toBeLessThanOrEqual(3)
  expect(await count(() => findNextShift(own, MONDAY))).toBe(1)
})
