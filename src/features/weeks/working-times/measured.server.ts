import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { PLATFORMS, type Platform } from '#domain/performance.ts'
import { type Week, ZONE, dayAfter, sunday, weekAt, weeksBetween } from '#domain/week.ts'
import {
  type Activity,
  type Span,
  type TimeLimits,
  type TimeWarning,
  type TimesDay,
  TIME_SOURCES,
  averageWeek,
  daysAround,
  limitsOn,
  timesByDay,
  warningOf,
} from '#domain/working-times.ts'
import {
  type CollectedDay,
  type TimeOnTrip,
  onlineDay,
  selectOnlineDays,
  selectTimesOfOrders,
} from '#features/connections/collected/queries.server.ts'
import { selectReportedTimes } from '#features/imports/trips/queries.server.ts'
import type { TimesOfDay, TimesOfWeek } from './schema.ts'

/** A range of days in Lisbon, both ends included. */
export type Days = { from: string; until: string }

export const NO_AVERAGE = { record: null, platforms: null }

/** The weeks that these days lie in, oldest first. */
export function weeksOf({ from, until }: Days): Week[] {
  const at = (day: string) => weekAt(Temporal.PlainDate.from(day).toZonedDateTime(ZONE).toInstant())
  return weeksBetween([at(from), at(until)])
}

/** All that the sources report of a record in a time. */
type ReportedTimes = {
  lines: readonly (Span & { record: string; activity: Activity })[]
  online: readonly CollectedDay[]
  trips: readonly TimeOnTrip[]
}

/** The times that records and platforms report on these days, by record; with `records`, only of these. */
export async function readTimes(
  days: Days,
  on: Kysely<DB>,
  records?: readonly string[],
): Promise<ReadonlyMap<string, ReportedTimes>> {
  const rows = await listTimes(days, on, records)
  const byRecord = new Map<
    string,
    { lines: ReportedTimes['lines'][number][]; online: CollectedDay[]; trips: TimeOnTrip[] }
  >()
  const timesOf = (record: string) => {
    const known = byRecord.get(record) ?? { lines: [], online: [], trips: [] }
    byRecord.set(record, known)
    return known
  }
  for (const row of rows) {
    const { record } = row
    const known = timesOf(record)
    if (row.days !== null) {
      for (const [day, begins, online, spans] of row.days)
        known.online.push(onlineDay({ record, source: row.kind, day, begins, online, spans }))
      continue
    }
    const source = PLATFORMS.find((platform) => platform === row.kind)
    for (const [from, to] of row.times) {
      if (source) known.trips.push({ record, from, to, source })
      else known.lines.push({ record, from, to, activity: row.kind as Activity })
    }
  }
  return byRecord
}

/** The days of a person, worked out from what the sources report of all their records. */
type Person = {
  worked: ReadonlyMap<string, TimesDay>
  driving: ReadonlyMap<string, TimesDay>
  /** Days on which the record has any entry, rest included. */
  recorded: ReadonlySet<string>
  together: ReadonlyMap<string, TimesDay>
  boltOnline: ReadonlyMap<string, number>
  onTrip: Readonly<Record<Platform, ReadonlyMap<string, TimesDay>>>
}

/** Works out a person's days from what the sources report of all their records. */
export function ofPerson(
  records: readonly string[],
  read: ReadonlyMap<string, ReportedTimes>,
  dayAround = daysAround(),
): Person {
  const times = records.flatMap((record) => read.get(record) ?? [])
  const lines = times.flatMap((time) => time.lines)
  const online = times.flatMap((time) => time.online)
  const trips = times.flatMap((time) => time.trips)
  const boltOnline = new Map<string, number>()
  for (const { day, online: seconds } of online) boltOnline.set(day, (boltOnline.get(day) ?? 0) + seconds)
  const byDay = (spans: readonly Span[]) =>
    spans.length === 0 ? NO_DAYS : new Map(timesByDay(spans, dayAround).map((day) => [day.day, day]))
  return {
    worked: byDay(lines.filter(({ activity }) => activity === 'driving' || activity === 'work')),
    driving: byDay(lines.filter(({ activity }) => activity === 'driving')),
    recorded: new Set(timesByDay(lines, dayAround).map(({ day }) => day)),
    together: byDay([...online.flatMap(({ spans }) => spans ?? []), ...trips]),
    boltOnline,
    onTrip: {
      uber: byDay(trips.filter(({ source }) => source === 'uber')),
      bolt: byDay(trips.filter(({ source }) => source === 'bolt')),
    },
  }
}

const NO_DAYS: ReadonlyMap<string, TimesDay> = new Map<string, never>()

function dayOf(day: string, person: Person): TimesOfDay {
  const [worked, driving, both] = [person.worked.get(day), person.driving.get(day), person.together.get(day)]
  const boltOnline = person.boltOnline.get(day) ?? null
  const isMeasured = both !== undefined || boltOnline !== null
  return {
    day,
    record: person.recorded.has(day)
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
          onTrip: {
            uber: person.onTrip.uber.get(day)?.seconds ?? null,
            bolt: person.onTrip.bolt.get(day)?.seconds ?? null,
          },
          // For a day before single times were kept only Bolt's sum is known: the work lasted at least that long.
          together: Math.max(both?.seconds ?? 0, boltOnline ?? 0),
          most: Math.max(both?.most ?? 0, boltOnline ?? 0),
          rest: both?.rest ?? null,
        }
      : null,
  }
}

