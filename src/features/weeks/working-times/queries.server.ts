import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { personName } from '#db/person-name.ts'
import { keptByTables } from '#db/kept-by-tables.server.ts'
import { askAlone, askTogether, listQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { driversApart } from '#domain/driver.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, ZONE, monday, previousWeek, sunday, weekAt } from '#domain/week.ts'
import {
  type TimeLimits,
  type TimeSource,
  type TimeWarning,
  TIME_SOURCES,
  daysAround,
  limitsOn,
  warningOf,
} from '#domain/working-times.ts'
import { haveSameItems } from '#domain/very-same.ts'
import { activityOfWeeks, recordsOf } from '#features/adjustments/activity/queries.server.ts'
import { listLastChanges } from '#features/connections/collected/queries.server.ts'
import { findTripsRead } from '#features/imports/trips/queries.server.ts'
import type { SourceOfTimes } from '#messages/time-words.ts'
import {
  NO_AVERAGE,
  type Days,
  weekAverages,
  daysOf,
  ofPerson,
  readTimes,
  warningsOf,
  weekOf,
  weeksOf,
} from './measured.server.ts'
import type { DriverTimes, FleetTimes, TimesFile, TimesReview } from './schema.ts'

/** The limits, each from its day on, oldest first. */
export function listTimeLimits(on: Kysely<DB> = db): Promise<TimeLimits[]> {
  return askAlone(timeLimits, on)
}

const timeLimits = listQuestion(
  (on) =>
    on
      .selectFrom('working_time_limits')
      .select([
        'from_on as from',
        'in_24_minutes as in24',
        'in_week_minutes as inWeek',
        'on_average_minutes as onAverage',
      ])
      .select(['average_months as averageMonths', 'near_percent as nearPercent'])
      .orderBy('from_on'),
  (rows: TimeLimits[]) => rows,
)

/** Number of weeks that a page shows. */
const WEEKS_SHOWN = 4

/** The driver's weeks that end with `last`, four by default. Refuses `record.not-found`. */
export async function showTimes(
  id: string,
  now: Temporal.Instant,
  { last = weekAt(now), count = WEEKS_SHOWN }: { last?: Week; count?: number } = {},
  on: Kysely<DB> = db,
): Promise<DriverTimes> {
  const driverId = readRecordId(id)
  const driver = await on.selectFrom('drivers').select(['id', 'name']).where('id', '=', driverId).executeTakeFirst()
  if (!driver) throw new Refusal('record.not-found')
  const records = await recordsOf([driverId], on)
  const limits = await listTimeLimits(on)
  const first = previousWeek(last, count - 1)
  const months = Math.max(1, ...limits.map(({ averageMonths }) => averageMonths))
  // An average needs the months before too.
  const since = monday(first).subtract({ months }).toString()
  const shown = { from: monday(first).toString(), until: sunday(last).toString() }
  const [read, activity, employed, sources, files, review, kept] = await Promise.all([
    readTimes({ from: since, until: shown.until }, on, records),
    activityOfWeeks(weeksOf({ from: since, until: shown.until }), on, records),
    listEmployed(weekAt(now), on),
    listSources(shown, records, on),
    listFiles(records, on),
    findReview(records, on),
    listAverageWarnings(records, on),
  ])
  const timesOfPerson = ofPerson(records, read)
  const online = new Map(
    [...activity].map(([week, byRecord]) => [week, records.flatMap((record) => byRecord.get(record)?.reported ?? [])]),
  )
  const weeks = weeksOf({ from: since, until: shown.until }).map((week) =>
    weekOf(week, timesOfPerson, online.get(week) ?? []),
  )
  const isEmployed = records.some((record) => employed.has(record))
  const withAverage = weeks.map((week) => ({ ...week, average: weekAverages(week.week, weeks, limits, now) }))
  const inRange = withAverage.filter(({ week }) => week >= first)
  const averaged = inRange.findLast(({ average }) => average.record !== null || average.platforms !== null)?.week
  const warnings = inRange
    // An average changes little from one week to the next, so only the newest is a warning.
    .map((week) => (week.week === averaged ? week : { ...week, average: NO_AVERAGE }))
    .flatMap((week) => warningsOf(week, { all: limits, isEmployed, today: dayOfMoment(now) }))
    .toReversed()
  return {
    driver,
    weeks: inRange.toReversed(),
    warnings,
    hasUnseen: hasUnseen(warnings, isEmployed ? [] : kept, review),
    limits: limitsOn(shown.until, limits),
    isEmployed,
    sources,
    files,
    review,
  }
}

/** The reader's own times. */
export function showOwnTimes(
  driver: OwnDriverId,
  now: Temporal.Instant,
  options: { last?: Week; count?: number } = {},
) {
  return showTimes(driver, now, options)
}

/**
 * The reader's warnings of the last days, and those for their average week that were found in these days. A caller that
 * has read their `lastWeeks` already passes them as `known`.
 */
export async function listOwnWarnings(
  driver: OwnDriverId,
  now: Temporal.Instant,
  known?: { records: readonly string[]; activity: Awaited<ReturnType<typeof activityOfWeeks>> },
): Promise<TimeWarning[]> {
  const records = known?.records ?? (await recordsOf([driver], db))
  const reading = known ? Promise.resolve(known.activity) : activityOfWeeks(lastWeeks(now), db, records)
  const [times, facts] = await Promise.all([
    readLastWeeks(now, db, reading, records),
    askTogether({ kept: keptAverages(records), all: timeLimits, employed: employedIn(weekAt(now)) }, db),
  ])
  const since = daysAgo(now, DAYS_SHOWN)
  const { warnings, isEmployed } = inLastWeeks(times, facts, now)(records)
  return [
    ...warnings.filter(({ day }) => day >= since),
    ...facts.kept.filter(({ warnedAt }) => !isEmployed && dayOfMoment(warnedAt) >= since).map(({ warning }) => warning),
  ]
}

function dayOfMoment(at: Temporal.Instant): string {
  return at.toZonedDateTimeISO(ZONE).toPlainDate().toString()
}

function isAfter(at: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(at, other) > 0
}

/** Number of last days whose warnings are shown without being asked for. */
const DAYS_SHOWN = 7

/** Every driver of the fleet with their warnings since Monday a week ago, the driver with most to see first. */
export async function listFleetTimes(now: Temporal.Instant, on: Kysely<DB> = db): Promise<FleetTimes[]> {
  const [all, lastRecorded] = await Promise.all([readFleet(now, on), listLastRecorded(on)])
  return driversApart(all)
    .map(({ records, ...times }) => ({
      ...times,
      lastRecorded: newestDay(records.flatMap((id) => lastRecorded.get(id) ?? [])),
    }))
    .toSorted((a, b) => b.unseen.length - a.unseen.length || b.warnings.length - a.warnings.length)
}

/** Who drives, which limits apply to them, and what the office has seen, to be asked together with other questions. */
export const timesOfFleet = (now: Temporal.Instant) => ({
  people: persons,
  reviews: lastReviews,
  kept: keptAverages(),
  all: timeLimits,
  employed: employedIn(weekAt(now)),
})

type FleetFacts = {
  [Name in keyof ReturnType<typeof timesOfFleet>]: ReturnType<ReturnType<typeof timesOfFleet>[Name]['read']>
}

/** What a caller may have read already; `activity` covers at least the last weeks. */
type KnownOfTimes = { fleet: FleetFacts | Promise<FleetFacts>; activity: ReturnType<typeof activityOfWeeks> }

function readKnown(now: Temporal.Instant, on: Kysely<DB>): KnownOfTimes {
  return { fleet: askTogether(timesOfFleet(now), on), activity: activityOfWeeks(lastWeeks(now), on) }
}

/** The working times of the fleet, ordered by name, with the records of each person. */
async function readFleet(now: Temporal.Instant, on: Kysely<DB>, known: KnownOfTimes = readKnown(now, on)) {
  const [{ people, reviews, kept: allKept, ...facts }, times] = await Promise.all([
    known.fleet,
    readLastWeeks(now, on, known.activity),
  ])
  const since = daysAgo(now, DAYS_SHOWN)
  const averagesOf = Map.groupBy(allKept, ({ driverId }) => driverId)
  const about = inLastWeeks(times, facts, now)
  return [...Map.groupBy(people, ({ person }) => person)].flatMap(([id, own]) => {
    const driver = own.find((candidate) => candidate.id === id)
    if (!driver || driver.isAway) return []
    const records = own.map((record) => record.id)
    const { warnings, isMeasured, isEmployed } = about(records)
    const kept = isEmployed ? [] : records.flatMap((record) => averagesOf.get(record) ?? [])
    const seen = lastOf(records.flatMap((record) => reviews.get(record) ?? []))
    return [
      {
        driver: { id, ref: driver.ref, name: driver.name },
        records,
        isMeasured,
        warnings: [...warnings, ...kept.map(({ warning }) => warning)],
        unseen: unseenOf(warnings, kept, seen, since),
      },
    ]
  })
}

/** The day up to which the office has seen the warnings, and when somebody said so. */
type SeenUntil = { until: string; at: Temporal.Instant }

function lastOf(seen: readonly SeenUntil[]): SeenUntil | null {
  return seen.toSorted((a, b) => Temporal.Instant.compare(a.at, b.at)).at(-1) ?? null
}

/**
 * Warnings that nobody of the office has seen: those of the last days that are later than the review, and those for an
 * average week that were sent after it. An average moves little from week to week, so it is reported once, and again
 * when it goes from near to over.
 */
function unseenOf(
  warnings: readonly TimeWarning[],
  kept: readonly AverageWarning[],
  seen: SeenUntil | null,
  since: string,
): TimeWarning[] {
  return [
    ...warnings.filter(({ of, day }) => of !== 'onAverage' && day >= since && (seen === null || day > seen.until)),
    ...kept.filter(({ warnedAt }) => seen === null || isAfter(warnedAt, seen.at)).map(({ warning }) => warning),
  ]
}

/** Whether the page's weeks have warnings that the office has not yet seen. */
function hasUnseen(
  warnings: readonly TimeWarning[],
  kept: readonly AverageWarning[],
  review: TimesReview | null,
): boolean {
  return (
    warnings.some(({ of, day }) => of !== 'onAverage' && (review === null || day > review.until)) ||
    kept.some(({ warnedAt }) => review === null || isAfter(warnedAt, Temporal.Instant.from(review.at)))
  )
}

/** The week before the current one, and the current one. */
export function lastWeeks(now: Temporal.Instant): [Week, Week] {
  const last = weekAt(now)
  return [previousWeek(last), last]
}

/** Room for the two weeks of the warnings, and for the two before them on a Monday. */
const RANGES_KEPT = 2

/** The times that sources report for all drivers on these days, kept while no such time and no key of a driver changes. */
export const readTimesOfAll = keptByTables(
  ({ from, until }: Days) => `${from} ${until}`,
  ({ from, until }) => [
    // A file of times comes and goes as a whole. A run that changes orders or days, and a statement that changes rows, updates the mark of
    // their week.
    { table: 'working_time_files' },
    { table: 'platform_weeks', where: isNear(from, until) },
    { table: 'import_weeks', where: sql<boolean>`source = 'uber' and ${isNear(from, until)}` },
    { table: 'source_keys' },
    { table: 'platform_drivers' },
  ],
  (days, on) => readTimes(days, on),
  RANGES_KEPT,
)

/** Weeks in which a source may report these days: a trip is in the week of its money, which may be the week before. */
function isNear(from: string, until: string) {
  return sql<boolean>`week > ${from}::date - 14 and week <= ${until}::date`
}

/** The times that sources report since Monday of last week; with `records`, only of these records. */
async function readLastWeeks(
  now: Temporal.Instant,
  on: Kysely<DB>,
  reading: ReturnType<typeof activityOfWeeks>,
  records?: readonly string[],
) {
  const weeks = lastWeeks(now)
  const range = { from: monday(weeks[0]).subtract({ days: 2 }).toString(), until: sunday(weeks[1]).toString() }
  const [read, activity] = await Promise.all([
    records === undefined ? readTimesOfAll(range, on) : readTimes(range, on, records),
    reading,
  ])
  return { weeks, read, activity }
}

const NO_ACTIVITY: ReadonlyMap<string, never> = new Map<string, never>()

type FoundWarnings = { warnings: TimeWarning[]; isMeasured: boolean; isEmployed: boolean }

/** The warnings of people, kept by the times in which they were found, with the other input that they depend on. */
const foundIn = new WeakMap<
  Awaited<ReturnType<typeof readTimes>>,
  { did: readonly object[]; text: string; found: Map<string, FoundWarnings> }
>()

/**
 * Makes a function that finds a person's warnings in these weeks by their records, the newest first and without those
 * for the average week. For the very same times it works them out once.
 */
function inLastWeeks(
  { weeks, read, activity }: Awaited<ReturnType<typeof readLastWeeks>>,
  { all, employed }: { all: readonly TimeLimits[]; employed: ReadonlySet<string> },
  now: Temporal.Instant,
): (records: readonly string[]) => FoundWarnings {
  const [today, days] = [dayOfMoment(now), new Map(weeks.map((week) => [week, daysOf(week)]))]
  const [drivenInputs, text] = [
    weeks.map((week) => activity.get(week) ?? NO_ACTIVITY),
    JSON.stringify([today, all, [...employed]]),
  ]
  const before = foundIn.get(read)
  const isSame = before?.text === text && haveSameItems(before.did, drivenInputs)
  const { found } = isSame ? before : { found: new Map<string, FoundWarnings>() }
  if (!isSame) foundIn.set(read, { did: drivenInputs, text, found })
  const dayAround = daysAround()
  const find = (records: readonly string[]): FoundWarnings => {
    const timesOfPerson = ofPerson(records, read, dayAround)
    const isEmployed = records.some((record) => employed.has(record))
    const both = weeks.map((week) => ({
      ...weekOf(
        week,
        timesOfPerson,
        records.flatMap((record) => activity.get(week)?.get(record)?.reported ?? []),
        days.get(week),
      ),
      average: NO_AVERAGE,
    }))
    const warnings = both.flatMap((week) => warningsOf(week, { all, isEmployed, today })).toReversed()
    const isMeasured = both.some(({ worked }) => worked.record !== null || worked.platforms !== null)
    return { warnings, isMeasured, isEmployed }
  }
  return (records) => {
    const name = records.join(' ')
    const known = found.get(name) ?? find(records)
    found.set(name, known)
    return known
  }
}

/** A warning for an average week, as the last pass found it. */
export type AverageWarning = { driverId: string; weeks: number; warnedAt: Temporal.Instant; warning: TimeWarning }

/** Warnings for average weeks, as the last pass found them; with `records`, of these alone. */
export function listAverageWarnings(records?: readonly string[], on: Kysely<DB> = db): Promise<AverageWarning[]> {
  return askAlone(keptAverages(records), on)
}

const keptAverages = (records?: readonly string[]) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('working_time_averages')
        .select(['driver_id', 'weeks', 'told_at', 'source', 'until_on', 'seconds', 'allowed_seconds', 'is_over'])
        .$if(records !== undefined, (query) => query.where('driver_id', '=', sql<string>`any(${records}::uuid[])`))
        .orderBy('is_over', 'desc')
        .orderBy('source', 'desc'),
    (rows: AverageRow[]) =>
      rows.map((row): AverageWarning => ({
        driverId: row.driver_id,
        weeks: row.weeks,
        warnedAt: Temporal.Instant.from(row.told_at),
        warning: {
          of: 'onAverage',
          source: row.source,
          day: row.until_on,
          seconds: row.seconds,
          allowed: row.allowed_seconds,
          isOver: row.is_over,
        },
      })),
  )

