import { firstOf } from '#domain/certain.ts'
import { type Cents, ZERO, sum } from '#domain/money.ts'
import type { PaperSignature } from '#domain/pdf-signature.ts'
import type { Month } from '#domain/month.ts'
import type { PlatformVat } from '#domain/vat-month.ts'
import type { Week } from '#domain/week.ts'
import type { MonthWithholding } from '#features/accounting/month-withholdings/schema.ts'
import type { ReadReceipt } from '#features/payments/green-receipts/schema.ts'

/** The platforms that pay for trips. */
export const PLATFORMS = ['uber', 'bolt'] as const
export type Platform = (typeof PLATFORMS)[number]

/** A month in the list of months. */
export type MonthRow = { month: Month; weeks: number; statements: number; net: Cents; isOpen: boolean }

/** A week of a month: how many statements were issued, how many are missing, and their sums. */
export type MonthWeek = { week: Week; issued: number; missing: number; net: Cents; payable: Cents }

/**
 * The VAT figures from a platform's reports of a week, or of its days in the month. A report without days counts in
 * the month of the week's Sunday: `before` then holds the week's days in the month before.
 */
export type PlatformPart = {
  week: Week
  platform: Platform
  vat: PlatformVat
  from: string
  to: string
  isByDay: boolean
  before: DaysBefore | null
}

/** Days of another month, and whether that month is in another quarter. */
export type DaysBefore = { from: string; to: string; isOtherQuarter: boolean }

/** Days of the month that count in the next one, because the report of their week has no days. */
export type DaysAway = { week: Week; platform: Platform; from: string; to: string }

export type MonthDriver = { id: string; ref: string; name: string }

/** The amount that the operator invoices to a driver apart from the statement; below zero for a credit note. */
export type MonthRent = { week: Week; driver: MonthDriver; total: Cents; base: Cents; vat: Cents; rate: number }

/** The car's cost that is part of a driver's receipt, so that no invoice is issued for it. */
export type MonthRentInside = { week: Week; driver: MonthDriver; amount: Cents }

/** The receipt that a driver owes for a statement: its expected value, and whether it has arrived. */
export type MonthReceipt = {
  week: Week
  driver: MonthDriver
  value: Cents
  /** `asked`: a paper has arrived and waits for the office; `not-asked`: the statement is not approved yet. */
  state: 'received' | 'waived' | 'asked' | 'awaited' | 'not-asked'
  note: string
  /** The fields read from the paper, when one was sent and could be read. */
  paper: Pick<ReadReceipt, 'number' | 'atcud' | 'issuedOn' | 'base' | 'vat' | 'withheld'> | null
  /** The result of checking the file's signatures; `null` without a file, or when nobody checked. */
  signature: PaperSignature | null
}

/** Whether the books still lack the receipt's paper. */
export function isMissing({ state }: Pick<MonthReceipt, 'state'>): boolean {
  return state === 'awaited' || state === 'asked'
}

/** All rows that an accountant files for a month. Amounts in cents. */
export type MonthView = Omit<MonthSums, 'withheld' | 'rents' | 'rentsInside' | 'receipts'> & {
  withheld: readonly MonthWithholding[]
  rents: readonly MonthRent[]
  rentsInside: readonly MonthRentInside[]
  receipts: readonly MonthReceipt[]
}

/** The sums of all that an accountant files for a month, without counting drivers who have no statement yet. */
export type MonthBooks = {
  month: Month
  first: string
  last: string
  weeks: readonly Omit<MonthWeek, 'missing'>[]
  platforms: readonly PlatformPart[]
  daysAway: readonly DaysAway[]
  /** The income tax withheld by the payments of the month. */
  withheld: Cents
  /** With VAT. */
  rents: Cents
  /** Each driver once, in the order of the weeks. */
  rentsInside: readonly Omit<MonthRentInside, 'week'>[]
  /** The value of all receipts, and how many and how much of it the books still lack. */
  receipts: { value: Cents; missing: number; missingValue: Cents }
}

/** The sums of a month. Amounts in cents. */
export type MonthSums = Omit<MonthBooks, 'weeks'> & { weeks: readonly MonthWeek[] }

/** Adds the rows of a month up. */
export function sumUp({ withheld, rents, rentsInside, receipts, ...month }: MonthView): MonthSums {
  const missing = receipts.filter(isMissing)
  const total = (amounts: readonly Cents[]) => sum([ZERO, ...amounts])
  return {
    ...month,
    withheld: total(withheld.map(({ tax }) => tax)),
    rents: total(rents.map((rent) => rent.total)),
    rentsInside: [...Map.groupBy(rentsInside, ({ driver }) => driver.id).values()].map((own) => ({
      driver: firstOf(own).driver,
      amount: total(own.map(({ amount }) => amount)),
    })),
    receipts: {
      value: total(receipts.map(({ value }) => value)),
      missing: missing.length,
      missingValue: total(missing.map(({ value }) => value)),
    },
  }
}
