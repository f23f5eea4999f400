import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { askTogether, listQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { type Period, type PeriodKind, periodOf } from '#domain/goal.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, previousWeek, weekAt } from '#domain/week.ts'
import { activityOfWeeks } from '#features/adjustments/activity/queries.server.ts'
import type { Activity } from '#features/adjustments/activity/schema.ts'
import { currentRecords } from '#features/fleet/current-drivers/queries.server.ts'
import { type CompanyGoal, type CompanyGoalVersion, MEASURES, type Measure, type WrittenCompanyGoal } from './schema.ts'

/** The company's goals for the current week and month, in the order of the form. */
export async function listCompanyGoals(now: Temporal.Instant, on: Kysely<DB> = db): Promise<CompanyGoal[]> {
  const { wanted, personOf } = await askTogether({ wanted: wantedGoals(now), personOf: currentRecords }, on)
  const activity = await activityOfWeeks(weeksOfGoals(wanted), on)
  return reachedGoals(wanted, activity, personOf)
}

/** Whether the first period of a version is over: then its target stays. */
export function isOver({ period, from }: Pick<WrittenCompanyGoal, 'period' | 'from'>, now: Temporal.Instant): boolean {
  return from < periodOf(period, weekAt(now)).first
}

/** The versions whose first period runs or is still to come, in the order of their periods: they can be removed. */
export async function listRemovableGoals(now: Temporal.Instant, on: Kysely<DB> = db): Promise<CompanyGoalVersion[]> {
  return (await everyVersion(on)).filter((version) => !isOver(version, now))
}

/** One version of a company goal. Refuses `record.not-found`. */
export async function getCompanyGoal(id: string, on: Kysely<DB> = db): Promise<CompanyGoalVersion> {
  const recordId = readRecordId(id)
  const found = (await everyVersion(on)).find((version) => version.id === recordId)
  if (!found) throw new Refusal('record.not-found')
  return found
}

async function everyVersion(on: Kysely<DB>): Promise<CompanyGoalVersion[]> {
  const rows = await on
    .selectFrom('company_goals')
    .select(['id', 'measure', 'period', 'starts_on', 'target', 'reason'])
    .orderBy('starts_on')
    .orderBy('measure')
    .orderBy('period')
    .execute()
  return rows.map(({ id, measure, period, starts_on, target, reason }) => ({
    id,
    measure: measure as Measure,
    period: period as PeriodKind,
    from: starts_on as Week,
    target,
    reason,
  }))
}

/** The goals in force, each with its current period and the one before. */
export const wantedGoals = (now: Temporal.Instant) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('company_goals')
        .select(['id', 'measure', 'period as kind', 'target'])
        .distinctOn(['measure', 'period'])
        // A version is in force once its first week or month has begun.
        .where(
          'starts_on',
          '<=',
          sql<string>`case period when 'week' then ${weekAt(now)}::date else ${periodOf('month', weekAt(now)).first}::date end`,
        )
        .orderBy('measure')
        .orderBy('period')
        .orderBy('starts_on', 'desc'),
    (rows: (Pick<CompanyGoal, 'id' | 'measure' | 'kind'> & { target: number | null })[]) =>
      rows.flatMap(({ target, ...row }): WantedGoal[] => {
        const period = periodOf(row.kind, weekAt(now))
        return target === null
          ? []
          : [{ ...row, target, period, before: periodOf(row.kind, previousWeek(period.first)) }]
      }),
  )

/** The weeks of these periods, whose activity has to be read. */
export function weeksOfGoals(goals: readonly WantedGoal[]): Week[] {
  return [...new Set(goals.flatMap(({ period, before }) => [...period.weeks, ...before.weeks]))]
}

/** Adds to each goal the figures of its two periods. Sorts the goals in the order of the form. */
export function reachedGoals(
  goals: readonly WantedGoal[],
  done: ActivityByWeek,
  personOf: (record: string) => string,
): CompanyGoal[] {
  return goals
    .map(({ before, ...goal }) => ({
      ...goal,
      reached: measureFigure(goal.measure, goal.period, done, personOf),
      before: measureFigure(goal.measure, before, done, personOf),
    }))
    .toSorted((a, b) => MEASURES.indexOf(a.measure) - MEASURES.indexOf(b.measure))
}

type WantedGoal = Omit<CompanyGoal, 'reached' | 'before'> & { before: Period }
type ActivityByWeek = Awaited<ReturnType<typeof activityOfWeeks>>
type DoneInWeek = ReadonlyMap<string, Activity>

/** The figure that a goal measures, over the weeks of a period; `null` when no file has it. */
function measureFigure(
  measure: Measure,
  { weeks }: Period,
  done: ActivityByWeek,
  personOf: (record: string) => string,
): number | null {
  const sums = weeks.flatMap((week) => sumsOf(done.get(week)) ?? [])
  if (sums.length === 0) return null
  if (measure === 'drivers') return new Set(sums.flatMap(({ earning }) => earning).map(personOf)).size
  const figures = sums.map((week) => week[measure]).filter((figure) => figure !== null)
  return figures.length === 0 ? null : sumFigures(figures)
}

/** The sums of a week: income in cents, trips when a file says any, and the records that received something. */
type WeekSums = { income: number; trips: number | null; earning: readonly string[] }

/**
 * The sums of each week, by the object that holds its activity. That object stays the same while it is kept in
 * memory, and pages ask for the same week several times.
 */
const sumsKept = new WeakMap<DoneInWeek, WeekSums | null>()

/** The sums of a week; `null` when no file has figures of it. */
function sumsOf(week: DoneInWeek | undefined): WeekSums | null {
  if (week === undefined) return null
  const before = sumsKept.get(week)
  if (before !== undefined) return before
  const known = [...week].filter(([, activity]) => isIncomeKnown(activity))
  const trips = known.flatMap(([, activity]) => activity.trips ?? [])
  const sums = {
    income: sumFigures(known.map(([, { income }]) => income)),
    trips: trips.length === 0 ? null : sumFigures(trips),
    earning: known.flatMap(([record, { income }]) => (income > 0 ? [record] : [])),
  }
  const found = known.length === 0 ? null : sums
  sumsKept.set(week, found)
  return found
}

function sumFigures(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0)
}

/**
 * Before a platform's file comes, the data fetched from it has only work and no money, which would read as nothing
 * earned.
 */
function isIncomeKnown({ income, reported: { uber, bolt } }: Activity): boolean {
  return income !== 0 || uber.received !== null || bolt.received !== null
}
