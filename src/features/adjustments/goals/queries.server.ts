import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { askAlone, askTogether } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { dueNow } from '#domain/commission.ts'
import {
  type Audience,
  type Criterion,
  type Goal,
  type Period,
  type PeriodKind,
  type Stacking,
  goalPeriod,
  levelOf,
  periodOf,
} from '#domain/goal.ts'
import { type Cents, ZERO, cents, sum } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { GoalResult } from '#domain/settlement-types.ts'
import type { Regime } from '#domain/terms.ts'
import { type Week, nextWeek, previousWeek, weekAt, weeksBetween } from '#domain/week.ts'
import { activityOfWeeks, listOwnWeeks, recordsOf } from '#features/adjustments/activity/queries.server.ts'
import { goalReason } from '#messages/goal-words.ts'
import { translator } from '#messages/translate.ts'
import type {
  DueGoal,
  GoalDraft,
  GoalPage,
  GoalProgress,
  GoalSimulation,
  GoalTally,
  GoalVersion,
  GoalView,
  OwnGoal,
} from './schema.ts'
import {
  type Holders,
  type DriverProgress,
  factsIn,
  readProgressInput,
  readProgress,
  progressFrom,
} from './progress.server.ts'

/**
 * Number of weeks after a goal's period in which statements still correct its prize, when a file reports other
 * figures.
 */
const LOOKS_BACK = 8

/** Every version of every goal, the newest first. */
export async function listGoals(on: Kysely<DB> = db): Promise<GoalVersion[]> {
  const rows = await on
    .selectFrom('goals')
    .selectAll()
    .select(
      sql<
        { threshold: number; reward: number }[]
      >`(select json_agg(json_build_object('threshold', threshold, 'reward', reward_cents)
        order by threshold) from goal_levels where goal_id = goals.id)`.as('levels'),
    )
    // If the record of a picked driver was merged, the record in which it continues counts.
    .select(
      sql<
        string[]
      >`array(select distinct standing_record(driver_id)::text from goal_drivers where goal_id = goals.id)`.as(
        'drivers',
      ),
    )
    .orderBy('ordinal', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    line: row.line_id,
    name: row.name,
    nameEn: row.name_en,
    criterion: row.criterion as Criterion,
    period: row.period as PeriodKind,
    stacking: row.stacking as Stacking,
    levels: row.levels.map(({ threshold, reward }) => ({ threshold, reward: cents(reward) })),
    from: row.starts_on as Week,
    until: row.ends_on as Week | null,
    audience: {
      regimes: row.regimes as Regime[],
      car: row.car as Audience['car'],
      minWeeks: row.min_weeks,
      maxWeeks: row.max_weeks,
      drivers: row.drivers,
    },
    reason: row.reason,
    writtenAt: row.created_at.toString(),
    endReason: row.end_reason,
    untilBefore: untilBefore(row.until_before),
  }))
}

function untilBefore(written: string | null): Week | null | undefined {
  if (written === null) return undefined
  return written === 'infinity' ? null : (written as Week)
}

/** Whether the end of a goal can be taken back: it has not come yet, and no other version follows. Refuses `record.not-found`. */
export async function mayReopenGoal(id: string, now: Temporal.Instant, on: Kysely<DB> = db): Promise<boolean> {
  const goal = await getGoal(id, on)
  const { line, from, until, untilBefore: before, period } = goal
  if (until === null || before === undefined) return false
  const isFollowed = (await listGoals(on)).some((other) => other.line === line && other.from > from)
  const week = weekAt(now)
  return !isFollowed && (until < from ? from >= periodOf(period, week).first : week <= until)
}

/** One version of a goal. Refuses `record.not-found`. */
export async function getGoal(id: string, on: Kysely<DB> = db): Promise<GoalVersion> {
  const recordId = readRecordId(id)
  const found = (await listGoals(on)).find((goal) => goal.id === recordId)
  if (!found) throw new Refusal('record.not-found')
  return found
}

/**
 * Calculates the prizes on the drafts of some weeks, for all or only some drivers: the prize that was earned, less
 * what statements have paid of it. With `other`, as if these drivers had had a car.
 */
