export const VEHICLE_STATUSES = ['active', 'maintenance', 'sold'] as const

/** What a car runs on; decides whether it is refuelled, charged, or both. */
export const ENERGIES = ['diesel', 'petrol', 'electric', 'hybrid', 'plug-in', 'lpg'] as const
export type Energy = (typeof ENERGIES)[number]

const ENERGY_WORDS: Readonly<Record<string, Energy>> = {
  gasoleo: 'diesel',
  diesel: 'diesel',
  gasolina: 'petrol',
  petrol: 'petrol',
  eletrico: 'electric',
  electrico: 'electric',
  electric: 'electric',
  hibrido: 'hybrid',
  hybrid: 'hybrid',
  'hibrido plug-in': 'plug-in',
  'plug-in': 'plug-in',
  gpl: 'lpg',
  lpg: 'lpg',
}

/** The energy a word of a list means, without case and accents; `null` for a word nobody taught us. */
export function readEnergy(word: string): Energy | null {
  const bare = word
    .trim()
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
  return ENERGY_WORDS[bare] ?? null
}

/** A time with a car, `[from, to)`; an open end is `null`. */
export type Span = { from: Temporal.Instant | null; to: Temporal.Instant | null }

/** Whether two spans share a moment. One that ends when the other begins does not. */
export function overlaps(a: Span, b: Span): boolean {
  return isBefore(a.from, b.to) && isBefore(b.from, a.to)
}

function isBefore(start: Temporal.Instant | null, end: Temporal.Instant | null): boolean {
  return start === null || end === null || Temporal.Instant.compare(start, end) < 0
}
