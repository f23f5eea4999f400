import type { ConnectedWeek, ConnectedWork } from '#features/connections/collected/queries.server.ts'
import type { Band } from '#domain/middle-half.ts'
import type { DayOnline } from '#domain/hours-in-a-row.ts'
import type { HourOfWeek } from '#domain/paid-by-hour.ts'
import type { ReportKind, Source } from '#domain/import.ts'
import type { Figures, FiguresPeriod, Pair, Platform, Ratio } from '#domain/performance.ts'
import type { Week } from '#domain/week.ts'

/** The subject of a row: a driver, a car that was its driver's only one in a week, or a whole platform. */
export const GROUPS = ['driver', 'car', 'platform'] as const
export type Group = (typeof GROUPS)[number]

/** Whether figures are shown by driver, car or platform, and for which platform. */
export type FiguresView = { by: Group; of: Platform | 'all' }

/** The figures of one row in a period, in the period before, and in each of the last twelve weeks, oldest first. */
export type Performance = {
  id: string
  /** A driver's name, a plate, or the code of the platform. */
  name: string
  figures: Figures
  before: Figures
  weeks: readonly Figures[]
}

/** A report behind the figures: when it was last read, which weeks of the period it covers, and with how many rows. */
export type FigureSource = { report: ReportKind; readAt: string; weeks: readonly Week[]; rows: number }

export type FleetPerformance = FiguresView & {
  period: FiguresPeriod
  before: FiguresPeriod
  /** The newest week that is over and for which there is a file of a platform; `null` when there is none. */
  newest: Week | null
  /** The twelve weeks of each line, oldest first. */
  weeks: readonly Week[]
  rows: readonly Performance[]
  sources: readonly FigureSource[]
  /** Weeks that a platform reported in full through its connection: they fill in what no file says. */
  connected: readonly ConnectedWeek[]
  /** Number of driver-weeks that belong to no car, as the driver had several cars or none. */
  withoutCar: number
}

/** A line of a file about a driver's week. */
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

/** One driver's figures of a period in detail: the sums they are made of, and the lines behind them. */
export type OpenedPerformance = Performance & {
  period: FiguresPeriod
  beforePeriod: FiguresPeriod
  /** The newest week that is over and for which there is a file of a platform; `null` when there is none. */
  newest: Week | null
  lineWeeks: readonly Week[]
  /** The figures of each platform alone. */
  of: Readonly<Record<Platform, Figures>>
  /** The two sums behind each figure that is a ratio. */
  parts: Readonly<Record<Ratio, Pair>>
  reportedRows: readonly ReportedRow[]
  /** What platforms reported through their connections: it fills in what no line says. */
  connected: readonly ConnectedWork[]
  /** Bolt's payments in each hour of the week lately, whatever the period. */
  hours: readonly HourOfWeek[]
  /** How long the driver was online with Bolt on each of the last days. */
  days: readonly DayOnline[]
}

/** Hours of a day that are counted as one. */
export const HOURS_TOGETHER = 4

/** Number of trips that began on a day of the week (1 is Monday), in the hours from `from` on. */
export type TripsAt = { day: number; from: number; trips: number }

/** A driver's own weeks, oldest first, of both platforms together and of each alone. */
export type OwnPerformance = {
  weeks: readonly Week[]
  all: readonly Figures[]
  of: Readonly<Record<Platform, readonly Figures[]>>
  /** The twelve weeks added up. */
  together: Figures
  /**
   * For each week, the two hourly earnings between which half of all measured drivers lie; `null` where too few were
   * measured. The whole is `null` when the company compares nobody.
   */
  middle: readonly (Band | null)[] | null
  /** When the trips of these weeks began, where a report gives it. */
  trips: readonly TripsAt[]
  /** Bolt's payments in each hour of the week. */
  hours: readonly HourOfWeek[]
  days: readonly DayOnline[]
  /** The reports behind these figures, each with when it was last read. */
  sources: readonly { report: ReportKind; readAt: string }[]
  /**
   * The platforms that reported these weeks through their connections, each with when it last reported something new.
   */
  connected: readonly Pick<ConnectedWeek, 'source' | 'saidAt'>[]
}