export async function listDueGoalsIn(
  weeks: readonly Week[],
  on: Kysely<DB> = db,
  only?: readonly string[],
): Promise<(week: Week, other?: Holders) => DueGoal[]> {
  const endsOf = (week: Week) => Array.from({ length: LOOKS_BACK + 1 }, (_, back) => previousWeek(week, back))
  const ends = [...new Set(weeks.flatMap(endsOf))].toSorted().toReversed()
  const goals = ends.length === 0 ? [] : await listGoals(on)
  const ended = goals.flatMap((goal) =>
    ends.flatMap((end) => {
      const period = goalPeriod(goal, end)
      return period?.last === end ? [{ goal, period }] : []
    }),
  )
  if (ended.length === 0) return () => []
  // The facts of everybody are kept in memory; those of some drivers are read in one query with the settled periods.
  const facts = only && askTogether({ ...factsIn(ended, only), settled: settledIn(ends) }, on)
  const [input, settled] = await Promise.all([
    readProgressInput(ended, on, only ?? null, facts && { facts }),
    facts ? facts.then((answers) => answers.settled) : askAlone(settledIn(ends), on),
  ])
  const found = progressFrom(input, ended)
  return (week, other) => {
    const lastWeeks = new Set(endsOf(week))
    const payableIn = <One extends { period: Period }>(all: readonly One[]) =>
      all.filter(({ period }) => lastWeeks.has(period.last))
    const progress = other ? progressFrom(input, payableIn(ended), other) : payableIn(found)
    return progress.flatMap((period) => dueOf(period, week, settled))
  }
}

function dueOf(
  { goal, period, drivers }: Awaited<ReturnType<typeof readProgress<GoalVersion>>>[number],
  week: Week,
  settled: SettledPeriods,
): DueGoal[] {
  return drivers.flatMap((driver): DueGoal[] => {
    const amount = dueNow(driver.prize, [driver.given])
    // Check the amount first: most periods have nothing left to pay.
    if (amount === 0 || !settled.mayPay(driver.driver.id, period.last, week)) return []
    return [{ ...prizeIn(week, driver, { goal, period }), opensStatement: settled.isOpen(driver.driver.id, week) }]
  })
}

type Prize = Omit<DueGoal, 'opensStatement'>

/**
 * The prizes of each week, by the progress they come from. That object stays the same until something that it depends
 * on changes.
 */
const keptPrizes = new WeakMap<DriverProgress, Map<Week, Prize>>()

function prizeIn(
  week: Week,
  driverProgress: DriverProgress,
  { goal, period }: { goal: GoalVersion; period: Period },
): Prize {
  const before = keptPrizes.get(driverProgress) ?? new Map<Week, Prize>()
  keptPrizes.set(driverProgress, before)
  const known = before.get(week)
  if (known) return known
  const reached = driverProgress.reached ?? 0
  const result: GoalResult = {
    criterion: goal.criterion,
    period: goal.period,
    first: period.first,
    last: period.last,
    reached,
    threshold: levelOf(goal.levels, reached).threshold,
  }
  const name = driverProgress.language === 'en' ? (goal.nameEn ?? goal.name) : goal.name
  const prize: Prize = {
    id: driverProgress.idIn(week),
    driverId: driverProgress.driver.id,
    kind: 'goal',
    amount: dueNow(driverProgress.prize, [driverProgress.given]),
    reason: goalReason(name, result, translator(driverProgress.language)),
    about: null,
    changes: [],
    came: [],
    gone: [],
    reward: { earned: driverProgress.prize, given: driverProgress.given, goal: result },
    goal: { id: goal.id, first: period.first, reached },
  }
  before.set(week, prize)
  return prize
}

/** Every goal with the state of its current period, the newest first. */
export async function listGoalViews(now: Temporal.Instant, on: Kysely<DB> = db): Promise<GoalView[]> {
  const [goals, paid] = await Promise.all([listGoals(on), listPaid(on)])
  const week = weekAt(now)
  const running = goals.flatMap((goal) => {
    const period = goalPeriod(goal, week)
    return period ? [{ goal, period }] : []
  })
  const found = running.length === 0 ? [] : await readProgress(running, on)
  return goals.map((goal) => {
    const ofGoal = found.find((period) => period.goal === goal)
    return {
      ...goal,
      state: stateOf(goal, week),
      running: ofGoal ? tallyOf(ofGoal) : null,
      paid: paid.get(goal.id) ?? ZERO,
    }
  })
}

/** Number of a goal's periods that are shown: the current one, and those before it. */
const PERIODS_SHOWN = 9

