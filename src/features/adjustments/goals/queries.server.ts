import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { dueNow } from '#domain/commission.ts'
import { drivesIn } from '#domain/driver-week.ts'
import {
  type Audience,
  type Criterion,
  type Goal,
  type Period,
  type PeriodKind,
  type Stacking,
  type Standing,
  goalPeriod,
  isFor,
  levelOf,
  prizeOf,
} from '#domain/goal.ts'
import { cents, sum } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { GoalResult } from '#domain/settlement-types.ts'
import type { Regime } from '#domain/terms.ts'
import { type Week, bounds, nextWeek, previousWeek, weekOf } from '#domain/week.ts'
import { activityOfWeeks } from '#features/adjustments/activity/queries.server.ts'
import type { Activity } from '#features/adjustments/activity/schema.ts'
import { goalReason } from '#messages/goal-words.ts'
import { translator } from '#messages/translate.ts'
import type { DueGoal, GoalOfPeriod, GoalProgress, GoalVersion } from './schema.ts'

/** Weeks after its period in which a statement still puts a prize right when a file says something else. */
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
    .select(sql<string[]>`array(select driver_id::text from goal_drivers where goal_id = goals.id)`.as('drivers'))
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
  }))
}

/** One version of a goal. Refuses `record.not-found`. */
export async function getGoal(id: string, on: Kysely<DB> = db): Promise<GoalVersion> {
  const asked = readRecordId(id)
  const found = (await listGoals(on)).find((goal) => goal.id === asked)
  if (!found) throw new Refusal('record.not-found')
  return found
}

/** What prizes come to on the drafts of a week, by driver: what was earned, less what statements paid of it. */
export async function listDueGoals(week: Week, on: Kysely<DB> = db): Promise<DueGoal[]> {
  const ends = Array.from({ length: LOOKS_BACK + 1 }, (_, back) => previousWeek(week, back))
  const goals = await listGoals(on)
  const asked = goals.flatMap((goal) =>
    ends.flatMap((end) => {
      const period = goalPeriod(goal, end)
      return period?.last === end ? [{ goal, period }] : []
    }),
  )
  if (asked.length === 0) return []
  const [found, settled] = await Promise.all([workOut(asked, on), listSettled(ends, on)])
  return found.flatMap(({ goal, period, drivers }) =>
    drivers.flatMap((one): DueGoal[] => {
      if (!settled.mayPay(one.driver.id, period.last, week)) return []
      const amount = dueNow(one.prize, [one.given])
      if (amount === 0) return []
      const reached = one.reached ?? 0
      const result: GoalResult = {
        ...{ criterion: goal.criterion, period: goal.period, first: period.first, last: period.last, reached },
        threshold: levelOf(goal.levels, reached).threshold,
      }
      const name = one.language === 'en' ? (goal.nameEn ?? goal.name) : goal.name
      return [
        {
          ...{ id: one.idIn(week), driverId: one.driver.id, kind: 'goal', amount },
          reason: goalReason(name, result, translator(one.language)),
          ...{ about: null, changes: [], came: [], gone: [] },
          reward: { earned: one.prize, given: one.given, goal: result },
          goal: { id: goal.id, first: period.first, reached },
        },
      ]
    }),
  )
}

/** A goal of a period; one that is not written yet has no id, and nothing was paid of it. */
type Asked<Of> = { goal: Of; period: Period }
type Askable = Goal & { id: string | null; audience: Audience }

type WorkedOut = GoalProgress & {
  language: 'pt' | 'en'
  /** The same name every time it is worked out, and another one once a statement that carried it was voided. */
  idIn: (week: Week) => string
}

/**
 * Everybody a goal is for in a period, with what they reached by the files that count today and what statements paid. A person is
 * all their records. Who was paid stays in it: whom a goal was for is not asked again of a period that was settled.
 */
export async function workOut<Of extends Askable>(
  asked: readonly Asked<Of>[],
  on: Kysely<DB> = db,
): Promise<(Asked<Of> & { drivers: readonly WorkedOut[] })[]> {
  const weeks = weeksBetween(asked.flatMap(({ period }) => period.weeks))
  const [people, given, activity] = await Promise.all([
    listPeople(on),
    listGiven(weeks, on),
    activityOfWeeks(weeks, on),
  ])
  const standings = await standingsIn(asked, on)
  return asked.map(({ goal, period }) => {
    const of = Map.groupBy(
      given.filter((one) => one.goal === goal.id && one.first === period.first),
      ({ record }) => people.personOf(record),
    )
    const drivers = people.all.flatMap((person): WorkedOut[] => {
      const own = of.get(person.id) ?? []
      const paid = own.filter(({ isAccepted }) => isAccepted)
      const { first, last } = period
      if (paid.length === 0 && !isFor(goal.audience, standings(person, first, last))) return []
      const reached = sumOf(
        person.records.flatMap((record) =>
          period.weeks.flatMap((week) => figureOf(goal.criterion, activity.get(week)?.get(record))),
        ),
      )
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
    return { goal, period, drivers }
  })
}

function figureOf(criterion: Criterion, activity: Activity | undefined): number[] {
  const figure =
    activity && { trips: activity.trips, income: activity.income, online: activity.onlineMinutes }[criterion]
  return figure === undefined || figure === null ? [] : [figure]
}

/** `null` where nothing was told at all. */
function sumOf(figures: readonly number[]): number | null {
  return figures.length === 0 ? null : figures.reduce((total, one) => total + one, 0)
}

/** Every week from the first of these to the last. */
function weeksBetween(some: readonly Week[]): Week[] {
  const [first, last] = [some.toSorted()[0], some.toSorted().at(-1)]
  const weeks: Week[] = []
  for (let week = first; week !== undefined && last !== undefined && week <= last; week = nextWeek(week))
    weeks.push(week)
  return weeks
}

type Person = {
  id: string
  name: string
  language: 'pt' | 'en'
  /** The person's own record, and those that were merged into it. */
  records: readonly string[]
  since: Week | null
  /** Whether they worked here in one of its weeks. */
  isHere: (period: Period) => boolean
}

async function listPeople(on: Kysely<DB>) {
  const rows = await on
    .selectFrom('drivers')
    .select(['id', 'name', 'language', 'status', 'started_on', 'ended_on', 'is_gone', 'merged_into'])
    .select(sql<string>`standing_record(id)`.as('person'))
    .orderBy('name')
    .orderBy('ref')
    .execute()
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
        since: row.started_on === null ? null : weekOf(Temporal.PlainDate.from(row.started_on)),
        isHere: ({ weeks }) => !row.is_gone && weeks.some((week) => drivesIn(week, { status: row.status, ...stay })),
      }
    })
  return { all, personOf: (record: string) => personOf.get(record) ?? record }
}

