import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { type Period, type PeriodKind, periodOf } from '#domain/goal.ts'
import { type Week, previousWeek, weekAt } from '#domain/week.ts'
import { activityOfWeeks } from '#features/adjustments/activity/queries.server.ts'
import type { Activity } from '#features/adjustments/activity/schema.ts'
import { readPersons } from '#features/fleet/current-drivers/queries.server.ts'
import { type CompanyGoal, MEASURES, type Measure } from './schema.ts'

/** What the company wants in the week and the month that run, in the order of the form. */
export async function listCompanyGoals(now: Temporal.Instant, on: Kysely<DB> = db): Promise<CompanyGoal[]> {
  const week = weekAt(now)
  const rows = await on
    .selectFrom('company_goals')
    .select(['id', 'measure', 'period', 'target'])
    .distinctOn(['measure', 'period'])
    // A version counts from the first week of its period: that of the running week, or of the running month.
    .where(
      'starts_on',
      '<=',
      sql<string>`case period when 'week' then ${week}::date else ${periodOf('month', week).first}::date end`,
    )
    .orderBy('measure')
    .orderBy('period')
    .orderBy('starts_on', 'desc')
    .execute()
  const wanted = rows.flatMap(({ target, ...row }) => (target === null ? [] : [{ ...row, target }]))
  if (wanted.length === 0) return []
  const periods = wanted.map(({ period: kind }) => {
    const period = periodOf(kind as PeriodKind, week)
    return { period, before: periodOf(kind as PeriodKind, previousWeek(period.first)) }
  })
  const [personOf, done] = await Promise.all([
    readPersons(on),
    readActivity([...new Set(periods.flatMap(({ period, before }) => [...period.weeks, ...before.weeks]))], on),
  ])
  const goals = wanted.map(({ id, measure, period: kind, target }, at): CompanyGoal => {
    // oxlint-disable-next-line typescript/no-non-null-assertion -- there is one for each
    const { period, before } = periods[at]!
    const reached = (of: Period) => measured(measure as Measure, done(of.weeks), personOf)
    return {
      id,
      measure: measure as Measure,
      kind: kind as PeriodKind,
      target,
      period,
      reached: reached(period),
      before: reached(before),
    }
  })
  return goals.toSorted((a, b) => MEASURES.indexOf(a.measure) - MEASURES.indexOf(b.measure))
}

type Done = { driver: string; activity: Activity }

/** What everybody did in some weeks, read together, of any of them. */
async function readActivity(weeks: readonly Week[], on: Kysely<DB>): Promise<(some: readonly Week[]) => Done[]> {
  const done = await activityOfWeeks(weeks, on)
  return (some) =>
    some.flatMap((week) => [...(done.get(week) ?? [])].map(([driver, activity]) => ({ driver, activity })))
}

/** `null` where no file tells. */
function measured(measure: Measure, done: readonly Done[], personOf: (record: string) => string): number | null {
  const told = done.filter(({ activity }) => isMoneyTold(activity))
  if (told.length === 0) return null
  if (measure === 'drivers')
    return new Set(told.filter(({ activity }) => activity.income > 0).map(({ driver }) => personOf(driver))).size
  const figures = told.map(({ activity }) => activity[measure]).filter((figure) => figure !== null)
  return figures.length === 0 ? null : figures.reduce((total, one) => total + one, 0)
}

/** A platform that was asked before its file came told of work alone, which would read as nothing earned. */
function isMoneyTold({ income, reported: { uber, bolt } }: Activity): boolean {
  return income !== 0 || uber.received !== null || bolt.received !== null
}
