import type { FinancialSettings } from './financial-settings.ts'
import { type BasisPoints, type Cents, ZERO, basisPoints, cents, fraction, share, sum } from './money.ts'

/** First year whose figures are in the settings; for an earlier one nothing is said. */
export const DEPENDENCE_SINCE = 2026

/** Multiple of the index (IAS) from which a year counts. */
const LEAST_INDEXES = 6

/** Dated settings that decide the result. */
export type DependenceRules = Pick<
  FinancialSettings,
  'dependenceFrom' | 'dependenceRate' | 'dependenceHighFrom' | 'dependenceHighRate' | 'socialIndex'
>

/** A year of a driver who writes receipts: to this operator and, as the driver says, to others. */
export type YearOfIncome = {
  ours: Cents
  /** Income from others; `null` where the driver said nothing: then only the income from here counts. */
  elsewhere: Cents | null
  contributes: boolean
}

/**
 * Result for a year. `apart`: no more than the first share comes from here; `small`: the year is too small to count;
 * `exempt`: the driver pays no contributions; `owed`: the operator would owe `due`.
 */
export type DependenceState = 'apart' | 'small' | 'exempt' | 'owed'

export type Dependence = {
  state: DependenceState
  /** Share of the year's income that comes from this operator. */
  share: BasisPoints
  /** Rate that applies to the share; zero where nothing is owed. */
  rate: BasisPoints
  due: Cents
  /** Income below which a year does not count. */
  least: Cents
}

/**
 * Works out what an operator would owe to social security for a driver's year (*entidade contratante*, art. 140.º and
 * 168.º n.º 7 of the Código Contributivo): above one share of the driver's year a rate of all that it paid, above
 * another share a higher rate. Cents. It is information: no statement has it, and an accountant confirms it.
 */
export function dependenceOf({ ours, elsewhere, contributes }: YearOfIncome, rules: DependenceRules): Dependence {
  const total = sum([ours, elsewhere ?? ZERO])
  const least = cents(rules.socialIndex * LEAST_INDEXES)
  const isAbove = (limit: number) => BigInt(ours) * 10_000n > BigInt(total) * BigInt(limit)
  const figures = { share: basisPoints(total > ZERO ? fraction(cents(10_000), ours, total) : 0), least }
  const nothing = { ...figures, rate: basisPoints(0), due: ZERO }
  if (ours <= ZERO || !isAbove(rules.dependenceFrom)) return { state: 'apart', ...nothing }
  if (total < least) return { state: 'small', ...nothing }
  if (!contributes) return { state: 'exempt', ...nothing }
  const rate = basisPoints(isAbove(rules.dependenceHighFrom) ? rules.dependenceHighRate : rules.dependenceRate)
  return { state: 'owed', ...figures, rate, due: share(ours, rate) }
}
