import { type Directory, type Interval, intervalAt } from './matching.ts'
import type { ImportedRow } from './import.ts'
import { type Cents, minus, sum } from './money.ts'
import type { Cost } from './settlement-types.ts'
import { type Week, ZONE, dayAfter, monday } from './week.ts'

/** Time between two stays with the operator: `after` is the last day of the first, `until` the first day of the next. ISO dates. */
export type Absence = { after: string; until: string }

/** A driver's time with the operator: the very first day, the last one, and the times away in between. ISO dates. */
export type Stay = { startedOn: string | null; endedOn: string | null; away?: readonly Absence[] }

/**
 * Whether a driver works in a week: taken on, not gone before it began and not away for the whole of it. A driver who
 * has left still works in the weeks up to the last day, so that a week that is settled afterwards is settled in full.
 */
export function drivesIn(week: Week, { status, ...stay }: Stay & { status: string }): boolean {
  if (status === 'pending' || (status === 'inactive' && stay.endedOn === null)) return false
  return daysActive(week, stay) > 0
}

/** Counts the days (0–7) of a week between a driver's first and last day, without the days away. */
export function daysActive(week: Week, { startedOn, endedOn, away = [] }: Stay): number {
  // A shortcut for nearly every driver and week: with the operator since before its Monday, and not left.
  if ((startedOn === null || startedOn <= week) && endedOn === null && away.length === 0) return 7
  // A shortcut for former drivers, who stay on the list for good.
  if (endedOn !== null && endedOn < week) return 0
  const days = Array.from({ length: 7 }, (_, day) => dayAfter(week, day))
  return days.filter(
    (day) =>
      (startedOn === null || day >= startedOn) &&
      (endedOn === null || day <= endedOn) &&
      !away.some(({ after, until }) => day > after && day < until),
  ).length
}

/** Number of days of a week, by car. */
export type DaysHeld = ReadonlyMap<string, number>

/**
 * Counts the days of the week by driver and car. A day goes to whoever holds the car at 12:00 in Lisbon (`rulings.md`
 * C.7), and to one car only: of two cars that a driver holds at once it goes to the one given earlier, and of two given
 * at the same moment to the assignment made first.
 */
export function daysHeld(week: Week, held: Directory['held']): Map<string, DaysHeld> {
  const days = new Map<string, Map<string, number>>()
  for (let day = 0; day < 7; day++) {
    const noon = monday(week).add({ days: day }).toZonedDateTime({ timeZone: ZONE, plainTime: '12:00' }).toInstant()
    const first = new Map<string, { car: string; interval: Interval }>()
    for (const [car, intervals] of held) {
      const interval = intervalAt(intervals, noon)
      if (!interval) continue
      const other = first.get(interval.driverId)
      if (!other || isEarlier(interval, other.interval)) first.set(interval.driverId, { car, interval })
    }
    for (const [driverId, { car }] of first) {
      const daysByCar = days.get(driverId) ?? new Map<string, number>()
      days.set(driverId, daysByCar.set(car, (daysByCar.get(car) ?? 0) + 1))
    }
  }
  return days
}

function isEarlier(one: Interval, other: Interval): boolean {
  const [from, before] = [one.from?.epochMilliseconds ?? -Infinity, other.from?.epochMilliseconds ?? -Infinity]
  return from === before ? (one.order ?? 0) < (other.order ?? 0) : from < before
}

/** Finds the car whose rent the week charges: the one held longest; of two held equally long, the one held first. `null` without one. */
export function longestHeld(days: DaysHeld): string | null {
  return [...days].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null
}

/** Counts the days of the week on which a driver held any car. */
export function daysOf(days: DaysHeld): number {
  return [...days.values()].reduce((total, count) => total + count, 0)
}

const COST_KINDS = new Set<string>(['toll', 'parking', 'fuel', 'adblue', 'wash', 'charging'])

type Row = Pick<ImportedRow, 'kind' | 'amount'>

/** Reads a row as a cost of the driver, as a positive size in cents; nothing for rows that are no cost. */
export function costsOf({ id, kind, amount }: Row & { id: string }): Cost[] {
  return isCost(kind) ? [{ kind, row: id, amount: minus(amount) }] : []
}

function isCost(kind: string): kind is Cost['kind'] {
  return COST_KINDS.has(kind)
}

/** Sums of the imported rows by part of the statement, in cents signed as the driver sees them. */
export type SourceFigures = {
  uberPaid: Cents
  boltPayout: Cents
  tolls: Cents
  parking: Cents
  fuel: Cents
  electric: Cents
}

/** Sums the rows of a driver's week by the part of the statement they belong to, in cents signed as the driver sees them. */
export function sourceFigures(rows: readonly (Row & { source: string })[]): SourceFigures {
  const of = (match: (row: Row & { source: string }) => boolean) => sum(rows.filter(match).map(({ amount }) => amount))
  return {
    uberPaid: of(({ source, kind }) => source === 'uber' && kind === 'earning'),
    boltPayout: of(({ source, kind }) => source === 'bolt' && kind === 'earning'),
    tolls: of(({ kind }) => kind === 'toll'),
    parking: of(({ kind }) => kind === 'parking'),
    fuel: of(({ kind }) => kind === 'fuel' || kind === 'adblue' || kind === 'wash'),
    electric: of(({ kind }) => kind === 'charging'),
  }
}
