import { ZONE } from './week.ts'

/**
 * State of a driver's app from a moment on, in Bolt's words. A driver is online who waits for an order or has one; who
 * is `busy` takes none and is counted separately. If several changes fall in one second, the last of this list counts,
 * because it says the most.
 */
export const DRIVER_STATES = ['inactive', 'busy', 'waiting_orders', 'has_order'] as const
export type DriverState = (typeof DRIVER_STATES)[number]

export function isDriverState(state: string): state is DriverState {
  return DRIVER_STATES.some((driverState) => driverState === state)
}

/** A change of state: the driver is in this state from this moment until the next change. */
export type StateChange = { at: Temporal.Instant; state: DriverState }

/**
 * Seconds of one day in Lisbon. `online` is waiting and with an order together; `byHour` is the same by the hour that
 * the clock shows, from midnight: the hour that comes twice in October holds both, the one left out in March none.
 * `spans` are the same times in order, in seconds after the beginning of the day: `[from, until, from, until]`.
 */
export type DayOnline = {
  online: number
  withOrder: number
  busy: number
  byHour: readonly number[]
  spans: readonly number[]
}

/** Longest time without a change that counts as work: after that, the phone was off or unused. */
export const LONGEST_SILENCE = Temporal.Duration.from({ hours: 6 })

/**
 * Works out how long a driver was online on each day (`2026-06-01`), from changes in any order, repeated or not. A time
 * is split over the days and hours it lies in, by the clock of Lisbon; the last change has no end and does not count
 * yet.
 */
export function onlineByDay(changes: readonly StateChange[]): Map<string, DayOnline> {
  const days = new Map<string, DayOnline>()
  const inOrder = onePerMoment(changes)
  for (const [place, { at, state }] of inOrder.entries()) {
    const next = inOrder[place + 1]
    if (!next || state === 'inactive' || isSilence(at, next.at)) continue
    for (const { day, hour, second, seconds } of cutAtHours(at, next.at)) {
      const known = days.get(day) ?? { online: 0, withOrder: 0, busy: 0, byHour: NO_HOUR, spans: [] }
      const online = state === 'busy' ? 0 : seconds
      days.set(day, {
        online: known.online + online,
        withOrder: known.withOrder + (state === 'has_order' ? seconds : 0),
        busy: known.busy + (state === 'busy' ? seconds : 0),
        byHour: known.byHour.with(hour, (known.byHour[hour] ?? 0) + online),
        spans: online === 0 ? known.spans : prolongSpans(known.spans, second, second + online),
      })
    }
  }
  return days
}

const NO_HOUR: readonly number[] = Array.from({ length: 24 }, () => 0)

/** Adds a time to the spans, or makes the last one longer if it goes on. */
function prolongSpans(spans: readonly number[], from: number, until: number): readonly number[] {
  return spans.at(-1) === from ? [...spans.slice(0, -1), until] : [...spans, from, until]
}

/** Sorts changes by time and keeps one of each moment. */
function onePerMoment(changes: readonly StateChange[]): StateChange[] {
  const rank = ({ state }: StateChange) => DRIVER_STATES.indexOf(state)
  const inOrder = changes.toSorted((a, b) => Temporal.Instant.compare(a.at, b.at) || rank(a) - rank(b))
  return inOrder.filter(({ at }, place) => !inOrder[place + 1]?.at.equals(at))
}

function isSilence(from: Temporal.Instant, to: Temporal.Instant): boolean {
  return Temporal.Instant.compare(from.add(LONGEST_SILENCE), to) < 0
}

/** Part of a time that lies in one hour of a day; `second` is its start, in seconds after the beginning of the day. */
type HourPart = { day: string; hour: number; second: number; seconds: number }

function cutAtHours(from: Temporal.Instant, to: Temporal.Instant): HourPart[] {
  const parts: HourPart[] = []
  for (let start = from; Temporal.Instant.compare(start, to) < 0;) {
    const clock = start.toZonedDateTimeISO(ZONE)
    // Lisbon differs from UTC by whole hours, so its hours begin at the same moments.
    const full = start.round({ smallestUnit: 'hour', roundingMode: 'floor' }).add({ hours: 1 })
    const end = Temporal.Instant.compare(full, to) < 0 ? full : to
    parts.push({
      day: clock.toPlainDate().toString(),
      hour: clock.hour,
      second: clock.startOfDay().until(clock).total('seconds'),
      seconds: start.until(end).total('seconds'),
    })
    start = end
  }
  return parts
}
