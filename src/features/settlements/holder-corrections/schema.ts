import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import type { DriverName } from '#domain/driver.ts'

/**
 * The net of a week for a driver, before and after. `isClosed`: the statement stays, and an adjustment brings the
 * difference.
 */
export type Mover = { driver: DriverName; week: Week; isClosed: boolean; before: Cents; after: Cents }

export type CorrectionPreview = {
  /** By week, the newest first. */
  movers: readonly Mover[]
  /** The sum of the rows without an owner in these weeks. */
  unmatched: { before: Cents; after: Cents }
  /** Number of weeks looked at, and below of older ones that were not. */
  weeks: number
  older: number
}
