import { DIGEST_HOURS } from './digest.ts'
import { dueReport } from './report-schedule.ts'

/** When the week that has ended is prepared automatically, by the clock in Lisbon: `weekday` 1 is Monday. */
export type MondayTime = { weekday: number; hour: number }
export const MONDAY_TIME: MondayTime = { weekday: 1, hour: 7 }
export const MONDAY_HOURS = DIGEST_HOURS

/** Hour up to which late files are looked for again, each hour; a setting after that hour gets at least `LEAST_HOURS` more. */
const [UNTIL, LEAST_HOURS] = [12, 3]

/** A look at the week that has ended: when it began, and whether something was late. */
export type PastLook = { at: Temporal.Instant; lacks: boolean }

/**
 * Answers the moment whose look is due: the last one of the setting, as long as no whole day has passed since. The
 * first look happens as soon as the site runs, later ones once for each hour that begins while something is late.
 * `last`: the last look of that moment.
 */
export function dueLook(
  time: MondayTime,
  last: (moment: Temporal.ZonedDateTime) => PastLook | null,
  now: Temporal.Instant,
): Temporal.ZonedDateTime | null {
  const moment = dueReport({ rhythm: 'weekly', day: 1, ...time }, now)
  if (moment === null) return null
  const before = last(moment)
  if (before === null) return moment
  if (!before.lacks) return null
  const begun = looksOf(moment).findLast((look) => Temporal.Instant.compare(look, now) <= 0)
  return begun && Temporal.Instant.compare(before.at, begun) < 0 ? moment : null
}

/** Answers when the next automatic look is, if something is late; `null` once it is left to people. */
export function nextLook(moment: Temporal.ZonedDateTime, now: Temporal.Instant): Temporal.Instant | null {
  return looksOf(moment).find((look) => Temporal.Instant.compare(look, now) > 0) ?? null
}

function looksOf(moment: Temporal.ZonedDateTime): Temporal.Instant[] {
  const count = Math.max(UNTIL - moment.hour, LEAST_HOURS)
  return Array.from({ length: count + 1 }, (_, hours) => moment.add({ hours }).toInstant())
}

/** Reasons for which a platform was not asked, or did not answer. */
export const CONNECTION_LACKS = ['waiting', 'expired', 'needs-access', 'error', 'paused'] as const

/** Kinds of question that hold up the decision on a week: the questions of each kind are counted together. */
export const DECIDING_KINDS = [
  'refused-file',
  'unmatched',
  'twin',
  'no-terms',
  'changed',
  'corrected-twice',
  'no-car',
  'iban',
  'receipts',
] as const
