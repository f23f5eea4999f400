import { type Kysely, type Selectable, sql } from 'kysely'
import { keptByTables } from '#db/kept-by-tables.server.ts'
import { askTogether, listed } from '#db/together.server.ts'
import type { DB, Drivers } from '#db/types.ts'
import { drivesIn } from '#domain/driver-week.ts'
import type { Interval } from '#domain/matching.ts'
import {
  type Audience,
  type Criterion,
  type Goal,
  type Period,
  type GoalFacts,
  isFor,
  onlineOnce,
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

/** A goal and a period. A goal that is not written yet has no id, and nothing was paid for it. */
type GoalAndPeriod<Of> = { goal: Of; period: Period }
type AssessableGoal = Goal & { id: string | null; audience: Audience }

export type DriverProgress = GoalProgress & {
  language: 'pt' | 'en'
  /**
   * The id of the reward in a week: the same each time it is worked out, and a new one once a statement that carried it
   * was voided.
   */
  idIn: (week: Week) => string
}

/** Drivers who are supposed to have had a car, instead of those who had it. */
export type Holders = { car: string; had: readonly Interval[] }

/** Reads everything and works out everybody's progress, as `progressFrom` does. */
export async function readProgress<Of extends AssessableGoal>(
  asked: readonly GoalAndPeriod<Of>[],
  on: Kysely<DB>,
  only: readonly string[] | null = null,
  known?: ReturnType<typeof activityOfWeeks>,
) {
  return progressFrom(await readProgressInput(asked, on, only, { known }), asked)
}

type ProgressInput = Awaited<ReturnType<typeof readProgressInput>>

/**
 * Reads all that goals are worked out from, for these periods; with `only`, for these persons. Does not read again the
 * weeks (`known`) or the `facts` that are given.
 */
export async function readProgressInput(
  asked: readonly GoalAndPeriod<AssessableGoal>[],
  on: Kysely<DB>,
  only: readonly string[] | null,
  {
    known,
    facts = readFacts(asked, only, on),
  }: { known?: ReturnType<typeof activityOfWeeks> | undefined; facts?: Promise<Facts> } = {},
) {
  const own = only && (await facts).people.records
  const [answered, activity] = await Promise.all([
    facts,
    known ?? activityOfWeeks(weeksOf(asked), on, own ?? undefined),
  ])
  return { ...answered, activity }
}

function weeksOf(asked: readonly GoalAndPeriod<AssessableGoal>[]): Week[] {
  return weeksBetween(asked.flatMap(({ period }) => period.weeks))
}

/**
 * Works out everybody a goal is for in a period: what they reached by the files that count today, and what statements
 * paid. A person is all their records. Whoever was paid stays in, because a settled period is not checked again for
 * whom the goal was. With `other`, as if these drivers had had a car: platforms name people and not cars, so the
 * figures stay.
 */
export function progressFrom<Of extends AssessableGoal>(
  { people, given, activity, ...facts }: ProgressInput,
  asked: readonly GoalAndPeriod<Of>[],
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
  const before = workedOut.get(people) ?? new Map<string, CachedProgress>()
  workedOut.set(people, before)
  return asked.map(({ goal, period }) => {
    const weeksOfRecords = period.weeks.flatMap((week) => activity.get(week) ?? [])
    const name = JSON.stringify([goal, period])
    const same = other ? undefined : before.get(name)
    if (same && haveSameItems(same.weeksOfRecords, weeksOfRecords)) return { goal, period, drivers: same.drivers }
    const of = Map.groupBy(given.get(`${goal.id} ${period.first}`) ?? [], ({ record }) => people.personOf(record))
    const drivers = people.all.flatMap((person): DriverProgress[] => {
      const own = of.get(person.id) ?? []
      const paid = own.filter(({ isAccepted }) => isAccepted)
      const { first, last } = period
      if (paid.length === 0 && !isFor(goal.audience, factsOf(person, first, last))) return []
      const done = weeksOfRecords.map((byRecord) => doneBy(person.records, byRecord)).filter((one) => one !== null)
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
            idOf(`${goal.id} ${first} ${person.id} ${week} ${own.filter((one) => one.week === week).length}`),
        },
      ]
    })
    // A goal that is only tried is another one each time, so it is not kept.
    if (!other && goal.id !== null) before.set(name, { weeksOfRecords, drivers })
    return { goal, period, drivers }
  })
}

/** A goal's result in a period, with the activity it was made from: it is valid while that is the same. */
type CachedProgress = { weeksOfRecords: readonly ReadonlyMap<string, Activity>[]; drivers: readonly DriverProgress[] }

/**
 * The results of goals, by the list of people they were worked out for: that list is read anew once any other of their
 * tables changes.
 */
