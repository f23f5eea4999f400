import { ZONE } from './week.ts'
import { workingDaysAfter } from './working-days.ts'

/** What a driver can find wrong with a line of the own statement, in the order of the form. */
export const DISPUTE_CAUSES = ['amount', 'not-mine', 'missing', 'terms', 'other'] as const
export type DisputeCause = (typeof DISPUTE_CAUSES)[number]

/** Working days in which the office answers a contested line. */
export const DAYS_TO_ANSWER = 5

/** The last day for the office's answer, in Lisbon, as an ISO date. Nothing is decided when it is over. */
export function answerBy(openedAt: Temporal.Instant): string {
  return workingDaysAfter(openedAt.toZonedDateTimeISO(ZONE).toPlainDate(), DAYS_TO_ANSWER).toString()
}
