import type { Reading } from './odometer.ts'
import { ZONE } from './week.ts'

/** Metres that a car went on a day in Lisbon, by its positions. Drives that were not recorded (off duty, private) are missing. */
export type DrivenDay = { day: string; metres: number }

/**
 * Two odometer readings, one after the other, and what positions say of the time between, in whole kilometres. `least`
 * is for the whole days between, `most` includes the days of the readings. `known` of `days` have positions.
 */
export type OdometerComparison = {
  from: string
  to: string
  odometer: number
  least: number
  most: number
  known: number
  days: number
  /** Whether positions say more than the odometer, or less, by more than the tolerance. */
  differs: 'more' | 'less' | null
}

/** Percent by which both may differ: a receiver cuts corners, and odometers are set to show too much. */
const TOLERANCE_PERCENT = 3
/** Kilometres up to which a difference does not count. */
const NEGLIGIBLE_KILOMETRES = 2

/**
 * Compares each two consecutive odometer readings with positions, the latest first; leaves out those without positions
 * in between. The odometer decides: positions correct nothing.
 */
export function compareWithOdometer(readings: readonly Reading[], driven: readonly DrivenDay[]): OdometerComparison[] {
  const metres = new Map(driven.map((entry) => [entry.day, entry.metres]))
  const ordered = readings.toSorted((a, b) => Temporal.Instant.compare(a.at, b.at))
  return ordered
    .flatMap((to, place): OdometerComparison[] => {
      const from = ordered[place - 1]
      // A replaced odometer begins anew.
      if (from === undefined || from.kilometres > to.kilometres) return []
      const found = metresWithin(from.at, to.at, metres)
      if (found.known === 0) return []
      const odometer = to.kilometres - from.kilometres
      const { least, most, known, days } = found
      const differs = differenceOf(odometer, { least: inKilometres(least), most: inKilometres(most) })
      const result = { least: inKilometres(least), most: inKilometres(most), known, days, differs }
      return [{ from: from.at.toString(), to: to.at.toString(), odometer, ...result }]
    })
    .toReversed()
}

function differenceOf(
  odometer: number,
  { least, most }: { least: number; most: number },
): OdometerComparison['differs'] {
  const tolerance = Math.max((odometer * TOLERANCE_PERCENT) / 100, NEGLIGIBLE_KILOMETRES)
  if (least > odometer + tolerance) return 'more'
  return most < odometer - tolerance ? 'less' : null
}

/** Estimate of an odometer at a moment without a reading, by positions, and the reading it starts from. */
export type Estimate = { at: string; kilometres: number; from: string; driven: number; days: number }

/**
 * Estimates the odometer at a moment: the reading before it plus what positions say since. `null` where that would be a
 * guess: no reading before, a day between without positions, or a car that drove on the day of either moment, because
 * nobody knows how much of it was before.
 */
export function estimateAt(
  at: Temporal.Instant,
  readings: readonly Reading[],
  driven: readonly DrivenDay[],
): Estimate | null {
  const base = readings
    .toSorted((a, b) => Temporal.Instant.compare(b.at, a.at))
    .find((reading) => Temporal.Instant.compare(reading.at, at) < 0)
  if (base === undefined) return null
  const { least, most, known, days } = metresWithin(
    base.at,
    at,
    new Map(driven.map((entry) => [entry.day, entry.metres])),
  )
  if (known < days || least !== most) return null
  const kilometres = base.kilometres + inKilometres(least)
  return { at: at.toString(), kilometres, from: base.at.toString(), driven: inKilometres(least), days }
}

/** Sums the metres of the days between two moments, and counts the days that have any. */
function metresWithin(from: Temporal.Instant, to: Temporal.Instant, metres: ReadonlyMap<string, number>) {
  const [first, end] = [from.toZonedDateTimeISO(ZONE), to.toZonedDateTimeISO(ZONE)]
  const sum = { least: 0, most: 0, known: 0, days: 0 }
  for (
    let day = first.toPlainDate();
    Temporal.PlainDate.compare(day, end.toPlainDate()) <= 0;
    day = day.add({ days: 1 })
  ) {
    const [begins, ends] = [day.toZonedDateTime(ZONE), day.add({ days: 1 }).toZonedDateTime(ZONE)]
    if (Temporal.ZonedDateTime.compare(begins, end) >= 0) break
    const driven = metres.get(day.toString())
    sum.days += 1
    if (driven === undefined) continue
    sum.known += 1
    sum.most += driven
    const isWhole = Temporal.ZonedDateTime.compare(begins, first) >= 0 && Temporal.ZonedDateTime.compare(ends, end) <= 0
    if (isWhole) sum.least += driven
  }
  return sum
}

function inKilometres(metres: number): number {
  return Math.round(metres / 1_000)
}