type AverageRow = {
  driver_id: string
  weeks: number
  told_at: string
  source: TimeSource
  until_on: string
  seconds: number
  allowed_seconds: number
  is_over: boolean
}

/**
 * Works out anew whose average week is near or over the limit up to the last finished week: it reads months of each of
 * these people, by their records.
 */
export async function listAverages(
  people: ReadonlyMap<string, readonly string[]>,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<{ driverId: string; weeks: number; warning: TimeWarning }[]> {
  const records = [...people.values()].flat()
  const last = previousWeek(weekAt(now))
  const everyLimits = await listTimeLimits(on)
  const limits = limitsOn(sunday(last).toString(), everyLimits)
  if (limits === null || records.length === 0) return []
  const range = {
    from: monday(last).subtract({ months: limits.averageMonths }).toString(),
    until: sunday(last).toString(),
  }
  const rangeWeeks = weeksOf(range)
  const dayAround = daysAround()
  const [read, activity, employed] = await Promise.all([
    readTimes(range, on, records),
    activityOfWeeks(rangeWeeks, on, records),
    listEmployed(weekAt(now), on),
  ])
  return [...people].flatMap(([driverId, ids]) => {
    if (ids.some((id) => employed.has(id))) return []
    const timesOfPerson = ofPerson(ids, read, dayAround)
    const weeks = rangeWeeks.map((week) =>
      weekOf(
        week,
        timesOfPerson,
        ids.flatMap((id) => activity.get(week)?.get(id)?.reported ?? []),
      ),
    )
    const average = weekAverages(last, weeks, everyLimits, now)
    return TIME_SOURCES.flatMap((source) => {
      const found = average[source]
      const day = sunday(last).toString()
      const warning = found && warningOf({ of: 'onAverage', source, day, seconds: found.seconds }, limits)
      return found && warning ? [{ driverId, weeks: found.weeks, warning }] : []
    })
  })
}

/** Drivers with a warning that nobody of the office has seen; `null` where there is none. */
export async function countUnseenTimes(
  now: Temporal.Instant,
  on: Kysely<DB> = db,
  known?: KnownOfTimes,
): Promise<{ count: number; over: number; only: string | null } | null> {
  const unseen = (await readFleet(now, on, known)).filter((driver) => driver.unseen.length > 0)
  const [first] = unseen
  if (!first) return null
  const overLimit = unseen.filter((driver) => driver.unseen.some(({ isOver }) => isOver)).length
  return { count: unseen.length, over: overLimit, only: unseen.length === 1 ? first.driver.id : null }
}

function daysAgo(now: Temporal.Instant, days: number): string {
  return now.toZonedDateTimeISO(ZONE).toPlainDate().subtract({ days }).toString()
}

function newestDay(days: readonly string[]): string | null {
  return days.toSorted().at(-1) ?? null
}

/** Every record with the person it belongs to, and whether they are away. */
export function listPeople(on: Kysely<DB> = db) {
  return askAlone(persons, on)
}

const persons = listQuestion(
  (on) =>
    on
      .selectFrom('drivers')
      .select(['id', 'ref', 'name'])
      .select(sql<string>`case when merged_into is null then id else standing_record(id) end`.as('person'))
      .select(sql<boolean>`status = 'inactive' or removed_at is not null or merged_into is not null`.as('isAway'))
      .orderBy('name'),
  (rows: { id: string; ref: string; name: string; person: string; isAway: boolean }[]) => rows,
)

/** Records whose terms in a week are those of an employee. */
function listEmployed(week: Week, on: Kysely<DB>): Promise<ReadonlySet<string>> {
  return askAlone(employedIn(week), on)
}

const employedIn = (week: Week) => ({
  ask: () => sql`(select array(select driver_id from (
    select distinct on (driver_id) driver_id, regime from terms where withdrawn_at is null and valid_from <= ${week}
    order by driver_id, valid_from desc) agreed where regime = 'employee') as employed)`,
  read: ({ employed }: { employed: string[] }): ReadonlySet<string> => new Set(employed),
})

/** The last review of the office, by driver. */
const lastReviews = listQuestion(
  (on) =>
    on
      .selectFrom('working_time_reviews')
      .distinctOn('driver_id')
      .select(['driver_id', 'until_on', 'said_at'])
      .where('withdrawn_at', 'is', null)
      .orderBy('driver_id')
      .orderBy('said_at', 'desc'),
  (rows: { driver_id: string; until_on: string; said_at: string }[]): ReadonlyMap<string, SeenUntil> =>
    new Map(rows.map((row) => [row.driver_id, { until: row.until_on, at: Temporal.Instant.from(row.said_at) }])),
)

async function findReview(records: readonly string[], on: Kysely<DB>): Promise<TimesReview | null> {
  const row = await on
    .selectFrom('working_time_reviews')
    .leftJoin('users', 'users.uid', 'said_by')
    .select(['id', 'until_on', 'note', 'said_at', personName().as('by')])
    .where('driver_id', 'in', [...records])
    .where('withdrawn_at', 'is', null)
    .orderBy('ordinal', 'desc')
    .executeTakeFirst()
  return row ? { id: row.id, until: row.until_on, note: row.note, at: row.said_at.toString(), by: row.by } : null
}

/** The last day with a record of times, by driver. */
async function listLastRecorded(on: Kysely<DB>): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; day: string }>`
    select times.driver_id as id, ((max(to_at) - interval '1 second') at time zone ${ZONE})::date::text as day
    from working_times times join working_time_files files on files.id = file_id and files.withdrawn_at is null
    group by times.driver_id`.execute(on)
  return new Map(rows.map(({ id, day }) => [id, day]))
}

