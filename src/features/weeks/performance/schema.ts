import type { ReportKind } from '#domain/import.ts'
import type { Figures, FiguresPeriod } from '#domain/performance.ts'
import type { Week } from '#domain/week.ts'

/** One driver's figures of a period, those of the period before, and of each of the last twelve weeks, oldest first. */
export type DriverPerformance = {
  id: string
  name: string
  figures: Figures
  before: Figures
  weeks: readonly Figures[]
}

/** A report that figures come from: when it was last read, and which weeks of the period it tells of. */
export type FigureSource = { report: ReportKind; readAt: string; weeks: readonly Week[] }

export type FleetPerformance = {
  period: FiguresPeriod
  before: FiguresPeriod
  /** The newest week that is over and of which a platform's file tells; `null` while there is none. */
  newest: Week | null
  /** The twelve weeks of each line, oldest first. */
  weeks: readonly Week[]
  drivers: readonly DriverPerformance[]
  sources: readonly FigureSource[]
}
