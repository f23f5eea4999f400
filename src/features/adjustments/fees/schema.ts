import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'

/** What one statement charged: amounts as sizes, in cents. */
export type FeeOfWeek = {
  week: Week
  driver: { id: string; name: string; ref: string }
  /** What the platforms paid. */
  income: Cents
  fee: Cents
  /** How the fee came about: `none` where there was none. */
  mode: 'fixed' | 'percent' | 'split' | 'none'
  /** What a percentage was taken on, and its hundredths of a percent, where the statement says both. */
  base: Cents | null
  rate: number | null
}

/** What all statements of a week charged together. */
export type FeesOfAll = { week: Week; drivers: number; income: Cents; fee: Cents }
