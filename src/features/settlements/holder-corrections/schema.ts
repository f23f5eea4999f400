import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import type { DriverName } from '#domain/driver.ts'

/** What a week comes to for a driver, as it is and as it would be. `isClosed`: by an adjustment, for its statement stays. */
export type Mover = { driver: DriverName; week: Week; isClosed: boolean; before: Cents; after: Cents }

export type CorrectionPreview = {
  /** By week, the newest first. */
  movers: readonly Mover[]
  /** Rows of these weeks that are nobody's. */
  unmatched: { before: Cents; after: Cents }
  /** Weeks looked at, and older ones that were not. */
  weeks: number
  older: number
}
