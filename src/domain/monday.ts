import { DIGEST_HOURS } from './digest.ts'
import { dueReport } from './report-schedule.ts'

/** When the week that has ended is made ready by itself, as clocks in Lisbon say: `weekday` 1 is Monday. */
export type MondayTime = { weekday: number; hour: number }
export const MONDAY_TIME: MondayTime = { weekday: 1, hour: 7 }
export const MONDAY_HOURS = DIGEST_HOURS

/** The clock up to which what is late is looked for again, each hour; after a later hour it is looked for so many hours more. */
const [UNTIL, LEAST_HOURS] = [12, 3]

/** A look at the week that came to its end: when it began, and whether something was late. */
export type Looked = { at: Temporal.Instant; lacks: boolean }

/**
 * The moment whose look is due: the last one of the setting, while no whole day has gone by on the clock since. First whenever somebody
 * is there to look, later once for each hour that begins while something is late. `last`: the last look of that moment.
 */
export function dueLook(
  time: MondayTime,
  last: (moment: Temporal.ZonedDateTime) => Looked | null,
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

/** When it is looked at again of itself, if something is late; `null` once it is left to people. */
export function nextLook(moment: Temporal.ZonedDateTime, now: Temporal.Instant): Temporal.Instant | null {
  return looksOf(moment).find((look) => Temporal.Instant.compare(look, now) > 0) ?? null
}

function looksOf(moment: Temporal.ZonedDateTime): Temporal.Instant[] {
  const count = Math.max(UNTIL - moment.hour, LEAST_HOURS)
  return Array.from({ length: count + 1 }, (_, hours) => moment.add({ hours }).toInstant())
}

/** Why a platform was not asked, or did not answer. */
export const CONNECTION_LACKS = ['waiting', 'expired', 'needs-access', 'error', 'paused'] as const

/** What of a week holds up a decision: of each its questions are counted together. */
export const DECIDING_KINDS = [
  'refused-file',
  'unmatched',
  'twin',
  'no-terms',
  'changed',
  'no-car',
  'iban',
  'receipts',
] as const
