import type { CedingKind } from './contract.ts'

/** Who asks to see something of a driver's own car. */
export const CEDING_ASKERS = ['imt', 'bolt', 'uber'] as const
export type CedingAsker = (typeof CEDING_ASKERS)[number]

/** What is asked for: a contract by its kind, a paper by its code, of the driver or the car, or the link that stands on the record. */
export type CedingWant =
  | { is: 'contract'; kind: CedingKind }
  | { is: 'paper'; kind: string; holder: 'driver' | 'car' }
  | { is: 'link' }

const CAR_PAPERS = ['registration', 'car-insurance'].map((kind) => ({ is: 'paper', kind, holder: 'car' }) as const)

/**
 * What each wants to see of a driver's own car. Bolt's public guide asks for the contract of loan, the registration certificate and the
 * policy. Of Uber no public page was found that says it: operators keep an agreement on its use for Uber, which a lawyer is to confirm.
 */
export const CEDING_WANTS: Readonly<Record<CedingAsker, readonly CedingWant[]>> = {
  imt: [{ is: 'link' }, { is: 'paper', kind: 'imt-car', holder: 'car' }],
  bolt: [{ is: 'contract', kind: 'car-loan' }, ...CAR_PAPERS],
  uber: [{ is: 'contract', kind: 'car-use' }, ...CAR_PAPERS],
}

/** Whether what was asked for is here: it counts (until when, where it ends), it is on its way, it ended, or there is none. */
export type CedingState = 'there' | 'waiting' | 'ended' | 'missing'