const workedOut = new WeakMap<Facts['people'], Map<string, CachedProgress>>()

/** The activity of a person in a week, over all their records; `null` when there is none. */
function doneBy(records: readonly string[], byRecord: ReadonlyMap<string, Activity>): Activity | null {
  let done: Activity | null = null
  for (const record of records) {
    const one = byRecord.get(record)
    if (one !== undefined) done = done === null ? one : bothActivities(done, one)
  }
  return done
}

/**
 * What was reached in the weeks of a period. A prize that was paid while hours of both platforms were added stays, as
 * long as files give that sum.
 */
function reachedBy(criterion: Criterion, weeks: readonly Activity[], paidFor: number | null): number | null {
  if (criterion !== 'online') return sumOf(weeks, (week) => week[criterion])
  const added = sumOf(
    weeks.flatMap(({ onlineMinutes }) => Object.values(onlineMinutes)),
    (minutes) => minutes,
  )
  return paidFor !== null && paidFor === added ? added : sumOf(weeks, ({ onlineMinutes }) => onlineOnce(onlineMinutes))
}

/** The sum of a figure; `null` when nothing reports it. */
function sumOf<One>(all: readonly One[], figureOf: (one: One) => number | null): number | null {
  let total: number | null = null
  for (const one of all) {
    const figure = figureOf(one)
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
  /** The week of the earliest known first day of all records. */
  since: Week | null
  /** Whether the person worked here in a week of the period. */
  isHere: (period: Period) => boolean
}

/** A condition: the row belongs to one of these persons, by any of their records; with `null`, to anybody. */
function isOf(column: 'id' | 'driver_id', only: readonly string[] | null) {
  return only === null
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} = any(array(select own_records(standing_record(one)) from unnest(${only}::uuid[]) one))`
}

const peopleOf = (only: readonly string[] | null) =>
  listed(
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
  const all = rows
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
  return { all, records: rows.map(({ id }) => id), personOf: (record: string) => personOf.get(record) ?? record }
}

function firstWeekOf(records: readonly { started_on: string | null }[]): Week | null {
  const first = records.flatMap(({ started_on }) => started_on ?? []).toSorted()[0]
  return first === undefined ? null : weekOf(Temporal.PlainDate.from(first))
}

/** All rewards written for goals whose periods begin in these weeks, also withdrawn ones, by goal and period. */
const givenIn = (weeks: readonly Week[], only: readonly string[] | null) =>
  listed(
    (on) =>
      on
        .selectFrom('adjustments')
        .where(isOf('driver_id', only))
        .select(['goal_id', 'goal_first'])
        // Gather one list for each goal and period, for a period has hundreds of drivers.
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
 * The questions for the people, for the rewards written of them, and, where a goal asks for them, for the terms and
 * cars in the last weeks of these periods.
 */
export function factsIn(asked: readonly GoalAndPeriod<AssessableGoal>[], only: readonly string[] | null) {
  const lastOf = (isAsked: (audience: Audience) => boolean) =>
    [...new Set(asked.flatMap(({ goal, period }) => (isAsked(goal.audience) ? [period.last] : [])))].toSorted()
  return {
    people: peopleOf(only),
    given: givenIn(weeksOf(asked), only),
    regimes: regimesIn(
      lastOf(({ regimes: of, car }) => of.length > 0 || car !== 'any'),
      only,
    ),
    held: holdersIn(
      lastOf(({ car }) => car === 'fleet'),
      only,
    ),
  }
}

/** The facts of everybody are kept while none of their rows changes: goals look back nine weeks, most of which do not change. */
export const factsOfAll = keptByTables(
  (asked: readonly GoalAndPeriod<AssessableGoal>[]) =>
    JSON.stringify(asked.map(({ goal, period }) => [goal.audience, period])),
  (asked) => [
    { table: 'drivers' },
    { table: 'terms' },
    { table: 'assignments' },
    { table: 'adjustments', where: sql<boolean>`kind = 'goal' and goal_first = any(${weeksOf(asked)}::date[])` },
  ],
  (asked, on) => askTogether(factsIn(asked, null), on),
  // Number of weeks that people have open at the same time.
  4,
)

function readFacts(
  asked: readonly GoalAndPeriod<AssessableGoal>[],
  only: readonly string[] | null,
  on: Kysely<DB>,
): Promise<Facts> {
  return only === null ? factsOfAll(asked, on) : askTogether(factsIn(asked, only), on)
}

/** The regime of a driver in a week: the newest that was in force. */
const regimesIn = (weeks: readonly Week[], only: readonly string[] | null) =>
  listed(
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
  listed(
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
