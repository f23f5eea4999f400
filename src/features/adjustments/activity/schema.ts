import type { Cents } from '#domain/money.ts'
import type { Platform, PlatformWeek } from '#domain/performance.ts'
import type { Week } from '#domain/week.ts'

/** What the files of a week say of one driver; a figure is `null` where none of them says it. */
export type Activity = {
  /** Received from the platforms: what they paid, with the cash in hand, without tolls and expenses given back. */
  income: Cents
  /** The parts of `income`, which add up to it. */
  parts: { paid: Cents; cash: Cents; refunds: Cents }
  trips: number | null
  /** Minutes from the reports of money and of activity. Two platforms may count the same hours, so they are not added. */
  onlineMinutes: Record<Platform, number | null>
  /** The figures of each platform alone, from its files and its report of work: its money belongs to its hours. */
  reported: Record<Platform, PlatformWeek>
}

/** What one driver did in a week, as that driver sees it. */
export type OwnActivity = Omit<Activity, 'reported' | 'onlineMinutes'> & {
  week: Week
  /** Minutes online at Uber. */
  onlineMinutes: number | null
  /** Cents per hour online: Uber's money over Uber's hours; `null` when not measured. */
  perHour: number | null
  /** The earnings that the week's statement counts; `null` without a statement that can be opened. */
  earnings: Cents | null
}
