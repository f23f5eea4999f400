import type { Cents } from '#domain/money.ts'
import type { Platform, PlatformWeek } from '#domain/performance.ts'
import type { Week } from '#domain/week.ts'

/** The work of one driver in a week, as the files report it; a figure is `null` where no file has it. */
export type Activity = {
  /** Received from the platforms: what they paid, with the cash in hand, without tolls and expenses given back. */
  income: Cents
  /** The parts of `income`, which add up to it. */
  parts: { paid: Cents; cash: Cents; refunds: Cents }
  trips: number | null
  /** Minutes from the reports of money and of activity. Two platforms may count the same hours, so they are not added. */
  onlineMinutes: Record<Platform, number | null>
  /**
   * The figures of each platform separately, from its files and its report of work, so that its money is compared
   * with its own hours.
   */
  reported: Record<Platform, PlatformWeek>
}

/** The work of one driver in a week, as that driver sees it. */
export type OwnActivity = Omit<Activity, 'reported' | 'onlineMinutes'> & {
  week: Week
  /** Minutes online at Uber. */
  onlineMinutes: number | null
  /** Cents per hour online: Uber's money over Uber's hours; `null` when not measured. */
  perHour: number | null
  /** The earnings that the week's statement counts; `null` without a statement that can be opened. */
  earnings: Cents | null
}
