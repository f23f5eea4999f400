import type { CedingKind } from './contract.ts'

/** Who asks for documents of a driver's own car. */
export const CEDING_ASKERS = ['imt', 'bolt', 'uber'] as const
export type CedingAsker = (typeof CEDING_ASKERS)[number]

/** A document asked for: a contract by its kind, a document of the driver or the car by its code, or the link on the record. */
export type CedingWant =
  | { is: 'contract'; kind: CedingKind }
  | { is: 'paper'; kind: string; holder: 'driver' | 'car' }
  | { is: 'link' }

const CAR_PAPERS = ['registration', 'car-insurance'].map((kind) => ({ is: 'paper', kind, holder: 'car' }) as const)

/**
 * Documents that each asks for. Bolt's public guide asks for the loan contract, the registration certificate and the
 * policy. No public page of Uber says it: operators keep an agreement on the use of the car for Uber, which a lawyer is
 * to confirm.
 */
export const CEDING_WANTS: Readonly<Record<CedingAsker, readonly CedingWant[]>> = {
  imt: [{ is: 'link' }, { is: 'paper', kind: 'imt-car', holder: 'car' }],
  bolt: [{ is: 'contract', kind: 'car-loan' }, ...CAR_PAPERS],
  uber: [{ is: 'contract', kind: 'car-use' }, ...CAR_PAPERS],
}

/** State of a document: it is valid (with its end, if it has one), on its way, expired, or missing. */
export type CedingState = 'there' | 'waiting' | 'ended' | 'missing'
