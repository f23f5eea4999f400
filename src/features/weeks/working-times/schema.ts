import type { Platform } from '#domain/performance.ts'
import type { Week } from '#domain/week.ts'
import type { Activity, Span, TimeLimits, TimeSource, TimeWarning } from '#domain/working-times.ts'
import { count, givenDay, text } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import type { SourceOfTimes } from '#messages/time-words.ts'

/** A day by the record, in seconds: `most` is the longest driving, `rest` the rest between times of work. */
export type RecordDay = { worked: number; driving: number; most: number; rest: number | null }

/**
 * A day by the platforms, in seconds: each alone, and all together with overlaps counted once. `null` where a platform reports
 * nothing.
 */
export type PlatformDay = {
  boltOnline: number | null
  onTrip: Readonly<Record<Platform, number | null>>
  together: number
  most: number
  rest: number | null
}

export type TimesOfDay = { day: string; record: RecordDay | null; platforms: PlatformDay | null }

/** A week with its days, Monday first. `platformSeconds`: the time online by each platform's own weekly report, in seconds. */
export type TimesOfWeek = {
  week: Week
  days: readonly TimesOfDay[]
  worked: Readonly<Record<TimeSource, number | null>>
  platformSeconds: Readonly<Record<Platform, number | null>>
  /** For a week that is over: the average week up to it, and the number of weeks in it. */
  average: Readonly<Record<TimeSource, { seconds: number; weeks: number } | null>>
}

export type DriverTimes = {
  driver: { id: string; name: string }
  /** The newest first. */
  weeks: readonly TimesOfWeek[]
  warnings: readonly TimeWarning[]
  /** Whether there is a warning that nobody of the office has seen. */
  hasUnseen: boolean
  limits: TimeLimits | null
  /** An employee, to whom the weekly limits do not apply: they are those of the self-employed. */
  isEmployed: boolean
  /** Exports of records, connected platforms, and reports that were read. */
  sources: readonly SourceOfTimes[]
  files: readonly TimesFile[]
  review: TimesReview | null
}

/** An export of a record that counts. `lines`, `first` and `last` are those of the driver who is shown. */
export type TimesFile = {
  id: string
  name: string
  source: string
  fromDriver: boolean
  at: string
  by: string | null
  lines: number
  drivers: number
  first: string
  last: string
}

export type TimesReview = { id: string; until: string; note: string; at: string; by: string | null }

/** A driver with their warnings since Monday a week ago, or without a record of times. */
export type FleetTimes = {
  driver: { id: string; name: string }
  /** Whether any time since then is recorded. */
  isMeasured: boolean
  warnings: readonly TimeWarning[]
  /** The warnings that came after the last review. */
  unseen: readonly TimeWarning[]
  /** The last day with a record of times; `null` for none. */
  lastRecorded: string | null
}

/** A line of a record as it was understood. */
export type RecordLine = Span & { line: number; driverId: string; activity: Activity; plate: string }

/** The limits that hold from a day on, in whole hours. */
export const timeLimitsRecord = record(
  {
    from: givenDay(),
    in24: count(1, 24),
    inWeek: count(1, 168),
    onAverage: count(1, 168),
    averageMonths: count(1, 12),
    nearPercent: count(50, 100),
  },
  (name) => `page.times.limits.fields.${name}`,
  ['from', ['in24', 'inWeek'], ['onAverage', 'averageMonths'], 'nearPercent'],
)
export type TimeLimitsInput = Record<'in24' | 'inWeek' | 'onAverage' | 'averageMonths' | 'nearPercent', number> & {
  from: string
}

/** The agreement with the driver about the warnings. */
export const timesReviewRecord = record({ note: text(300) }, () => 'page.times.review.note')
