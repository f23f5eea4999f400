import type { LawId } from '#domain/law.ts'
import type { Quarter, declarationOf } from '#domain/own-year.ts'
import type { Cents } from '#domain/money.ts'
import type { OwnExpense } from '#features/accounting/own-expenses/schema.ts'

/** What one statement brought to the year: by the receipt that was sent, or, where none is here, by what the statement asked. */
export type YearEntry = {
  /** The Monday of the week. */
  week: string
  /** The day on which the entry counts, ISO. */
  day: string
  by: 'receipt' | 'statement'
  /** The number of the receipt. */
  number: string | null
  /** Without VAT, in cents; a note of credit is below zero. */
  base: Cents
  /** `null` where no receipt says it and nothing was agreed. */
  vat: Cents | null
  withheld: Cents | null
}

export type YearQuarter = {
  quarter: Quarter
  base: Cents
  vat: Cents
  withheld: Cents
  receipts: number
  /** Weeks that count by their statement alone. */
  byStatement: number
  declaration: ReturnType<typeof declarationOf>
  /** The days of its declaration are now. */
  isOpen: boolean
  isOver: boolean
  /** `null` of a quarter that is not over or of which nothing is here, and of a year whose figures are not known. */
  social: { relevant: Cents; monthly: Cents } | null
}

/** A limit of the year, and how near what is known comes to it. */
export type YearLimit = {
  name: 'exemption' | 'withholding' | 'simplified'
  limit: Cents
  law: LawId
  state: 'below' | 'near' | 'over'
}

export type OwnYear = {
  year: number
  /** Years of which there is something, the newest first. */
  years: readonly number[]
  entries: readonly YearEntry[]
  quarters: readonly YearQuarter[]
  total: { base: Cents; vat: Cents; withheld: Cents; byStatement: number }
  limits: readonly YearLimit[]
  /** What counts for IRS in the simplified regime, by each coefficient that may be theirs. */
  simplified: readonly { law: LawId; coefficient: number; income: Cents }[]
  expenses: readonly OwnExpense[]
  spent: { amount: Cents; vat: Cents; withoutVat: number }
}
