import type { ImportedRow, KeyKind, Source, SourceKey } from './import.ts'
import type { RowAnswer } from './row-answer.ts'

/** Owner of a key in files: one of our drivers, one of our cars, or the company itself. */
export type KeyOwner = { driverId: string } | { vehicleId: string } | { company: true }

/** A time in which a driver has a car, `[from, to)`; `null` is open. `order` numbers the assignments as they were made. */
export type Interval = { driverId: string; from: Temporal.Instant | null; to: Temporal.Instant | null; order?: number }

/** Everything that is needed to say whose a row is. No person's name is among it (formats 0.7). */
export type Directory = {
  /** Owners by `directoryKey`. */
  owners: ReadonlyMap<string, KeyOwner>
  /** Cars by plate, letters and digits only. */
  plates: ReadonlyMap<string, string>
  /** Times in which drivers had each car, by car. */
  held: ReadonlyMap<string, readonly Interval[]>
}

/** Owner of a row. Money never disappears: a row that nobody claims is `unmatched`, with the key to ask about. */
export type Attribution =
  | { to: 'driver'; driverId: string; vehicleId: string | null; by: SourceKey }
  | { to: 'company' }
  | { to: 'unmatched'; reason: UnmatchedReason; key: SourceKey; vehicleId: string | null }
  /** Transfers of the platform itself, and reference rows of unknown people. */
  | { to: 'nobody' }

export type UnmatchedReason = 'unknown-driver' | 'unknown-plate' | 'unknown-card' | 'no-driver-at-that-time'

/** Makes the text under which a source's key is looked up: equal only for the same source, kind and value. */
export function directoryKey(source: Source, key: SourceKey): string {
  return `${source}|${key.kind}|${key.value}`
}

/** Kinds of key by which a platform says whose the money is; the others are for cars, cards and organisations. */
export const NAMES_OF_PEOPLE: readonly KeyKind[] = ['driver', 'individual', 'email', 'phone']

export function isNameOfPerson(kind: string): boolean {
  return NAMES_OF_PEOPLE.some((keyKind) => keyKind === kind)
}

/** Whether a row moves no money and mentions none: trips and hours, or a line whose figures are all zero. */
export function movesNoMoney({ kind, amount, measures }: Pick<ImportedRow, 'kind' | 'amount' | 'measures'>): boolean {
  return kind === 'activity' || (amount === 0 && Object.values(measures).every((figure) => figure === 0))
}

/**
 * Answers whose a row is: by the first of its keys that is known, for a car through the assignment that covers the
 * moment (`[from, to)`), never through "the last driver". A car without a driver at that minute is a question for the
 * office, and so is an unknown key. An answer of the office for the row itself comes before all of this. If a person's
 * key was said to be nobody's, that holds only for lines without money: money under it asks again (`rulings.md` K.5).
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
      if (isNameOfPerson(key.kind) && !movesNoMoney(row)) continue
      return { to: 'company' }
    }
    if ('driverId' in owner) return { to: 'driver', driverId: owner.driverId, vehicleId: null, by: key }
    const driverId = row.at && driverAt(directory.held.get(owner.vehicleId) ?? [], row.at)
    if (driverId) return { to: 'driver', driverId, vehicleId: owner.vehicleId, by: key }
    return { to: 'unmatched', reason: 'no-driver-at-that-time', key, vehicleId: owner.vehicleId }
  }

  // Reference rows ask no question: their money comes with another report.
  if (row.kind === 'reference') return { to: 'nobody' }
  const key = row.keys[0] ?? { kind: 'driver', value: '' }
  return { to: 'unmatched', reason: UNKNOWN[key.kind], key, vehicleId: null }
}

/** Answers the car of a row: that of its first known key; `null` where that is no car's. */
export function carOf(source: Source, keys: readonly SourceKey[], directory: Directory): string | null {
  for (const key of keys) {
    const owner = ownerOf(source, key, directory)
    if (owner) return 'vehicleId' in owner ? owner.vehicleId : null
  }
  return null
}

/** Answers who had the car at a moment; the end of an interval belongs to the next one. */
export function driverAt(intervals: readonly Interval[], at: Temporal.Instant): string | null {
  return intervalAt(intervals, at)?.driverId ?? null
}

/** Finds the interval of a car at a moment. */
export function intervalAt(intervals: readonly Interval[], at: Temporal.Instant): Interval | undefined {
  // This runs for each row of a week: comparing numbers is ten times as fast as comparing instants.
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
