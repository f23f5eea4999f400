import type { ImportedRow, KeyKind, Source, SourceKey } from './import.ts'
import type { RowAnswer } from './row-answer.ts'

/** Whom a key of a file names: one of our drivers, one of our cars, or the company itself. */
export type KeyOwner = { driverId: string } | { vehicleId: string } | { company: true }

/** A car's time with a driver, `[from, to)`; `null` is open. `order` numbers the assignments as they were made. */
export type Interval = { driverId: string; from: Temporal.Instant | null; to: Temporal.Instant | null; order?: number }

/** All that is needed to say whose a row is. Nothing of it is a person's name (formats 0.7). */
export type Directory = {
  /** By `directoryKey`. */
  owners: ReadonlyMap<string, KeyOwner>
  /** Car by plate, letters and digits only. */
  plates: ReadonlyMap<string, string>
  /** Who had a car, by car. */
  held: ReadonlyMap<string, readonly Interval[]>
}

/** Whose a row is. Money never disappears: what nobody claims is `unmatched`, with the key that asks the question. */
export type Attribution =
  | { to: 'driver'; driverId: string; vehicleId: string | null; by: SourceKey }
  | { to: 'company' }
  | { to: 'unmatched'; reason: UnmatchedReason; key: SourceKey; vehicleId: string | null }
  /** The platform's own transfer, and reference rows of somebody unknown. */
  | { to: 'nobody' }

export type UnmatchedReason = 'unknown-driver' | 'unknown-plate' | 'unknown-card' | 'no-driver-at-that-time'

/** The name under which an identifier of a source is looked up: equal for the same kind and value of one source alone. */
export function directoryKey(source: Source, key: SourceKey): string {
  return `${source}|${key.kind}|${key.value}`
}

/** The keys by which a platform says whose the money is; the others are of cars, cards and organisations. */
export const NAMES_OF_PEOPLE: readonly KeyKind[] = ['driver', 'individual', 'email', 'phone']

export function isNameOfPerson(kind: string): boolean {
  return NAMES_OF_PEOPLE.some((one) => one === kind)
}

/** Whether a row moves no money and tells of none: trips and hours, or a line whose figures are all zero. */
export function isOfNothing({ kind, amount, measures }: Pick<ImportedRow, 'kind' | 'amount' | 'measures'>): boolean {
  return kind === 'activity' || (amount === 0 && Object.values(measures).every((figure) => figure === 0))
}

/**
 * Says whose a row is: by the first of its keys that is known, for a car through the assignment that covers the
 * moment (`[from, to)`), never through "the last driver". A car without a driver at that minute is a question
 * for the office, and so is a key nobody knows. What the office said of the row itself goes before all of it.
 * A person's name that was said to be nobody's is so of lines that tell of nothing: money under it asks (`rulings.md` K.5).
 */
export function attribute(
  row: Pick<ImportedRow, 'kind' | 'at' | 'keys' | 'amount' | 'measures'> & { source: Source; said?: RowAnswer | null },
  directory: Directory,
): Attribution {
  if (row.kind === 'organisation') return { to: 'nobody' }
  if (row.said === 'company') return { to: 'company' }
  if (row.kind === 'company-fee' || row.kind === 'company-charging') return { to: 'company' }

  for (const key of row.keys) {
    const owner = ownerOf(row.source, key, directory)
    if (!owner) continue
    if ('company' in owner) {
      if (isNameOfPerson(key.kind) && !isOfNothing(row)) continue
      return { to: 'company' }
    }
    if ('driverId' in owner) return { to: 'driver', driverId: owner.driverId, vehicleId: null, by: key }
    const driverId = row.at && driverAt(directory.held.get(owner.vehicleId) ?? [], row.at)
    if (driverId) return { to: 'driver', driverId, vehicleId: owner.vehicleId, by: key }
    return { to: 'unmatched', reason: 'no-driver-at-that-time', key, vehicleId: owner.vehicleId }
  }

  // What is kept for reference asks no question: its money comes with another report.
  if (row.kind === 'reference') return { to: 'nobody' }
  const key = row.keys[0] ?? { kind: 'driver', value: '' }
  return { to: 'unmatched', reason: UNKNOWN[key.kind], key, vehicleId: null }
}

/** The car of a row: that of the first of its keys that is known; `null` where that is no car's. */
export function carOf(source: Source, keys: readonly SourceKey[], directory: Directory): string | null {
  for (const key of keys) {
    const owner = ownerOf(source, key, directory)
    if (owner) return 'vehicleId' in owner ? owner.vehicleId : null
  }
  return null
}

/** Who had the car at a moment; the end of an interval belongs to the next one. */
export function driverAt(intervals: readonly Interval[], at: Temporal.Instant): string | null {
  return intervalAt(intervals, at)?.driverId ?? null
}

/** The time a car is in at a moment. */
export function intervalAt(intervals: readonly Interval[], at: Temporal.Instant): Interval | undefined {
  // Asked for each row of a week: as a number a moment is compared ten times as fast.
  const moment = at.epochNanoseconds
  return intervals.find(
    ({ from, to }) =>
      (from === null || from.epochNanoseconds <= moment) && (to === null || moment < to.epochNanoseconds),
  )
}

function ownerOf(source: Source, key: SourceKey, directory: Directory): KeyOwner | null {
  const owner = directory.owners.get(directoryKey(source, key))
  if (owner) return owner
  const vehicleId = key.kind === 'plate' ? directory.plates.get(key.value) : undefined
  return vehicleId ? { vehicleId } : null
}

const UNKNOWN: Record<KeyKind, UnmatchedReason> = {
  driver: 'unknown-driver',
  individual: 'unknown-driver',
  email: 'unknown-driver',
  phone: 'unknown-driver',
  organisation: 'unknown-driver',
  plate: 'unknown-plate',
  obu: 'unknown-plate',
  iai: 'unknown-plate',
  'fuel-card': 'unknown-card',
  'electric-card': 'unknown-card',
}
