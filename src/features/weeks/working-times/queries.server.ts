import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { personName } from '#db/person-name.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { PLATFORMS, type Platform } from '#domain/performance.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, ZONE, monday, previousWeek, sunday, weekAt, weeksBetween } from '#domain/week.ts'
import {
  type Activity,
  type Span,
  type TimeLimits,
  type TimeWarning,
  type TimesDay,
  TIME_SOURCES,
  averageWeek,
  limitsOn,
  timesByDay,
  warningOf,
} from '#domain/working-times.ts'
import { activityOfWeeks, recordsOf } from '#features/adjustments/activity/queries.server.ts'
import {
  type TimeOnTrip,
  listOnlineDays,
  listTellings,
  listTimesOfOrders,
} from '#features/connections/collected/queries.server.ts'
import { findTripsRead, listReportedTimes } from '#features/imports/trips/queries.server.ts'
import type { SourceOfTimes } from '#messages/time-words.ts'
import type { DriverTimes, FleetTimes, TimesFile, TimesOfDay, TimesOfWeek, TimesReview } from './schema.ts'

/** Two days in Lisbon, both included. */
type Days = { from: string; until: string }

/** What is allowed, each row from its day on, the first that began first. */
export async function listTimeLimits(on: Kysely<DB> = db): Promise<TimeLimits[]> {
  const rows = await on.selectFrom('working_time_limits').selectAll().orderBy('from_on').execute()
  return rows.map((row) => ({
    from: row.from_on,
    in24: row.in_24_minutes,
    inWeek: row.in_week_minutes,
    onAverage: row.on_average_minutes,
    averageMonths: row.average_months,
    nearPercent: row.near_percent,
  }))
}

/** Weeks that a page shows. */
const WEEKS_SHOWN = 4

/** The driver's weeks that end with `last`, four of them unless said. Refuses `record.not-found`. */
export async function showTimes(
  id: string,
  now: Temporal.Instant,
  { last = weekAt(now), count = WEEKS_SHOWN }: { last?: Week; count?: number } = {},
  on: Kysely<DB> = db,
): Promise<DriverTimes> {
  const driverId = readRecordId(id)
  const driver = await on.selectFrom('drivers').select(['id', 'name']).where('id', '=', driverId).executeTakeFirst()
  if (!driver) throw new Refusal('record.not-found')
  const records = await recordsOf(driverId, on)
  const all = await listTimeLimits(on)
  const first = previousWeek(last, count - 1)
  const months = Math.max(1, ...all.map(({ averageMonths }) => averageMonths))
  // An average is of the weeks before too.
  const since = monday(first).subtract({ months }).toString()
  const shown = { from: monday(first).toString(), until: sunday(last).toString() }
  const [read, told, employed, sources, files, review] = await Promise.all([
    readTimes({ from: since, until: shown.until }, on, records),
    activityOfWeeks(weeksOf({ from: since, until: shown.until }), on, records),
    listEmployed(weekAt(now), on),
    listSources(shown, records, on),
    listFiles(records, on),
    findReview(records, on),
  ])
  const own = ofPerson(records, read)
  const online = new Map(
    [...told].map(([week, byRecord]) => [week, records.flatMap((one) => byRecord.get(one)?.told ?? [])]),
  )
  const weeks = weeksOf({ from: since, until: shown.until }).map((week) => weekOf(week, own, online.get(week) ?? []))
  const isEmployed = records.some((one) => employed.has(one))
  const withAverage = weeks.map((one) => ({ ...one, average: averages(one.week, weeks, all, now) }))
  const inRange = withAverage.filter(({ week }) => week >= first)
  const averaged = inRange.findLast(({ average }) => average.record !== null || average.platforms !== null)?.week
  return {
    driver,
    weeks: inRange.toReversed(),
    warnings: inRange
      // An average changes little from one week to the next: the newest is told.
      .map((week) => (week.week === averaged ? week : { ...week, average: NO_AVERAGE }))
      .flatMap((week) => warningsOf(week, { all, isEmployed, now }))
      .toReversed(),
    limits: limitsOn(shown.until, all),
    isEmployed,
    sources,
    files,
    review,
  }
}

/** The reader's own. */
export function showOwnTimes(driver: OwnDriverId, now: Temporal.Instant, asked: { last?: Week; count?: number } = {}) {
  return showTimes(driver, now, asked)
}

/** What is near or over of the reader's last days. */
export async function listOwnWarnings(driver: OwnDriverId, now: Temporal.Instant): Promise<TimeWarning[]> {
  const { warnings } = await showTimes(driver, now, { count: 2 })
  return warnings.filter(({ day }) => day >= daysAgo(now, DAYS_TOLD))
}

