import type { LawId } from '#domain/law.ts'
import type { Quarter, declarationOf } from '#domain/own-year.ts'
import type { Cents } from '#domain/money.ts'
import type { OwnExpense } from '#features/accounting/own-expenses/schema.ts'

/**
 * One statement's part of the year: the amounts of its receipt if one was sent, otherwise those that the statement
 * asked for.
 */
export type YearEntry = {
  /** The Monday of the week. */
  week: string
  /** The day on which the entry counts, ISO. */
  day: string
  by: 'receipt' | 'statement'
  /** The number of the receipt. */
  number: string | null
  /** Without VAT, in cents; below zero for a credit note. */
  base: Cents
  /** The VAT; `null` when there is no receipt and no rate was agreed. */
  vat: Cents | null
  withheld: Cents | null
}

export type YearQuarter = {
  quarter: Quarter
  base: Cents
  vat: Cents
  withheld: Cents
  receipts: number
  /** Number of weeks whose amounts come from the statement, because there is no receipt. */
  byStatement: number
  declaration: ReturnType<typeof declarationOf>
  /** Whether the quarter is over and can still be declared. */
  isOpen: boolean
  isOver: boolean
  /** The contribution; `null` for a quarter that is not over or has no entries, and for a year whose figures are not known. */
  social: { relevant: Cents; monthly: Cents } | null
}

/** A limit of the year, and how near the known receipts come to it. */
export type YearLimit = {
  name: 'exemption' | 'withholding' | 'simplified'
  limit: Cents
  law: LawId
  state: 'below' | 'near' | 'over'
}

export type OwnYear = {
  year: number
  /** Years that have entries, the newest first. */
  years: readonly number[]
  entries: readonly YearEntry[]
  quarters: readonly YearQuarter[]
  total: { base: Cents; vat: Cents; withheld: Cents; byStatement: number }
  limits: readonly YearLimit[]
  /** The income that counts for IRS in the simplified regime, by each coefficient that may apply. */
  simplified: readonly { law: LawId; coefficient: number; income: Cents }[]
  expenses: readonly OwnExpense[]
  spent: { amount: Cents; vat: Cents; withoutVat: number }
}
