import type { FirstRideStep } from '#domain/first-ride.ts'

/** The part of a record for each step to the first ride; a contract is written on a page of its own. */
const PARTS: Readonly<Record<Exclude<FirstRideStep, 'contract'>, string>> = {
  account: 'access',
  nif: 'edit',
  iban: 'iban',
  terms: 'terms',
  papers: 'papers',
  car: 'cars',
  platforms: 'platforms',
}

/** `base`: the address of the record. */
export function placeOfStep(step: keyof typeof PARTS, base: string): string {
  return `${base}/${PARTS[step]}`
}