/** Days for which what is near or over is told without being asked. */
const DAYS_TOLD = 7

/** Every driver of the fleet with what is near or over since Monday a week ago, whoever has most to see first. */
export async function listFleetTimes(now: Temporal.Instant, on: Kysely<DB> = db): Promise<FleetTimes[]> {
  const last = weekAt(now)
  const weeks = [previousWeek(last), last]
  const range = { from: monday(previousWeek(last)).subtract({ days: 2 }).toString(), until: sunday(last).toString() }
  const [people, read, told, all, employed, reviews, lastTold] = await Promise.all([
    listPeople(on),
    readTimes(range, on),
    activityOfWeeks(weeks, on),
    listTimeLimits(on),
    listEmployed(last, on),
    listReviews(on),
    listLastTold(on),
  ])
  const byPerson = Map.groupBy(people, ({ person }) => person)
  return [...byPerson]
    .flatMap(([id, records]) => {
      const driver = records.find((one) => one.id === id)
      if (!driver || driver.isAway) return []
      const ids = records.map((one) => one.id)
      const own = ofPerson(ids, read)
      const both = weeks.map((week) => ({
        ...weekOf(
          week,
          own,
          ids.flatMap((one) => told.get(week)?.get(one)?.told ?? []),
        ),
        average: NO_AVERAGE,
      }))
      const warnings = both
        .flatMap((week) => warningsOf(week, { all, isEmployed: ids.some((one) => employed.has(one)), now }))
        .toReversed()
      const seenUntil = newest(ids.flatMap((one) => reviews.get(one) ?? []))
      const since = daysAgo(now, DAYS_TOLD)
      return [
        {
          driver: { id, name: driver.name },
          isMeasured: both.some(({ worked }) => worked.record !== null || worked.platforms !== null),
          warnings,
          unseen: warnings.filter(({ day }) => day >= since && (seenUntil === null || day > seenUntil)),
          lastTold: newest(ids.flatMap((one) => lastTold.get(one) ?? [])),
        },
      ]
    })
    .toSorted((a, b) => b.unseen.length - a.unseen.length || b.warnings.length - a.warnings.length)
}

