export const VEHICLE_STATUSES = ['active', 'maintenance', 'sold'] as const

/** Energy of a car, which decides whether it is refuelled, charged, or both. */
export const ENERGIES = ['diesel', 'petrol', 'electric', 'hybrid', 'plug-in', 'lpg'] as const
export type Energy = (typeof ENERGIES)[number]

const ENERGY_WORDS: ReadonlyMap<string, Energy> = new Map([
  ['gasoleo', 'diesel'],
  ['diesel', 'diesel'],
  ['gasolina', 'petrol'],
  ['petrol', 'petrol'],
  ['eletrico', 'electric'],
  ['electrico', 'electric'],
  ['electric', 'electric'],
  ['hibrido', 'hybrid'],
  ['hybrid', 'hybrid'],
  ['hibrido plug-in', 'plug-in'],
  ['plug-in', 'plug-in'],
  ['gpl', 'lpg'],
  ['lpg', 'lpg'],
])

/** Reads the energy from a word of a list, ignoring case and accents; `null` for an unknown word. */
export function readEnergy(word: string): Energy | null {
  const bare = word
    .trim()
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
  return ENERGY_WORDS.get(bare) ?? null
}

/** A time in which a car is held, `[from, to)`; an open end is `null`. */
export type Span = { from: Temporal.Instant | null; to: Temporal.Instant | null }

/** Whether two spans share a moment. One that ends when the other begins does not. */
export function overlaps(a: Span, b: Span): boolean {
  return isBefore(a.from, b.to) && isBefore(b.from, a.to)
}

function isBefore(start: Temporal.Instant | null, end: Temporal.Instant | null): boolean {
  return start === null || end === null || Temporal.Instant.compare(start, end) < 0
}

/**
 * Finds the time around a moment in which nobody had a car, `[from, to)` within the given bounds, and who had it before
 * and after; `null` where nobody did. Nobody may have the car at the moment itself.
 */
export function gapAround(
  periods: readonly (Span & { driverId: string })[],
  at: Temporal.Instant,
  { start, end }: { start: Temporal.Instant; end: Temporal.Instant },
): { from: Temporal.Instant; to: Temporal.Instant; before: string | null; after: string | null } {
  const { compare } = Temporal.Instant
  const before = periods
    .flatMap(({ driverId, to }) => (to && compare(to, at) <= 0 ? [{ driverId, to }] : []))
    .toSorted((a, b) => compare(b.to, a.to))[0]
  const after = periods
    .flatMap(({ driverId, from }) => (from && compare(from, at) > 0 ? [{ driverId, from }] : []))
    .toSorted((a, b) => compare(a.from, b.from))[0]
  return {
    from: before && compare(before.to, start) > 0 ? before.to : start,
    to: after && compare(after.from, end) < 0 ? after.from : end,
    before: before?.driverId ?? null,
    after: after?.driverId ?? null,
  }
}

/** Ways in which a car leaves the fleet: sold, given back to the company that rents or leases it out, or scrapped. */
export const SALE_WAYS = ['sold', 'returned', 'scrapped'] as const
export type SaleWay = (typeof SALE_WAYS)[number]

/** Titles under which the operator has a car; `driver`: it is a driver's own, and is given to nobody else. */
export const CAR_TITLES = ['own', 'leasing', 'renting', 'rent', 'driver'] as const
export type CarTitle = (typeof CAR_TITLES)[number]

/**
 * A time of a car in a workshop, from the day on which it came in to the day on which it was done; `null` while it is
 * there. Days are text.
 */
export type WorkshopStay = { from: string; until: string | null; workshop: string }

/**
 * Finds the stay in which a car surely stood in a workshop on a day. On the first and the last day somebody drove it in
 * or out, so nothing is concluded from these.
 */
export function stayAround(stays: readonly WorkshopStay[], day: string): WorkshopStay | null {
  return stays.find(({ from, until }) => from < day && (until === null || day < until)) ?? null
}
