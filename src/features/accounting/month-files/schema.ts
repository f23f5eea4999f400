import { Refusal } from '#domain/refusal.ts'

/** The tables of a month, in the order of the page. */
export const MONTH_FILES = [
  'statements',
  'vat',
  'withheld',
  'receipts',
  'dependence',
  'rents',
  'payments',
  'balances',
  'trial-balance',
] as const
export type MonthFile = (typeof MONTH_FILES)[number]

/** The table an address names. Refuses `record.not-found`. */
export function readMonthFile(text: string): MonthFile {
  const file = MONTH_FILES.find((one) => one === text)
  if (!file) throw new Refusal('record.not-found')
  return file
}
