import type { Directory } from './matching.ts'
import { type Week, bounds } from './week.ts'

/** Odometer of a car at a moment; an estimate comes from positions where nobody read it. */
export type Reading = { at: Temporal.Instant; kilometres: number; isEstimate?: boolean }

/** Reads whole kilometres as a person types them ("120 450", "120.450"), or answers `null`, also above two million, which no car reaches. */
export function readKilometres(text: string): number | null {
  const digits = text.replaceAll(/[\s.\u00a0]/g, '')
  return /^\d{1,7}$/.test(digits) && Number(digits) <= 2_000_000 ? Number(digits) : null
}

/** A driver's time with a car in a week, and the readings at both ends; `null` where there is no reading at that very moment. */
export type DrivenSpan = {
  vehicleId: string
  /** Moments as ISO instants. */
  from: string
  to: string
  first: number | null
  last: number | null
  /** Set where one of the two readings is estimated from positions. */
  isEstimate?: true
}

/** Kilometres of a driver's week with the spans they come from; `null` unless both ends of every span were read. */
export type Driven = { kilometres: number | null; spans: readonly DrivenSpan[] }

/**
 * Works out what each driver drove in a week, by driver: for each time with a car it takes the readings at both ends,
 * which are a hand-over or the edge of the week (Monday 00:00 in Lisbon). Nothing is guessed between readings: if one
 * end is missing the week has no figure. Where a reading is lower than the one before (the odometer was replaced),
 * counting begins anew.
 */
export function drivenIn(
  week: Week,
  held: Directory['held'],
  readings: ReadonlyMap<string, readonly Reading[]>,
): Map<string, Driven> {
  const driven = new Map<string, { span: DrivenSpan; kilometres: number | null }[]>()
  const { start, end } = bounds(week)
  // Most cars stay with one driver all week: format the two edges once, not for each car.
  const edges = new Map([start, end].map((edge) => [edge, edge.toString()]))
  for (const [vehicleId, intervals] of held) {
    const readingsOfCar = (readings.get(vehicleId) ?? []).toSorted((a, b) => Temporal.Instant.compare(a.at, b.at))
    for (const { driverId, ...interval } of intervals) {
      const span = timeWithin({ from: start, to: end }, interval)
      if (!span) continue
      const drives = driven.get(driverId) ?? []
      drives.push(distanceDuring(vehicleId, span, readingsOfCar, (moment) => edges.get(moment) ?? moment.toString()))
      driven.set(driverId, drives)
    }
  }
  return new Map(
    [...driven].map(([driverId, drives]) => [
      driverId,
      {
        kilometres: drives.reduce<number | null>(
          (total, { kilometres }) => (total === null || kilometres === null ? null : total + kilometres),
          0,
        ),
        spans: drives.map(({ span }) => span).toSorted((a, b) => (a.from < b.from ? -1 : 1)),
      },
    ]),
  )
}

/**
 * Whether a reading is impossible: lower than the one before it, or higher than the one after it. Cars don't drive
 * backwards; a replaced odometer must be given as the reason.
 */
export function contradicts({ at, kilometres }: Reading, others: readonly Reading[]): boolean {
  const { before, after } = nearestReadings(at, others)
  return (
    (before !== undefined && before.kilometres > kilometres) || (after !== undefined && after.kilometres < kilometres)
  )
}

/** Kilometres that no car of a fleet drives in 24 hours, even with two drivers and no pause. */
const MAX_KILOMETRES_A_DAY = 1_500

/**
 * Whether a reading, or the one after it, says more than can be driven in the days between, each begun day counted:
 * then it has a digit too many.
 */
export function isImpossibleReading({ at, kilometres }: Reading, others: readonly Reading[]): boolean {
  const { before, after } = nearestReadings(at, others)
  const isTooFar = (one: Reading, other: Reading) =>
    other.kilometres - one.kilometres > Math.ceil(other.at.since(one.at).total('hours') / 24) * MAX_KILOMETRES_A_DAY
  const reading = { at, kilometres }
  return (before !== undefined && isTooFar(before, reading)) || (after !== undefined && isTooFar(reading, after))
}

function nearestReadings(at: Temporal.Instant, others: readonly Reading[]) {
  const sorted = others.toSorted((a, b) => Temporal.Instant.compare(a.at, b.at))
  return {
    before: sorted.findLast((reading) => Temporal.Instant.compare(reading.at, at) < 0),
    after: sorted.find((reading) => Temporal.Instant.compare(reading.at, at) > 0),
  }
}

type Time = { from: Temporal.Instant; to: Temporal.Instant }

/** Cuts a time to the part that is in the week. */
function timeWithin(week: Time, time: { from: Temporal.Instant | null; to: Temporal.Instant | null }): Time | null {
  const from = time.from && isBefore(week.from, time.from) ? time.from : week.from
  const to = time.to && isBefore(time.to, week.to) ? time.to : week.to
  return isBefore(from, to) ? { from, to } : null
}

/** Compares as numbers: this runs for each car of a fleet, and comparing instants takes ten times as long. */
function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return one.epochNanoseconds < other.epochNanoseconds
}

function distanceDuring(
  vehicleId: string,
  { from, to }: Time,
  readings: readonly Reading[],
  format: (moment: Temporal.Instant) => string,
) {
  const during = readings.filter(
    ({ at }) => Temporal.Instant.compare(at, from) >= 0 && Temporal.Instant.compare(at, to) <= 0,
  )
  const readingAt = (moment: Temporal.Instant) => during.find((reading) => reading.at.equals(moment))
  const first = readingAt(from)
  const last = readingAt(to)
  const span: DrivenSpan = {
    vehicleId,
    from: format(from),
    to: format(to),
    first: first?.kilometres ?? null,
    last: last?.kilometres ?? null,
    ...(first?.isEstimate || last?.isEstimate ? { isEstimate: true } : {}),
  }
  if (span.first === null || span.last === null) return { span, kilometres: null }
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the index is within the list
  const steps = during.slice(1).map(({ kilometres }, index) => Math.max(kilometres - during[index]!.kilometres, 0))
  return { span, kilometres: steps.reduce((total, step) => total + step, 0) }
}
