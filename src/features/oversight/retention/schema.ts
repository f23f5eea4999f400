import type { PeriodId } from '#domain/kept-data.ts'

/** Periods after which data is deleted automatically, day by day. */
export const DELETED_PERIODS = [
  'messages',
  'visitors',
  'signIns',
  'papers',
  'candidates',
] as const satisfies readonly PeriodId[]
export type DeletedPeriod = (typeof DELETED_PERIODS)[number]

/** A sweep as the page shows it: moments and days are ISO. */
export type Sweep = {
  period: DeletedPeriod
  ranAt: string | null
  lastGone: number | null
  /** Rows deleted in the last year. */
  gone: number
  /** Number of rows kept today and, below, the first day on which one of them goes. */
  kept: number
  next: string | null
}