/**
 * A goal and its periods, with everybody's progress in one period: the one that begins in `first`, otherwise the
 * newest that has figures. Refuses `record.not-found`.
 */
export async function showGoal(
  id: string,
  { first, now }: { first: string | null; now: Temporal.Instant },
  on: Kysely<DB> = db,
): Promise<GoalPage> {
  const goal = await getGoal(id, on)
  const week = weekAt(now)
  const periods = lastPeriods(goal, week, PERIODS_SHOWN).map((period) => ({ goal, period }))
  const [progress, paid] = await Promise.all([periods.length === 0 ? [] : readProgress(periods, on), listPaid(on)])
  const shownPeriod =
    progress.find(({ period }) => period.first === first) ??
    progress.find((period) => tallyOf(period).isMeasured) ??
    progress[0] ??
    null
  return {
    goal,
    state: stateOf(goal, week),
    paid: paid.get(goal.id) ?? ZERO,
    periods: progress.map(tallyOf),
    shownPeriod: shownPeriod && {
      ...shownPeriod,
      drivers: shownPeriod.drivers.map(({ driver, reached, prize, given }) => ({ driver, reached, prize, given })),
    },
    asOf: shownPeriod && (await readAge(shownPeriod.period.weeks, on)),
  }
}

/**
 * The signed-in driver's goals in the current periods, and in those that are over but wait for a statement; `asOf` is
 * the moment when their newest file came.
 */
