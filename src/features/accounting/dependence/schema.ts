import type { Dependence, DependenceRules, YearOfIncome } from '#domain/dependence.ts'
import type { Cents } from '#domain/money.ts'
import { moneyOrNone, openChoice } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/**
 * The known income of a driver's year and the dependence that follows from it; `saidAt` is `null` when the driver has
 * stated nothing.
 */
export type OwnDependence = YearOfIncome & Dependence & { rules: DependenceRules; saidAt: string | null }
export type DriverDependence = OwnDependence & { driver: { id: string; ref: string; name: string } }

/**
 * A driver's statement about a year. `elsewhere` is their income from services to others, without VAT; `null` when
 * they do not say.
 */
export type StatedIncome = { elsewhere: Cents | null; contributes: boolean }

export const CONTRIBUTES = ['yes', 'no'] as const

/** The form in which a driver says what they earn elsewhere; it names the year itself. */
export const saidIncomeRecord = record(
  { contributes: openChoice(CONTRIBUTES, (answer) => `page.accounting.dependence.own.${answer}`) },
  () => 'page.accounting.dependence.own.contributes',
  ['contributes', 'elsewhere'],
  { tells: { contributes: 'state' }, besides: { elsewhere: moneyOrNone() } },
)
export const saidIncome = saidIncomeRecord.input.transform(({ elsewhere, contributes }): StatedIncome => ({
  elsewhere,
  contributes: contributes === 'yes',
}))
