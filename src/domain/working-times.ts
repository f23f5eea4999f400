import { ZONE } from './week.ts'

/** A time without a break, in seconds since 1970 (UTC): plain numbers, because there are many. */
export type Span = { from: number; to: number }

/** Activities in a line of a working-time record. */
export const ACTIVITIES = ['driving', 'work', 'break', 'rest'] as const
export type Activity = (typeof ACTIVITIES)[number]

/**
 * A day in Lisbon, in seconds: the work in it, the most in 24 hours that end on it, and the longest time without work
 * that ended on it. `rest` is `null` on a day on which no work began, and where it is unknown what was before.
 */
export type TimesDay = { day: string; seconds: number; most: number; rest: number | null }

/** Joins times that touch or overlap, in order: what two platforms had at once counts once. */
export function mergedSpans(spans: readonly Span[]): Span[] {
  const found: Span[] = []
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    if (from >= to) continue
    const last = found.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else found.push({ from, to })
  }
  return found
}

/**
 * Works out each day in Lisbon on which some of these times lie, the earliest first. A time counts on the days it lies
 * in; overlapping times count once.
 */
export function timesByDay(spans: readonly Span[], dayAround = daysAround()): TimesDay[] {
  const worked = mergedSpans(spans)
  const days: TimesDay[] = []
  let bounds = { day: '', from: 0, to: 0 }
  const open = (at: number): TimesDay => {
    if (at >= bounds.to) bounds = dayAround(at)
    const last = days.at(-1)
    if (last?.day === bounds.day) return last
    const newDay = { day: bounds.day, seconds: 0, most: 0, rest: null }
    days.push(newDay)
    return newDay
  }
  // Index of the first time that may lie in the 24 hours before a moment; the moments come in order.
  let near = 0
  for (const [place, { from, to }] of worked.entries()) {
    const before = worked[place - 1]
    const first = open(from)
    if (before) first.rest = Math.max(first.rest ?? 0, from - before.to)
    for (let start = from; start < to;) {
      const own = open(start)
      const end = Math.min(bounds.to, to)
      own.seconds += end - start
      // The work within 24 hours grows while somebody works and shrinks while nobody does, so it is highest where a
      // time ends.
      while ((worked[near]?.to ?? Infinity) <= end - DAY) near += 1
      own.most = Math.max(own.most, secondsWithin(worked.slice(near, place + 1), { from: end - DAY, to: end }))
      start = end
    }
  }
  return days
}

const DAY = 24 * 3_600

/** Counts the seconds of these separate times that lie within another one. */
export function secondsWithin(spans: readonly Span[], { from, to }: Span): number {
  return spans.reduce((all, span) => all + Math.max(0, Math.min(span.to, to) - Math.max(span.from, from)), 0)
}

type DayAround = { day: string } & Span

/** Makes a function that answers the day in Lisbon of a moment, with its beginning and end: it computes each day only once. */
export function daysAround(): (at: number) => DayAround {
  const known = new Map<number, DayAround[]>()
  return (at) => {
    // A day of UTC touches two days in Lisbon at most.
    const daysNear = known.get(Math.floor(at / DAY)) ?? []
    const found = daysNear.find(({ from, to }) => from <= at && at < to) ?? dayOfMoment(at)
    if (!daysNear.includes(found)) known.set(Math.floor(at / DAY), [...daysNear, found])
    return found
  }
}

function dayOfMoment(at: number): DayAround {
  const day = Temporal.Instant.fromEpochMilliseconds(at * 1_000)
    .toZonedDateTimeISO(ZONE)
    .toPlainDate()
  return { day: day.toString(), from: startOfDay(day), to: startOfDay(day.add({ days: 1 })) }
}

/** Answers when a day begins in Lisbon, in seconds since 1970. */
export function startOfDay(day: Temporal.PlainDate): number {
  return day.toZonedDateTime(ZONE).epochMilliseconds / 1_000
}

/**
 * Legal limits from a day on, in minutes: driving in any 24 hours, work in a week, and a week's work on average over a
 * number of months. A driver who reaches `nearPercent` of one of them is warned before it is passed.
 */
export type TimeLimits = {
  from: string
  in24: number
  inWeek: number
  onAverage: number
  averageMonths: number
  nearPercent: number
}

/** Finds the limits of a day: the last that have begun, else the first there are. */
export function limitsOn(day: string, limits: readonly TimeLimits[]): TimeLimits | null {
  // This runs for each day of every driver, so it does not copy the list.
  let begun: TimeLimits | null = null
  let first: TimeLimits | null = null
  for (const limit of limits) {
    if (limit.from <= day && (begun === null || limit.from >= begun.from)) begun = limit
    if (first === null || limit.from < first.from) first = limit
  }
  return begun ?? first
}

/** Source of the times: the record that the law asks for, or the platforms. */
export const TIME_SOURCES = ['record', 'platforms'] as const
export type TimeSource = (typeof TIME_SOURCES)[number]

/** Kinds of limit. */
export const TIME_LIMITS = ['in24', 'inWeek', 'onAverage'] as const
export type TimeLimit = (typeof TIME_LIMITS)[number]

/** A limit that is near or passed, in seconds; `day` is the day itself, or for a week its last day or today. */
export type TimeWarning = {
  of: TimeLimit
  source: TimeSource
  day: string
  seconds: number
  allowed: number
  isOver: boolean
}

/** Warns of a limit that is near or passed; `null` where it is far away. Exactly the limit is near, and not over. */
export function warningOf(
  { of, source, day, seconds }: Omit<TimeWarning, 'allowed' | 'isOver'>,
  limits: TimeLimits,
): TimeWarning | null {
  const allowed = limits[of] * 60
  if (seconds * 100 < allowed * limits.nearPercent) return null
  return { of, source, day, seconds, allowed, isOver: seconds > allowed }
}

/** Averages the weeks, from the first of them on; `null` for none. Seconds, rounded. */
export function averageWeek(weeks: readonly number[]): number | null {
  return weeks.length === 0 ? null : Math.round(weeks.reduce((total, seconds) => total + seconds, 0) / weeks.length)
}
