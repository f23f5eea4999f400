import { type Kysely, type Selectable, sql } from 'kysely'
import { keptByTables } from '#db/kept-by-tables.server.ts'
import { askTogether, listQuestion } from '#db/together.server.ts'
import type { DB, Drivers } from '#db/types.ts'
import { drivesIn } from '#domain/driver-week.ts'
import type { Interval } from '#domain/matching.ts'
import {
  type Audience,
  type Criterion,
  type Goal,
  type Period,
  type GoalFacts,
  isInAudience,
  countedOnlineMinutes,
  prizeOf,
} from '#domain/goal.ts'
import { cents, sum } from '#domain/money.ts'
import type { Regime } from '#domain/terms.ts'
import { overlaps } from '#domain/vehicle.ts'
import { haveSameItems } from '#domain/very-same.ts'
import { type Week, bounds, weekOf, weeksBetween, weeksFrom } from '#domain/week.ts'
import { activityOfWeeks, bothActivities } from '#features/adjustments/activity/queries.server.ts'
import type { Activity } from '#features/adjustments/activity/schema.ts'
import { idOf } from '#platform/named-id.ts'
import type { GoalProgress } from './schema.ts'

/** A goal and one of its periods. A goal that is only tried has no id, and nothing was paid for it. */
type GoalAndPeriod<Of> = { goal: Of; period: Period }
type AssessableGoal = Goal & { id: string | null; audience: Audience }

export type DriverProgress = GoalProgress & {
  language: 'pt' | 'en'
  /**
   * The id of the reward in a week: the same at each calculation, and a new one once a statement that carried it was
   * voided.
   */
  idIn: (week: Week) => string
}

/** Who had a car if an assignment is changed (`had`), for a preview; they replace the drivers who had it. */
export type Holders = { car: string; had: readonly Interval[] }

/** Reads what `progressFrom` needs, and calculates everybody's progress with it. */
export async function readProgress<Of extends AssessableGoal>(
  goals: readonly GoalAndPeriod<Of>[],
  on: Kysely<DB>,
  only: readonly string[] | null = null,
  known?: ReturnType<typeof activityOfWeeks>,
) {
  return progressFrom(await readProgressInput(goals, on, only, { known }), goals)
}

type ProgressInput = Awaited<ReturnType<typeof readProgressInput>>

/**
 * Reads everything from which the progress of these goals and periods is calculated; with `only`, just for these
 * persons. Uses the given activity (`known`) and `facts` instead of reading them again.
 */
export async function readProgressInput(
  goals: readonly GoalAndPeriod<AssessableGoal>[],
  on: Kysely<DB>,
  only: readonly string[] | null,
  {
    known,
    facts = readFacts(goals, only, on),
  }: { known?: ReturnType<typeof activityOfWeeks> | undefined; facts?: Promise<Facts> } = {},
) {
  const records = only && (await facts).people.records
  const [read, activity] = await Promise.all([
    facts,
    known ?? activityOfWeeks(weeksOf(goals), on, records ?? undefined),
  ])
  return { ...read, activity }
}

function weeksOf(goals: readonly GoalAndPeriod<AssessableGoal>[]): Week[] {
  return weeksBetween(goals.flatMap(({ period }) => period.weeks))
}

/**
 * Calculates the progress of every driver in the audience of a goal, in a period: what they reached by the files that
 * count today, and what statements paid. A person is all their records. A driver who was paid stays in the result,
 * because the audience of a settled period is not checked again. With `other`, calculates as if these drivers had had
 * a car; the figures stay the same, because platforms name people and not cars.
 */
export function progressFrom<Of extends AssessableGoal>(
  { people, given, activity, ...facts }: ProgressInput,
  goals: readonly GoalAndPeriod<Of>[],
  other?: Holders,
): (GoalAndPeriod<Of> & { drivers: readonly DriverProgress[] })[] {
  const hadOther = (id: string, week: Week) => {
    const { start: from, end: to } = bounds(week)
    return other?.had.some((time) => people.personOf(time.driverId) === id && overlaps(time, { from, to })) ?? false
  }
  const factsOf = ({ id, since }: Person, first: Week, last: Week): GoalFacts => ({
    id,
    regime: facts.regimes(id, last),
    hasCar: (facts.held.get(`${id} ${last}`) ?? []).some((car) => car !== other?.car) || hadOther(id, last),
    weeksHere: since === null ? null : Math.max(weeksFrom(since, first), 0),
  })
  const cached = cachedByPeople.get(people) ?? new Map<string, CachedProgress>()
  cachedByPeople.set(people, cached)
  return goals.map(({ goal, period }) => {
    const weeksOfRecords = period.weeks.flatMap((week) => activity.get(week) ?? [])
    const name = JSON.stringify([goal, period])
    const same = other ? undefined : cached.get(name)
    if (same && haveSameItems(same.weeksOfRecords, weeksOfRecords)) return { goal, period, drivers: same.drivers }
    const rewardsOf = Map.groupBy(given.get(`${goal.id} ${period.first}`) ?? [], ({ record }) =>
      people.personOf(record),
    )
    const drivers = people.all.flatMap((person): DriverProgress[] => {
      const rewards = rewardsOf.get(person.id) ?? []
      const paid = rewards.filter(({ isAccepted }) => isAccepted)
      const { first, last } = period
      if (paid.length === 0 && !isInAudience(goal.audience, factsOf(person, first, last))) return []
      const done = weeksOfRecords
        .map((byRecord) => doneBy(person.records, byRecord))
        .filter((weekActivity) => weekActivity !== null)
      const reached = reachedBy(goal.criterion, done, paid.at(-1)?.reached ?? null)
      if (paid.length === 0 && reached === null && !person.isHere(period)) return []
      return [
        {
          driver: { id: person.id, name: person.name },
          language: person.language,
          reached,
          prize: prizeOf(goal, reached ?? 0),
          given: sum(paid.map(({ amount }) => amount)),
          idIn: (week) =>
            idOf(`${goal.id} ${first} ${person.id} ${week} ${rewards.filter((reward) => reward.week === week).length}`),
        },
      ]
    })
    // Do not keep the result of a goal that is only tried: it is a new object each time.
    if (!other && goal.id !== null) cached.set(name, { weeksOfRecords, drivers })
    return { goal, period, drivers }
  })
}