type OnlineByPlatform = Readonly<Record<Platform, { onlineMinutes: number | null }>>

/** The days of a week, Monday first. */
export function daysOf(week: Week): string[] {
  return Array.from({ length: 7 }, (_, at) => dayAfter(week, at))
}

/** A week of a person; `online` is what each platform's own weekly report says for each of their records. */
export function weekOf(
  week: Week,
  person: Person,
  online: readonly OnlineByPlatform[],
  ownDays: readonly string[] = daysOf(week),
): Omit<TimesOfWeek, 'average'> {
  const days = ownDays.map((day) => dayOf(day, person))
  const sumOf = (values: readonly (number | undefined)[]) => {
    const known = values.filter((value) => value !== undefined)
    return known.length === 0 ? null : known.reduce((all, minutes) => all + minutes, 0)
  }
  const platformSeconds = Object.fromEntries(
    PLATFORMS.map((platform) => {
      const minutes = sumOf(online.map((times) => times[platform].onlineMinutes ?? undefined))
      return [platform, minutes === null ? null : minutes * 60]
    }),
  ) as Record<Platform, number | null>
  const measured = [sumOf(days.map(({ platforms }) => platforms?.together)), platformSeconds.uber, platformSeconds.bolt]
  const lowerBounds = measured.filter((minutes) => minutes !== null)
  return {
    week,
    days,
    platformSeconds,
    worked: {
      record: sumOf(days.map(({ record }) => record?.worked)),
      // Each value is a part of the whole, which is at least as long as the longest.
      platforms: lowerBounds.length === 0 ? null : Math.max(...lowerBounds),
    },
  }
}

/**
 * A person's average week over the limit's months up to a week that is over, counted from the first week with any record.
 */
export function weekAverages(
  week: Week,
  weeks: readonly Omit<TimesOfWeek, 'average'>[],
  all: readonly TimeLimits[],
  now: Temporal.Instant,
): TimesOfWeek['average'] {
  const limits = limitsOn(sunday(week).toString(), all)
  if (limits === null || week >= weekAt(now)) return NO_AVERAGE
  const since = sunday(week).subtract({ months: limits.averageMonths }).toString()
  const during = weeks.filter((timesOfWeek) => timesOfWeek.week > since && timesOfWeek.week <= week)
  const of = (source: (typeof TIME_SOURCES)[number]) => {
    const from = during.findIndex(({ worked }) => worked[source] !== null)
    const values = from === -1 ? [] : during.slice(from).map(({ worked }) => worked[source] ?? 0)
    const seconds = averageWeek(values)
    return seconds === null ? null : { seconds, weeks: values.length }
  }
  return { record: of('record'), platforms: of('platforms') }
}

/** The warnings for a week and its days; the weekly limits do not apply to an employee. */
export function warningsOf(
  { week, days, worked, average }: TimesOfWeek,
  { all, isEmployed, today }: { all: readonly TimeLimits[]; isEmployed: boolean; today: string },
): TimeWarning[] {
  const end = days.at(-1)?.day ?? sunday(week).toString()
  const day = end < today ? end : today
  const found: TimeWarning[] = []
  const add = (warning: TimeWarning | null) => warning && found.push(warning)
  for (const timesOfDay of days) {
    const limits = limitsOn(timesOfDay.day, all)
    if (limits === null) continue
    for (const source of TIME_SOURCES)
      add(warningOf({ of: 'in24', source, day: timesOfDay.day, seconds: timesOfDay[source]?.most ?? 0 }, limits))
  }
  const limits = limitsOn(end, all)
  if (limits !== null && !isEmployed)
    for (const source of TIME_SOURCES) {
      add(warningOf({ of: 'inWeek', source, day, seconds: worked[source] ?? 0 }, limits))
      add(warningOf({ of: 'onAverage', source, day, seconds: average[source]?.seconds ?? 0 }, limits))
    }
  return found
}

type TimesRow =
  | { record: string; kind: Activity | Platform; times: [from: number, to: number][]; days: null }
  | { record: string; kind: Platform; times: null; days: OnlineRow[] }
type OnlineRow = [day: string, begins: number, online: number, spans: number[] | null]

/**
 * In one statement: the times that records give, with their activity, those that platforms give, with the platform, and
 * the platforms' sums of whole days. One row for each record and kind, as a row for each time costs more to send and to
 * parse than to read.
 */
async function listTimes(days: Days, on: Kysely<DB>, records?: readonly string[]): Promise<TimesRow[]> {
  const { from, until } = days
  const { rows } = await sql<TimesRow>`
    select record, kind, json_agg(json_build_array("from", "to")) as times, null::json as days from (
      select times.driver_id as record, activity as kind, extract(epoch from from_at)::float8 as "from", extract(epoch from to_at)::float8 as "to"
      from working_times times join working_time_files files on files.id = file_id and files.withdrawn_at is null
      where to_at > ${from}::date::timestamp at time zone ${ZONE} and from_at < (${until}::date + 1)::timestamp at time zone ${ZONE}
        ${records === undefined ? sql`` : sql`and times.driver_id = any(${records}::uuid[])`}
      union all select * from (${selectTimesOfOrders(days, records)}) ordered
      union all select * from (${selectReportedTimes(days, records)}) reported) each_time
    group by record, kind
    union all
    select record, source, null, json_agg(json_build_array(day, begins, online, spans))
    from (${selectOnlineDays(days, records)}) online group by record, source`.execute(on)
  return rows
}
