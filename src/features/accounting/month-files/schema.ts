import type { DriverAccount } from '#domain/ledger.ts'
import type { Cents } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'

/** The tables of a month, in the order of the page. */
export const MONTH_FILES = [
  'statements',
  'vat',
  'withheld',
  'receipts',
  'dependence',
  'rents',
  'invoices',
  'payments',
  'balances',
  'trial-balance',
  'journal',
] as const
export type MonthFile = (typeof MONTH_FILES)[number]

/** The sum of a table: of which column, and how much, in cents. */
export type FileSum = {
  of: 'payable' | 'gross' | 'tax' | 'receipts' | 'due' | 'rents' | 'invoiced' | 'paid' | 'sides' | DriverAccount
  amount: Cents
}

/** The table an address names. Refuses `record.not-found`. */
export function readMonthFile(text: string): MonthFile {
  const file = MONTH_FILES.find((monthFile) => monthFile === text)
  if (!file) throw new Refusal('record.not-found')
  return file
}
