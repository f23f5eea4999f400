import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'

/** The fee of one statement: amounts without sign, in cents. */
export type FeeOfWeek = {
  week: Week
  driver: { id: string; name: string; ref: string }
  /** The money that the platforms paid. */
  income: Cents
  fee: Cents
  /** How the fee came about: `none` where there was none. */
  mode: 'fixed' | 'percent' | 'split' | 'none'
  /** The base of a percentage fee, and its rate in hundredths of a percent, where the statement says both. */
  base: Cents | null
  rate: number | null
}

/** The fees of all statements of a week together. */
export type FeesOfAll = { week: Week; drivers: number; income: Cents; fee: Cents }
