import { type Week, weekAt } from '#domain/week.ts'
import { readDropWeek } from '#features/imports/drops/schema.ts'

/** The last of the weeks that an address asks for; the running one if it asks for none, or for a future one. Refuses `week.unreadable`. */
export function askedTimes(url: URL, now: Temporal.Instant): { last: Week; newest: Week } {
  const newest = weekAt(now)
  const last = readDropWeek(url.searchParams.get('week')) ?? newest
  return { last: last < newest ? last : newest, newest }
}
