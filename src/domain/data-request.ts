/** Requests that people may make about their data, in the order of the regulation. */
export const REQUEST_KINDS = ['access', 'rectification', 'erasure', 'restriction', 'portability', 'objection'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

/** Months to answer; further ones are allowed if the company said why in the first. Source: `answer-to-requests` of the table of law. */
const MONTHS = 1
const MORE = 2

/** Answers the last day to answer a request that came on a day. */
export function answerBy(askedOn: Temporal.PlainDate, isExtended: boolean): Temporal.PlainDate {
  return askedOn.add({ months: isExtended ? MONTHS + MORE : MONTHS })
}

/** Hours within which the authority must be told of a breach, from when it was known. Source: `breach-told` of the table of law. */
const BREACH_HOURS = 72

/** Answers the moment by which the authority must be told of a breach. */
export function tellAuthorityBy(knownAt: Temporal.Instant): Temporal.Instant {
  return knownAt.add({ hours: BREACH_HOURS })
}