/** The files that count and have times of these records, the newest first. */
async function listFiles(records: readonly string[], on: Kysely<DB>): Promise<TimesFile[]> {
  const { rows } = await sql<Omit<TimesFile, 'at'> & { at: Temporal.Instant }>`
    select files.id, file_name as name, source, from_driver as "fromDriver", kept_at as at, times.count as lines, times.first, times.last,
      (select count(distinct driver_id)::int from working_times where file_id = files.id) as drivers,
      coalesce(nullif(users.display_name, ''), users.email) as by
    from working_time_files files
    join lateral (
      select count(*)::int as count, (min(from_at) at time zone ${ZONE})::date::text as first,
        ((max(to_at) - interval '1 second') at time zone ${ZONE})::date::text as last
      from working_times where file_id = files.id and driver_id = any(${records}::uuid[])) times on times.count > 0
    left join users on users.uid = kept_by
    where files.withdrawn_at is null
    order by files.ordinal desc`.execute(on)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toString() }))
}

/** The sources of a range of days: exports with times in it, and when each platform last reported something new. */
async function listSources(days: Days, records: readonly string[], on: Kysely<DB>): Promise<SourceOfTimes[]> {
  const [files, tellings, tripsAt] = [
    await listFiles(records, on),
    await listLastChanges(days, on),
    await findTripsRead(days, on),
  ]
  return [
    ...files
      .filter(({ first, last }) => first <= days.until && last >= days.from)
      .map(({ name, source, at }): SourceOfTimes => ({ kind: 'file', name, source, at })),
    ...tellings.map(({ source, at }): SourceOfTimes => ({ kind: 'asked', platform: source, at })),
    ...(tripsAt === null ? [] : [{ kind: 'trips' as const, at: tripsAt }]),
  ]
}
