import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'

/** What the files of a week tell of one driver; `null` where none of them does. */
export type Activity = {
  /** What the platforms paid, with the cash in hand and without tolls and expenses given back. */
  income: Cents
  trips: number | null
  onlineMinutes: number | null
}

/** The same of one week, for whom it is of. */
export type OwnActivity = Activity & {
  week: Week
  /** Whether there is a statement of it to be opened. */
  isIssued: boolean
}