/** Drivers with something near or over that nobody of the office has seen; `null` where there is none. */
export async function countUnseenTimes(
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<{ count: number; over: number; only: string | null } | null> {
  const unseen = (await listFleetTimes(now, on)).filter((one) => one.unseen.length > 0)
  const [first] = unseen
  if (!first) return null
  const over = unseen.filter((one) => one.unseen.some(({ isOver }) => isOver)).length
  return { count: unseen.length, over, only: unseen.length === 1 ? first.driver.id : null }
}

const NO_AVERAGE = { record: null, platforms: null }

function daysAgo(now: Temporal.Instant, days: number): string {
  return now.toZonedDateTimeISO(ZONE).toPlainDate().subtract({ days }).toString()
}

function newest(days: readonly string[]): string | null {
  return days.toSorted().at(-1) ?? null
}

function weeksOf({ from, until }: Days): Week[] {
  const at = (day: string) => weekAt(Temporal.PlainDate.from(day).toZonedDateTime(ZONE).toInstant())
  return weeksBetween([at(from), at(until)])
}

/** All that was told of somebody in a time. */
type Read = {
  lines: readonly (Span & { record: string; activity: Activity })[]
  online: Awaited<ReturnType<typeof listOnlineDays>>
  trips: readonly TimeOnTrip[]
}

async function readTimes(days: Days, on: Kysely<DB>, records?: readonly string[]): Promise<ReadonlyMap<string, Read>> {
  const [lines, online, orders, reported] = await Promise.all([
    listLines(days, on, records),
    listOnlineDays(days, on, records),
    listTimesOfOrders(days, on, records),
    listReportedTimes(days, on, records),
  ])
  const of = new Map<string, { lines: Read['lines'][number][]; online: Read['online']; trips: TimeOnTrip[] }>()
  const own = (record: string) => {
    const known = of.get(record) ?? { lines: [], online: [], trips: [] }
    of.set(record, known)
    return known
  }
  for (const line of lines) own(line.record).lines.push(line)
  for (const day of online) own(day.record).online.push(day)
  for (const trip of [...orders, ...reported]) own(trip.record).trips.push(trip)
  return of
}

/** What was worked out of all that a person's records were told of, by day. */
type Person = {
  worked: ReadonlyMap<string, TimesDay>
  driving: ReadonlyMap<string, TimesDay>
  /** Days of which the record says anything, a rest too. */
  told: ReadonlySet<string>
  together: ReadonlyMap<string, TimesDay>
  boltOnline: ReadonlyMap<string, number>
  onTrip: Readonly<Record<Platform, ReadonlyMap<string, TimesDay>>>
}

function ofPerson(records: readonly string[], read: ReadonlyMap<string, Read>): Person {
  const own = records.flatMap((record) => read.get(record) ?? [])
  const lines = own.flatMap((one) => one.lines)
  const online = own.flatMap((one) => one.online)
  const trips = own.flatMap((one) => one.trips)
  const boltOnline = new Map<string, number>()
  for (const { day, online: seconds } of online) boltOnline.set(day, (boltOnline.get(day) ?? 0) + seconds)
  const byDay = (spans: readonly Span[]) => new Map(timesByDay(spans).map((day) => [day.day, day]))
  return {
    worked: byDay(lines.filter(({ activity }) => activity === 'driving' || activity === 'work')),
    driving: byDay(lines.filter(({ activity }) => activity === 'driving')),
    told: new Set(timesByDay(lines).map(({ day }) => day)),
    together: byDay([...online.flatMap(({ spans }) => spans ?? []), ...trips]),
    boltOnline,
    onTrip: {
      uber: byDay(trips.filter(({ source }) => source === 'uber')),
      bolt: byDay(trips.filter(({ source }) => source === 'bolt')),
    },
  }
}

function dayOf(day: string, person: Person): TimesOfDay {
  const [worked, driving, both] = [person.worked.get(day), person.driving.get(day), person.together.get(day)]
  const boltOnline = person.boltOnline.get(day) ?? null
  const onTrip = {
    uber: person.onTrip.uber.get(day)?.seconds ?? null,
    bolt: person.onTrip.bolt.get(day)?.seconds ?? null,
  }
  const isMeasured = both !== undefined || boltOnline !== null
  return {
    day,
    record: person.told.has(day)
      ? {
          worked: worked?.seconds ?? 0,
          driving: driving?.seconds ?? 0,
          most: driving?.most ?? 0,
          rest: worked?.rest ?? null,
        }
      : null,
    platforms: isMeasured
      ? {
          boltOnline,
          onTrip,
          // Of a day before the times themselves were kept the sum alone is known: it was that long at least.
          together: Math.max(both?.seconds ?? 0, boltOnline ?? 0),
          most: Math.max(both?.most ?? 0, boltOnline ?? 0),
          rest: both?.rest ?? null,
        }
      : null,
  }
}

type ToldOnline = Readonly<Record<Platform, { onlineMinutes: number | null }>>

function weekOf(week: Week, person: Person, online: readonly ToldOnline[]): Omit<TimesOfWeek, 'average'> {
  const first = monday(week)
  const days = Array.from({ length: 7 }, (_, at) => dayOf(first.add({ days: at }).toString(), person))
  const sumOf = (values: readonly (number | undefined)[]) => {
    const known = values.filter((value) => value !== undefined)
    return known.length === 0 ? null : known.reduce((all, one) => all + one, 0)
  }
  const told = Object.fromEntries(
    PLATFORMS.map((platform) => {
      const minutes = sumOf(online.map((one) => one[platform].onlineMinutes ?? undefined))
      return [platform, minutes === null ? null : minutes * 60]
    }),
  ) as Record<Platform, number | null>
  const measured = [sumOf(days.map(({ platforms }) => platforms?.together)), told.uber, told.bolt]
  const least = measured.filter((one) => one !== null)
  return {
    week,
    days,
    told,
    worked: {
      record: sumOf(days.map(({ record }) => record?.worked)),
      // Each of them is a part of the whole: it was as long as the longest at least.
      platforms: least.length === 0 ? null : Math.max(...least),
    },
  }
}

/** A week's work on average over the months until a week that is over, from the first week of which anything is told. */
function averages(
  week: Week,
  weeks: readonly Omit<TimesOfWeek, 'average'>[],
  all: readonly TimeLimits[],
  now: Temporal.Instant,
): TimesOfWeek['average'] {
  const limits = limitsOn(sunday(week).toString(), all)
  if (limits === null || week >= weekAt(now)) return NO_AVERAGE
  const since = sunday(week).subtract({ months: limits.averageMonths }).toString()
  const during = weeks.filter((one) => one.week > since && one.week <= week)
  const of = (source: (typeof TIME_SOURCES)[number]) => {
    const from = during.findIndex(({ worked }) => worked[source] !== null)
    const values = from === -1 ? [] : during.slice(from).map(({ worked }) => worked[source] ?? 0)
    const seconds = averageWeek(values)
    return seconds === null ? null : { seconds, weeks: values.length }
  }
  return { record: of('record'), platforms: of('platforms') }
}

function warningsOf(
  { week, days, worked, average }: TimesOfWeek,
  { all, isEmployed, now }: { all: readonly TimeLimits[]; isEmployed: boolean; now: Temporal.Instant },
): TimeWarning[] {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  const end = sunday(week).toString()
  const day = end < today ? end : today
  const found: (TimeWarning | null)[] = []
  for (const { day: one, record, platforms } of days) {
    const limits = limitsOn(one, all)
    if (limits === null) continue
    const most = { record: record?.most ?? 0, platforms: platforms?.most ?? 0 }
    for (const source of TIME_SOURCES)
      found.push(warningOf({ of: 'in24', source, day: one, seconds: most[source] }, limits))
  }
  const limits = limitsOn(end, all)
  if (limits !== null && !isEmployed)
    for (const source of TIME_SOURCES) {
      found.push(warningOf({ of: 'inWeek', source, day, seconds: worked[source] ?? 0 }, limits))
      found.push(warningOf({ of: 'onAverage', source, day, seconds: average[source]?.seconds ?? 0 }, limits))
    }
  return found.filter((one) => one !== null)
}

async function listLines({ from, until }: Days, on: Kysely<DB>, records?: readonly string[]): Promise<Read['lines']> {
  const { rows } = await sql<Read['lines'][number]>`
    select times.driver_id as record, activity, extract(epoch from from_at)::float8 as "from", extract(epoch from to_at)::float8 as "to"
    from working_times times join working_time_files files on files.id = file_id and files.withdrawn_at is null
    where to_at > ${from}::date::timestamp at time zone ${ZONE} and from_at < (${until}::date + 1)::timestamp at time zone ${ZONE}
      ${records === undefined ? sql`` : sql`and times.driver_id = any(${records}::uuid[])`}`.execute(on)
  return rows
}

async function listPeople(on: Kysely<DB>) {
  return on
    .selectFrom('drivers')
    .select([
      'id',
      'name',
      sql<string>`case when merged_into is null then id else standing_record(id) end`.as('person'),
    ])
    .select(sql<boolean>`status = 'inactive' or removed_at is not null or merged_into is not null`.as('isAway'))
    .orderBy('name')
    .execute()
}

/** Records whose terms in a week are those of an employee. */
async function listEmployed(week: Week, on: Kysely<DB>): Promise<ReadonlySet<string>> {
  const rows = await on
    .selectFrom('terms')
    .distinctOn('driver_id')
    .select(['driver_id', 'regime'])
    .where('withdrawn_at', 'is', null)
    .where('valid_from', '<=', week)
    .orderBy('driver_id')
    .orderBy('valid_from', 'desc')
    .execute()
  return new Set(rows.filter(({ regime }) => regime === 'employee').map(({ driver_id }) => driver_id))
}

async function listReviews(on: Kysely<DB>): Promise<ReadonlyMap<string, string>> {
  const rows = await on
    .selectFrom('working_time_reviews')
    .select((of) => ['driver_id', of.fn.max('until_on').as('until')])
    .where('withdrawn_at', 'is', null)
    .groupBy('driver_id')
    .execute()
  return new Map(rows.map(({ driver_id, until }) => [driver_id, until]))
}

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

/** The last day of which a record tells, by driver. */
async function listLastTold(on: Kysely<DB>): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; day: string }>`
    select times.driver_id as id, ((max(to_at) - interval '1 second') at time zone ${ZONE})::date::text as day
    from working_times times join working_time_files files on files.id = file_id and files.withdrawn_at is null
    group by times.driver_id`.execute(on)
  return new Map(rows.map(({ id, day }) => [id, day]))
}