/** Everything written of goals whose periods begin in these weeks, what was withdrawn too. */
async function listGiven(weeks: readonly Week[], on: Kysely<DB>) {
  const rows = await on
    .selectFrom('adjustments')
    .select(['goal_id', 'goal_first', 'driver_id', 'week', 'amount_cents', 'state'])
    .where('kind', '=', 'goal')
    .where('goal_first', '=', sql<string>`any(${weeks}::date[])`)
    .execute()
  return rows.map((row) => ({
    goal: row.goal_id,
    first: row.goal_first,
    record: row.driver_id,
    week: row.week,
    amount: cents(row.amount_cents),
    isAccepted: row.state === 'accepted',
  }))
}

type StandingOf = (person: Person, first: Week, last: Week) => Standing

/** Terms and cars of the last weeks of these periods, as far as a goal asks for them. */
async function standingsIn(asked: readonly Asked<Askable>[], on: Kysely<DB>): Promise<StandingOf> {
  const regimes = new Map<string, Regime>()
  const held = new Set<string>()
  for (const { goal, period } of asked) {
    const { audience } = goal
    const { last } = period
    if (audience.regimes.length > 0 || audience.car !== 'any')
      for (const [driver, regime] of await regimesIn(last, on)) regimes.set(`${driver} ${last}`, regime)
    if (audience.car === 'fleet') for (const driver of await holdersIn(last, on)) held.add(`${driver} ${last}`)
  }
  return ({ id, since }, first, last) => ({
    id,
    regime: regimes.get(`${id} ${last}`) ?? null,
    hasCar: held.has(`${id} ${last}`),
    weeksHere: since === null ? null : Math.max(weeksFrom(since, first), 0),
  })
}

function weeksFrom(since: Week, first: Week): number {
  return Temporal.PlainDate.from(since).until(Temporal.PlainDate.from(first), { largestUnit: 'weeks' }).weeks
}

async function regimesIn(week: Week, on: Kysely<DB>): Promise<Map<string, Regime>> {
  const rows = await on
    .selectFrom('terms')
    .select(['driver_id', 'regime'])
    .distinctOn('driver_id')
    .where('withdrawn_at', 'is', null)
    .where('valid_from', '<=', week)
    .orderBy('driver_id')
    .orderBy('valid_from', 'desc')
    .execute()
  return new Map(rows.map(({ driver_id, regime }) => [driver_id, regime as Regime]))
}

async function holdersIn(week: Week, on: Kysely<DB>): Promise<string[]> {
  const { start, end } = bounds(week)
  const rows = await on
    .selectFrom('assignments')
    .select('driver_id')
    .where(sql<boolean>`period && tstzrange(${start.toString()}, ${end.toString()})`)
    .execute()
  return rows.map(({ driver_id }) => driver_id)
}

/** On whose draft a period may be paid, or put right. */
type Settled = { mayPay: (person: string, end: Week, on: Week) => boolean }

/**
 * The statement of the week that ends a period pays it. What is found later goes on the next one to be issued, and on no draft
 * after it; while a statement of that week is void, its own draft pays.
 */
async function listSettled(ends: readonly Week[], on: Kysely<DB>): Promise<Settled> {
  const { rows } = await sql<{ person: string; week: Week; live: boolean; newest: Week }>`
    select standing_record(driver_id) as person, week, bool_or(state <> 'void') as live,
      (select max(week) from settlements where state <> 'void')::text as newest
    from settlements where week = any(${ends}::date[]) group by 1, 2`.execute(on)
  const issued = new Set(rows.filter(({ live }) => live).map(({ week }) => week))
  const isVoid = new Set(rows.filter(({ live }) => !live).map(({ person, week }) => `${person} ${week}`))
  const newest = rows[0]?.newest
  return {
    mayPay: (person, end, week) =>
      end === week ||
      (newest !== undefined && issued.has(end) && week <= nextWeek(newest) && !isVoid.has(`${person} ${end}`)),
  }
}

function idOf(name: string): string {
  const hash = createHash('sha256').update(name).digest('hex')
  return [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join('-')
}