/**
 * A goal's result in a period, with the activity it was made from: it is valid while that activity is the same
 * object.
 */
type CachedProgress = { weeksOfRecords: readonly ReadonlyMap<string, Activity>[]; drivers: readonly DriverProgress[] }

/**
 * The results of goals, by the list of people for whom they were calculated: that list is read again once a row that
 * it depends on changes.
 */
const cachedByPeople = new WeakMap<Facts['people'], Map<string, CachedProgress>>()

/** The activity of a person in a week, over all their records; `null` when there is none. */
function doneBy(records: readonly string[], byRecord: ReadonlyMap<string, Activity>): Activity | null {
  let done: Activity | null = null
  for (const record of records) {
    const activity = byRecord.get(record)
    if (activity !== undefined) done = done === null ? activity : bothActivities(done, activity)
  }
  return done
}

/**
 * The figure reached in the weeks of a period. Hours of both platforms were once added: a prize that was paid for
 * such a sum stays, as long as the files give the same sum.
 */
function reachedBy(criterion: Criterion, weeks: readonly Activity[], paidFor: number | null): number | null {
  if (criterion !== 'online') return sumOf(weeks, (week) => week[criterion])
  const added = sumOf(
    weeks.flatMap(({ onlineMinutes }) => Object.values(onlineMinutes)),
    (minutes) => minutes,
  )
  return paidFor !== null && paidFor === added
    ? added
    : sumOf(weeks, ({ onlineMinutes }) => countedOnlineMinutes(onlineMinutes))
}

/** The sum of a figure; `null` when no row has it. */
function sumOf<One>(all: readonly One[], figureOf: (item: One) => number | null): number | null {
  let total: number | null = null
  for (const item of all) {
    const figure = figureOf(item)
    if (figure !== null) total = (total ?? 0) + figure
  }
  return total
}

type Person = {
  id: string
  name: string
  language: 'pt' | 'en'
  /** The person's own record, and those that were merged into it. */
  records: readonly string[]
  /** The week of the person's earliest known first day, over all records. */
  since: Week | null
  /** Whether the person worked here in a week of the period. */
  isHere: (period: Period) => boolean
}

/**
 * SQL condition that the row belongs to one of these persons, by any of their records; with `null`, it is always
 * true.
 */
