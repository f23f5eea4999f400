import type { Cents } from '#domain/money.ts'

/** What the files of a week tell of one driver; `null` where none of them does. */
export type Activity = {
  /** What the platforms paid. */
  income: Cents
  trips: number | null
  onlineMinutes: number | null
}
