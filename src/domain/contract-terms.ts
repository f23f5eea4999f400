import { type FinancialSettings, applySettings } from './financial-settings.ts'
import type { Cents } from './money.ts'
import type { Fee, FollowedPart, Terms } from './terms.ts'

/** A fee as the text of a contract says it: without floor and cap, and without whether it is due without income. */
export type WrittenFee =
  | { mode: 'none' }
  | { mode: 'fixed'; amount: Cents }
  | Pick<Extract<Fee, { mode: 'percent' }>, 'mode' | 'rate' | 'base'>

/** Terms that a contract was written with. Fee, rent (cents per week) and tolls only where its text names them. */
export type ContractTerms = Pick<Terms, 'regime' | 'split'> & {
  fee?: WrittenFee
  rent?: Cents
  tollPolicy?: Terms['tollPolicy']
}

/** Parts in which a contract may differ from the terms in force, in the order of the office's screens. */
export const CONTRACT_PARTS = ['regime', 'fee', 'rent', 'tolls'] as const
export type ContractPart = (typeof CONTRACT_PARTS)[number]

/**
 * Answers the terms with which a text that names some of them was written; `null` for one that names none. `counted`:
 * the terms with the constants of the week put in; `carRent`: rent of the car that is held, which counts where the
 * terms name none.
 */
export function termsNamedBy(
  named: readonly string[],
  { counted, carRent }: { counted: Terms; carRent: Cents },
): ContractTerms | null {
  const fee = named.includes('fee') ? { fee: writtenFee(counted.fee) } : {}
  const rent = named.includes('rent') ? { rent: counted.rent > 0 ? counted.rent : carRent } : {}
  const tolls = named.includes('tolls') ? { tollPolicy: counted.tollPolicy } : {}
  const parts = { ...fee, ...rent, ...tolls }
  return Object.keys(parts).length === 0 ? null : { regime: counted.regime, split: counted.split, ...parts }
}

/**
 * Replaces in the terms in force what a contract says otherwise, and lists the changed parts; a changed part that
 * followed the settings no longer does. `settings`: of the week from which it would count; `carRent`: as above.
 */
export function termsByContract(
  written: ContractTerms,
  base: Terms,
  { settings, carRent }: { settings: FinancialSettings; carRent: Cents },
): { terms: Terms; changed: ContractPart[] } {
  const changed: ContractPart[] = []
  let terms = base
  if (terms.regime !== written.regime || !isSameSplit(terms.split, written.split)) {
    changed.push('regime')
    terms = { ...terms, regime: written.regime, split: written.split }
  }
  const counted = applySettings(terms, settings, null)
  if (written.fee && !isSameFee(written.fee, writtenFee(counted.fee))) {
    changed.push('fee')
    terms = withoutFollowed({ ...terms, fee: wholeFee(written.fee, terms.fee) }, 'fee')
  }
  // As in a settlement, a renter whose terms name no rent pays that of the car.
  const rent = counted.rent === 0 && counted.regime === 'rental' ? carRent : counted.rent
  if (written.rent !== undefined && written.rent !== rent) {
    changed.push('rent')
    terms = withoutFollowed({ ...terms, rent: written.rent }, 'rent')
  }
  if (written.tollPolicy && written.tollPolicy !== terms.tollPolicy) {
    changed.push('tolls')
    terms = { ...terms, tollPolicy: written.tollPolicy }
  }
  return { terms, changed }
}

function writtenFee(fee: Fee): WrittenFee {
  if (fee.mode === 'fixed') return { mode: 'fixed', amount: fee.amount }
  return fee.mode === 'percent' ? { mode: 'percent', rate: fee.rate, base: fee.base } : { mode: 'none' }
}

/** Completes a fee: parts that the text does not mention stay as they were agreed. */
function wholeFee(written: WrittenFee, agreed: Fee): Fee {
  if (written.mode === 'fixed') return { ...written, always: agreed.mode === 'fixed' && agreed.always }
  return written.mode === 'percent' && agreed.mode === 'percent' ? { ...agreed, ...written } : written
}

function isSameFee(one: WrittenFee, other: WrittenFee): boolean {
  if (one.mode === 'fixed') return other.mode === 'fixed' && one.amount === other.amount
  if (one.mode === 'percent') return other.mode === 'percent' && one.rate === other.rate && one.base === other.base
  return other.mode === 'none'
}

function isSameSplit(one: Terms['split'], other: Terms['split']): boolean {
  if (one === null || other === null) return one === other
  return (
    one.driverShare === other.driverShare && one.energyCap === other.energyCap && one.chargingCap === other.chargingCap
  )
}

function withoutFollowed({ follows, ...terms }: Terms, part: FollowedPart): Terms {
  return follows === undefined ? terms : { ...terms, follows: follows.filter((followedPart) => followedPart !== part) }
}