function isOf(column: 'id' | 'driver_id', only: readonly string[] | null) {
  return only === null
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} = any(array(select own_records(standing_record(one)) from unnest(${only}::uuid[]) one))`
}

const peopleOf = (only: readonly string[] | null) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('drivers')
        .where(isOf('id', only))
        .select(['id', 'name', 'language', 'status', 'started_on', 'ended_on', 'is_gone', 'merged_into'])
        .select(sql<string>`case when merged_into is null then id else standing_record(id) end`.as('person'))
        .orderBy('name')
        .orderBy('ref'),
    peopleIn,
  )

type PersonRow = Pick<Selectable<Drivers>, 'id' | 'name' | 'language' | 'status' | 'is_gone' | 'merged_into'> & {
  started_on: string | null
  ended_on: string | null
  person: string
}

function peopleIn(rows: readonly PersonRow[]) {
  const personOf = new Map(rows.map(({ id, person }) => [id, person]))
  const records = Map.groupBy(rows, ({ person }) => person)
  const persons = rows
    .filter(({ merged_into }) => merged_into === null)
    .map((row): Person => {
      const stay = { startedOn: row.started_on, endedOn: row.ended_on }
      return {
        id: row.id,
        name: row.name,
        language: row.language === 'en' ? 'en' : 'pt',
        records: (records.get(row.id) ?? []).map(({ id }) => id),
        since: firstWeekOf(records.get(row.id) ?? []),
        isHere: ({ weeks }) => !row.is_gone && weeks.some((week) => drivesIn(week, { status: row.status, ...stay })),
      }
    })
  return {
    all: persons,
    records: rows.map(({ id }) => id),
    personOf: (record: string) => personOf.get(record) ?? record,
  }
}

function firstWeekOf(records: readonly { started_on: string | null }[]): Week | null {
  const first = records.flatMap(({ started_on }) => started_on ?? []).toSorted()[0]
  return first === undefined ? null : weekOf(Temporal.PlainDate.from(first))
}

/** All rewards saved for goals whose periods begin in these weeks, including withdrawn ones, by goal and period. */
const givenIn = (weeks: readonly Week[], only: readonly string[] | null) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('adjustments')
        .where(isOf('driver_id', only))
        .select(['goal_id', 'goal_first'])
        // Return one list for each goal and period, because a period has hundreds of drivers.
        .select(
          sql`json_agg(json_build_array(driver_id, week, amount_cents, goal_reached, state) order by ordinal)`.as(
            'given',
          ),
        )
        .where('kind', '=', 'goal')
        .where('goal_first', '=', sql<string>`any(${weeks}::date[])`)
        .groupBy(['goal_id', 'goal_first']),
    (rows: { goal_id: string; goal_first: Week; given: GivenReward[] }[]) =>
      new Map(
        rows.map(({ goal_id, goal_first, given }) => [
          `${goal_id} ${goal_first}`,
          given.map(([record, week, amount, reached, state]) => ({
            record,
            week,
            amount: cents(amount),
            reached,
            isAccepted: state === 'accepted',
          })),
        ]),
      ),
  )

type GivenReward = [record: string, week: Week, amount: number, reached: number | null, state: string]

type Facts = Awaited<ReturnType<typeof askTogether<ReturnType<typeof factsIn>>>>

/**
 * The queries for the people, for their saved rewards, and, where a goal's audience depends on them, for the terms
 * and cars in the last weeks of these periods.
 */
export function factsIn(goals: readonly GoalAndPeriod<AssessableGoal>[], only: readonly string[] | null) {
  const lastWeeksWhere = (matters: (audience: Audience) => boolean) =>
    [...new Set(goals.flatMap(({ goal, period }) => (matters(goal.audience) ? [period.last] : [])))].toSorted()
  return {
    people: peopleOf(only),
    given: givenIn(weeksOf(goals), only),
    regimes: regimesIn(
      lastWeeksWhere(({ regimes: of, car }) => of.length > 0 || car !== 'any'),
      only,
    ),
    held: holdersIn(
      lastWeeksWhere(({ car }) => car === 'fleet'),
      only,
    ),
  }
}

/**
 * The facts of everybody, kept in memory while none of their rows changes: goals look back nine weeks, most of which
 * do not change.
 */
export const factsOfAll = keptByTables(
  (goals: readonly GoalAndPeriod<AssessableGoal>[]) =>
    JSON.stringify(goals.map(({ goal, period }) => [goal.audience, period])),
  (goals) => [
    { table: 'drivers' },
    { table: 'terms' },
    { table: 'assignments' },
    { table: 'adjustments', where: sql<boolean>`kind = 'goal' and goal_first = any(${weeksOf(goals)}::date[])` },
  ],
  (goals, on) => askTogether(factsIn(goals, null), on),
  // Number of weeks that people look at in the same hours.
  4,
)

function readFacts(
  goals: readonly GoalAndPeriod<AssessableGoal>[],
  only: readonly string[] | null,
  on: Kysely<DB>,
): Promise<Facts> {
  return only === null ? factsOfAll(goals, on) : askTogether(factsIn(goals, only), on)
}

/** The regime of a driver in a week: the newest that was in force. */
const regimesIn = (weeks: readonly Week[], only: readonly string[] | null) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('terms')
        .where(isOf('driver_id', only))
        .select(['driver_id', 'regime', 'valid_from'])
        .where('withdrawn_at', 'is', null)
        .where(sql<boolean>`valid_from <= ${weeks.at(-1) ?? null}::date`)
        .orderBy('valid_from'),
    (rows: { driver_id: string; regime: Regime; valid_from: string }[]) => {
      const agreed = Map.groupBy(rows, ({ driver_id }) => driver_id)
      return (driver: string, week: Week) =>
        (agreed.get(driver) ?? []).findLast(({ valid_from }) => valid_from <= week)?.regime ?? null
    },
  )

/** The cars that each driver held in each of some weeks. */
const holdersIn = (weeks: readonly Week[], only: readonly string[] | null) =>
  listQuestion(
    () => {
      const spans = weeks.map(bounds)
      return sql`(
    select driver_id as driver, asked.week, json_agg(distinct vehicle_id) as cars
    from unnest(${weeks}::date[], ${spans.map(({ start }) => start.toString())}::timestamptz[],
      ${spans.map(({ end }) => end.toString())}::timestamptz[]) asked (week, starts, ends)
    join assignments on period && tstzrange(starts, ends)
    where ${isOf('driver_id', only)}
    group by driver_id, asked.week)`
    },
    (rows: { driver: string; week: Week; cars: string[] }[]): ReadonlyMap<string, readonly string[]> =>
      new Map(rows.map(({ driver, week, cars }) => [`${driver} ${week}`, cars])),
  )