export async function listOwnGoals(
  driverId: OwnDriverId,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<{ goals: OwnGoal[]; asOf: string | null }> {
  const { goals, asOf } = await listOwnGoalsWith(driverId, now, [], on)
  return { goals, asOf }
}

/**
 * The signed-in driver's goals, with the driver's activity by record in their weeks and in `others`, for pages that
 * show more than goals.
 */
export async function listOwnGoalsWith(
  driverId: OwnDriverId,
  now: Temporal.Instant,
  others: readonly Week[],
  on: Kysely<DB> = db,
): Promise<{ goals: OwnGoal[]; asOf: string | null; records: readonly string[]; activity: Activity }> {
  const week = weekAt(now)
  const issued = await listOwnWeeks(driverId, on)
  const openPeriods = (await listGoals(on)).flatMap((goal) =>
    lastPeriods(goal, week, 2).flatMap((period) => {
      const isOver = period.last < week
      const waits = period.last >= previousWeek(week, 2) && !issued.has(period.last)
      return isOver && !waits ? [] : [{ goal, period }]
    }),
  )
  const weeks = weeksBetween([...openPeriods.flatMap(({ period }) => period.weeks), ...others])
  const records = weeks.length === 0 ? [] : await recordsOf([driverId], on)
  const reading = activityOfWeeks(weeks, on, records)
  if (openPeriods.length === 0) return { goals: [], asOf: null, records, activity: await reading }
  const [found, activity, asOf] = await Promise.all([
    readProgress(openPeriods, on, [driverId], reading),
    reading,
    readAge(
      openPeriods.flatMap(({ period }) => period.weeks),
      on,
    ),
  ])
  const goals = found.flatMap(({ goal, period, drivers }) => {
    const ownProgress = drivers.find(({ driver }) => driver.id === driverId)
    const isOver = period.last < week
    return ownProgress && !(isOver && ownProgress.reached === null)
      ? [{ goal, period, isOver, reached: ownProgress.reached, prize: ownProgress.prize }]
      : []
  })
  return { goals, asOf, records, activity }
}

type Activity = Awaited<ReturnType<typeof activityOfWeeks>>

/** Number of past weeks for which the cost of a goal is calculated before it is saved. */
const WEEKS_TRIED = 8

/** Calculates the cost that a goal would have had in the last eight full weeks. */
export async function simulateGoal(
  draft: GoalDraft,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<GoalSimulation> {
  const last = previousWeek(weekAt(now))
  const goal = { ...draft, id: null, from: previousWeek(last, WEEKS_TRIED - 1), until: last }
  const periods = lastPeriods(goal, last, WEEKS_TRIED).map((period) => ({ goal, period }))
  const found = periods.length === 0 ? [] : await readProgress(periods, on)
  const reached = found.flatMap(({ drivers }) => drivers.map((driver) => driver.reached ?? 0))
  const highest = (figure: number) => draft.levels.findLastIndex(({ threshold }) => figure >= threshold)
  return {
    periods: found.map(tallyOf),
    cost: sum(found.map((goalAndPeriod) => tallyOf(goalAndPeriod).cost)),
    levels: draft.levels.map((_, at) => reached.filter((figure) => highest(figure) === at).length),
  }
}

function stateOf({ from, until }: Goal, week: Week): GoalView['state'] {
  if (until !== null && until < week) return 'over'
  return from > week ? 'later' : 'now'
}

function tallyOf({ period, drivers }: { period: Period; drivers: readonly GoalProgress[] }): GoalTally {
  return {
    period,
    drivers: drivers.length,
    reached: drivers.filter(({ prize }) => prize > 0).length,
    cost: sum(drivers.map(({ prize }) => prize)),
    isMeasured: drivers.some(({ reached }) => reached !== null),
  }
}

/** The newest periods of a goal, up to the period with the given week, newest first. */
function lastPeriods(goal: Goal, week: Week, most: number): Period[] {
  const found: Period[] = []
  let at = periodOf(goal.period, week).last
  while (found.length < most && at >= goal.from) {
    const period = goalPeriod(goal, at)
    if (period) found.push(period)
    at = previousWeek(periodOf(goal.period, at).first)
  }
  return found
}

async function listPaid(on: Kysely<DB>): Promise<Map<string, Cents>> {
  const rows = await on
    .selectFrom('adjustments')
    .select(['goal_id', sql<number>`sum(amount_cents)::bigint`.as('paid')])
    .where('kind', '=', 'goal')
    .where('state', '=', 'accepted')
    .groupBy('goal_id')
    .execute()
  // oxlint-disable-next-line typescript/no-non-null-assertion -- an adjustment of this kind says its goal
  return new Map(rows.map(({ goal_id, paid }) => [goal_id!, cents(paid)]))
}

/** The moment when the newest file with figures of these weeks came; `null` before the first. */
async function readAge(weeks: readonly Week[], on: Kysely<DB>): Promise<string | null> {
  const { at } = await on
    .selectFrom('imports')
    .innerJoin('import_weeks', 'import_weeks.import_id', 'imports.id')
    .select(sql<Temporal.Instant | null>`max(imported_at)`.as('at'))
    .where('week', '=', sql<string>`any(${weeks}::date[])`)
    .where('live_rows', '>', 0)
    .where('imports.source', 'in', ['uber', 'bolt'])
    .executeTakeFirstOrThrow()
  return at?.toString() ?? null
}

export type { Holders }

type SettledPeriods = {
  /** Whether the draft of the week `on` may pay or correct a person's prize for the period that ended in `end`. */
  mayPay: (person: string, end: Week, on: Week) => boolean
  /**
   * Whether a person may still get a statement for a week: no statement of that week is issued, or this person's was
   * voided.
   */
  isOpen: (person: string, week: Week) => boolean
}

/**
 * Which periods are settled. The statement of a period's last week pays the prize. A later correction goes on the
 * next statement to be issued, and on no draft after it. While the person's statement of the last week is void, the
 * draft of that week pays.
 */
const settledIn = (ends: readonly Week[]) => ({
  ask: () => sql`(
    select array(select week::text from unnest(${ends}::date[]) asked (week)
        where exists (select from settlements s where s.week = asked.week and s.state <> 'void')) as issued,
      -- Pairs of person and week. Persons of live statements are found only in weeks with a void one: in no other can one be missing.
      array(select person || ' ' || week from (
        select standing_record(driver_id) as person, week from settlements where week = any(${ends}::date[]) and state = 'void'
        except
        select standing_record(live.driver_id), live.week from settlements live where live.week = any(${ends}::date[]) and live.state <> 'void'
          and exists (select from settlements v where v.week = live.week and v.state = 'void')) lacking) as voided,
      (select max(week) from settlements where state <> 'void')::text as newest)`,
  read: ({ newest, ...weeksOf }: { issued: Week[]; voided: string[]; newest: Week | null }): SettledPeriods => {
    const issued = new Set(weeksOf.issued)
    const isVoid = new Set(weeksOf.voided)
    // Calculate this once, because `mayPay` is called for each driver and period.
    const after = newest && nextWeek(newest)
    return {
      mayPay: (person, end, week) =>
        end === week || (after !== null && issued.has(end) && week <= after && !isVoid.has(`${person} ${end}`)),
      isOpen: (person, week) => !issued.has(week) || isVoid.has(`${person} ${week}`),
    }
  },
})