/** The files that count and tell of these records, the newest first. */
async function listFiles(records: readonly string[], on: Kysely<DB>): Promise<TimesFile[]> {
  const { rows } = await sql<Omit<TimesFile, 'at'> & { at: Temporal.Instant }>`
    select files.id, file_name as name, source, from_driver as "fromDriver", kept_at as at, told.lines, told.first, told.last,
      (select count(distinct driver_id)::int from working_times where file_id = files.id) as drivers,
      coalesce(nullif(users.display_name, ''), users.email) as by
    from working_time_files files
    join lateral (
      select count(*)::int as lines, (min(from_at) at time zone ${ZONE})::date::text as first,
        ((max(to_at) - interval '1 second') at time zone ${ZONE})::date::text as last
      from working_times where file_id = files.id and driver_id = any(${records}::uuid[])) told on told.lines > 0
    left join users on users.uid = kept_by
    where files.withdrawn_at is null
    order by files.ordinal desc`.execute(on)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toString() }))
}

/** Of a time that is shown: the exports that tell of it, and when platforms last said something of it. */
async function listSources(days: Days, records: readonly string[], on: Kysely<DB>): Promise<SourceOfTimes[]> {
  const [files, tellings, tripsAt] = [
    await listFiles(records, on),
    await listTellings(days, on),
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
