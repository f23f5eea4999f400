import type { ConnectedWeek, ConnectedWork } from '#features/connections/collected/queries.server.ts'
import type { Band } from '#domain/middle-half.ts'
import type { DayOnline } from '#domain/hours-in-a-row.ts'
import type { HourOfWeek } from '#domain/paid-by-hour.ts'
import type { ReportKind, Source } from '#domain/import.ts'
import type { Figures, FiguresPeriod, Pair, Platform, Ratio } from '#domain/performance.ts'
import type { Week } from '#domain/week.ts'

/** What a row is of: a driver, a car that was the only one of its driver in a week, or a whole platform. */
export const GROUPS = ['driver', 'car', 'platform'] as const
export type Group = (typeof GROUPS)[number]

/** Whether figures are by driver, car or platform, and of which platform they are. */
export type FiguresView = { by: Group; of: Platform | 'all' }

/** One row's figures of a period, those of the period before, and of each of the last twelve weeks, oldest first. */
export type Performance = {
  id: string
  /** A driver's name, a plate, or the platform as it is named in the code. */
  name: string
  figures: Figures
  before: Figures
  weeks: readonly Figures[]
}

/** A report that figures come from: when it was last read, which weeks of the period it tells of, and in how many rows. */
export type FigureSource = { report: ReportKind; readAt: string; weeks: readonly Week[]; rows: number }

export type FleetPerformance = FiguresView & {
  period: FiguresPeriod
  before: FiguresPeriod
  /** The newest week that is over and of which a platform's file tells; `null` while there is none. */
  newest: Week | null
  /** The twelve weeks of each line, oldest first. */
  weeks: readonly Week[]
  rows: readonly Performance[]
  sources: readonly FigureSource[]
  /** Weeks that a platform reported in full when it was asked: what no file says is from there. */
  connected: readonly ConnectedWeek[]
  /** Driver-weeks that stand with no car, as the driver had several or none. */
  withoutCar: number
}

/** A line of a file that says something of a driver's week. */
export type ReportedRow = {
  id: string
  importId: number
  file: string
  line: number
  source: Source
  report: ReportKind
  week: Week
  readAt: string
  measures: Readonly<Record<string, number>>
}

/** One driver's figures of a period, opened: what each is made of, and the lines that say it. */
export type OpenedPerformance = Performance & {
  period: FiguresPeriod
  beforePeriod: FiguresPeriod
  /** The newest week that is over and of which a platform's file tells; `null` while there is none. */
  newest: Week | null
  lineWeeks: readonly Week[]
  /** The figures of each platform alone. */
  of: Readonly<Record<Platform, Figures>>
  /** The two sums of each figure that is one over the other. */
  parts: Readonly<Record<Ratio, Pair>>
  reportedRows: readonly ReportedRow[]
  /** What platforms reported when they were asked: it fills what no line says. */
  connected: readonly ConnectedWork[]
  /** What Bolt paid in each hour of the week of late, whatever the period. */
  hours: readonly HourOfWeek[]
  /** How long Bolt had the driver online on each of the last days. */
  days: readonly DayOnline[]
}

/** Hours of a day that are counted together. */
export const HOURS_TOGETHER = 4

/** How many trips began on a day of the week (1 is Monday), in the hours from `from` on. */
export type TripsAt = { day: number; from: number; trips: number }

/** A driver's own weeks, oldest first, of both platforms together and of each alone. */
export type OwnPerformance = {
  weeks: readonly Week[]
  all: readonly Figures[]
  of: Readonly<Record<Platform, readonly Figures[]>>
  /** The twelve weeks as one. */
  together: Figures
  /** In each week between which euros an hour half of those measured lie; `null` where too few are. Without it nobody is compared. */
  middle: readonly (Band | null)[] | null
  /** When the trips of these weeks began, where a report says it. */
  trips: readonly TripsAt[]
  /** What Bolt paid in each hour of the week. */
  hours: readonly HourOfWeek[]
  days: readonly DayOnline[]
  /** The reports that say it, each with when it was last read. */
  sources: readonly { report: ReportKind; readAt: string }[]
  /** The platforms that reported these weeks when they were asked, each with when it last reported something new. */
  connected: readonly Pick<ConnectedWeek, 'source' | 'saidAt'>[]
}
