import { ZONE } from './week.ts'
import { workingDaysAfter } from './working-days.ts'

/** Reasons for which a driver may contest a line of the own statement, in the order of the form. */
export const DISPUTE_CAUSES = ['amount', 'not-mine', 'missing', 'terms', 'other'] as const
export type DisputeCause = (typeof DISPUTE_CAUSES)[number]

/** Working days within which the office answers a contested line. */
export const DAYS_TO_ANSWER = 5

/** Answers the last day for the office's answer, in Lisbon, as an ISO date. Nothing is decided when it has passed. */
export function answerBy(openedAt: Temporal.Instant): string {
  return workingDaysAfter(openedAt.toZonedDateTimeISO(ZONE).toPlainDate(), DAYS_TO_ANSWER).toString()
}
