import type { Platform } from '#domain/performance.ts'
import type { Week } from '#domain/week.ts'
import type { Activity, Span, TimeLimits, TimeSource, TimeWarning } from '#domain/working-times.ts'
import { count, givenDay, text } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import type { SourceOfTimes } from '#messages/time-words.ts'

/** What the record says of a day, in seconds; `most` is of driving, `rest` between works. */
export type RecordDay = { worked: number; driving: number; most: number; rest: number | null }

/** What platforms say of a day, in seconds: each alone, and all at once counted once. `null` where a platform tells nothing. */
export type PlatformDay = {
  boltOnline: number | null
  onTrip: Readonly<Record<Platform, number | null>>
  together: number
  most: number
  rest: number | null
}

export type TimesOfDay = { day: string; record: RecordDay | null; platforms: PlatformDay | null }

/** A week with its days, Monday first. `platformSeconds` is the time online that each platform's own week reports, in seconds. */
export type TimesOfWeek = {
  week: Week
  days: readonly TimesOfDay[]
  worked: Readonly<Record<TimeSource, number | null>>
  platformSeconds: Readonly<Record<Platform, number | null>>
  /** Of a week that is over: a week's work on average until then, and over how many weeks. */
  average: Readonly<Record<TimeSource, { seconds: number; weeks: number } | null>>
}

export type DriverTimes = {
  driver: { id: string; name: string }
  /** The newest first. */
  weeks: readonly TimesOfWeek[]
  warnings: readonly TimeWarning[]
  /** Whether nobody of the office has seen some of it. */
  hasUnseen: boolean
  limits: TimeLimits | null
  /** The weekly limits are those of the self-employed. */
  isEmployed: boolean
  /** An export of a record, a platform that is asked, a report that was read. */
  sources: readonly SourceOfTimes[]
  files: readonly TimesFile[]
  review: TimesReview | null
}

/** An export of a record that counts. `lines` and days are those of the driver who is shown. */
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

/** A driver with something near or over since Monday a week ago, or without a record. */
export type FleetTimes = {
  driver: { id: string; name: string }
  /** Whether anything is recorded of it. */
  isMeasured: boolean
  warnings: readonly TimeWarning[]
  /** The warnings of these that came after the last review. */
  unseen: readonly TimeWarning[]
  /** The last day of which anything is recorded; `null` for none. */
  lastRecorded: string | null
}

/** A line of a record as it was understood. */
export type RecordLine = Span & { line: number; driverId: string; activity: Activity; plate: string }

/** What is allowed from a day on. Hours are whole. */
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

/** What was agreed about what is near or over. */
export const timesReviewRecord = record({ note: text(300) }, () => 'page.times.review.note')
