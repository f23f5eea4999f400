/** How many copies stay: the newest of each of the last days, weeks (from Monday) and months that have one, in Lisbon. */
export const KEPT = { daily: 14, weekly: 8, monthly: 24 } as const

/** Hours in which every copy stays, however many were made. */
const FRESH_HOURS = 24

/**
 * Of the moments at which copies were made, those that need not stay any longer. The newest always stays, so does
 * whatever is younger than a day. What one day gives up no later day asks for: pruning often or seldom leaves the same.
 */
export function overdue(made: readonly Temporal.Instant[], now: Temporal.Instant): Temporal.Instant[] {
  const newestFirst = made.toSorted((a, b) => Temporal.Instant.compare(b, a))
  const fresh = now.subtract({ hours: FRESH_HOURS })
  const kept = new Set(newestFirst.filter((at) => Temporal.Instant.compare(at, fresh) >= 0))
  for (const [span, count] of [
    [dayOf, KEPT.daily],
    [weekOf, KEPT.weekly],
    [monthOf, KEPT.monthly],
  ] as const) {
    const spans = new Map<string, Temporal.Instant>()
    for (const at of newestFirst) if (!spans.has(span(at))) spans.set(span(at), at)
    for (const at of [...spans.values()].slice(0, count)) kept.add(at)
  }
  return newestFirst.filter((at) => !kept.has(at))
}

const inLisbon = (at: Temporal.Instant) => at.toZonedDateTimeISO('Europe/Lisbon').toPlainDate()
const dayOf = (at: Temporal.Instant) => inLisbon(at).toString()
const monthOf = (at: Temporal.Instant) => inLisbon(at).toPlainYearMonth().toString()
function weekOf(at: Temporal.Instant): string {
  const day = inLisbon(at)
  return day.subtract({ days: day.dayOfWeek - 1 }).toString()
}

/** The hour of the night, in Lisbon, after which the copy of a day is due. */
const NIGHT = '03:00'

/** Whether a copy is due: none was made since the last three o'clock of the night. */
export function isDue(last: Temporal.Instant | null, now: Temporal.Instant): boolean {
  if (last === null) return true
  const today = now.toZonedDateTimeISO('Europe/Lisbon')
  const night = today.withPlainTime(NIGHT)
  const since =
    Temporal.ZonedDateTime.compare(night, today) <= 0 ? night : today.subtract({ days: 1 }).withPlainTime(NIGHT)
  return Temporal.Instant.compare(last, since.toInstant()) < 0
}

/** Hours after which a copy is no longer last night's. */
const STALE_HOURS = 26

/** Whether a copy is too old: a night went by without one. */
export function isStale(last: Temporal.Instant, now: Temporal.Instant): boolean {
  return now.since(last).total('hours') > STALE_HOURS
}
