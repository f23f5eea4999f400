import type { Cents } from '#domain/money.ts'
import type { Platform, PlatformWeek } from '#domain/performance.ts'
import type { Week } from '#domain/week.ts'

/** What the files of a week tell of one driver; `null` where none of them does. */
export type Activity = {
  /** Received from the platforms: what they paid, with the cash in hand, without tolls and expenses given back. */
  income: Cents
  /** The parts of `income`, which add up to it. */
  parts: { paid: Cents; cash: Cents; refunds: Cents }
  trips: number | null
  /** As reports of money and of activity say them. Hours of two platforms may be the same, so they are not added. */
  onlineMinutes: Record<Platform, number | null>
  /** What each platform says alone, with what its report of work says: its money belongs to its hours. */
  reported: Record<Platform, PlatformWeek>
}

/** What one driver did in one week, as that driver sees it. */
export type OwnActivity = Omit<Activity, 'reported' | 'onlineMinutes'> & {
  week: Week
  /** Uber's. */
  onlineMinutes: number | null
  /** Cents an hour online: Uber's money over Uber's hours; `null` is not measured. */
  perHour: number | null
  /** What the week's statement counts as earnings; `null` without a statement that can be opened. */
  earnings: Cents | null
}
