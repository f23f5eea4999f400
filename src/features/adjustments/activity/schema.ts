import type { Cents } from '#domain/money.ts'

/** What the files of a week tell of one driver; `null` where none of them does. */
export type Activity = {
  /** What the platforms paid, with the cash in hand and without tolls and expenses given back. */
  income: Cents
  trips: number | null
  onlineMinutes: number | null
}
