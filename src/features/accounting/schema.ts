import { firstOf } from '#domain/certain.ts'
import { type Cents, ZERO, sum } from '#domain/money.ts'
import type { PaperSignature } from '#domain/pdf-signature.ts'
import type { Month } from '#domain/month.ts'
import type { PlatformVat } from '#domain/vat-month.ts'
import type { Week } from '#domain/week.ts'
import type { ReadReceipt } from '#features/payments/green-receipts/schema.ts'

/** The platforms that pay for trips. */
export const PLATFORMS = ['uber', 'bolt'] as const
export type Platform = (typeof PLATFORMS)[number]

/** A month in the list of months. */
export type MonthRow = { month: Month; weeks: number; statements: number; net: Cents; isOpen: boolean }

/** A week of a month: how many statements were issued of those that it will have, and what they say together. */
export type MonthWeek = { week: Week; issued: number; missing: number; net: Cents; payable: Cents }

/**
 * What a platform's reports say of one week, or of those of its days that are of the month. A report without days counts by the
 * week's Sunday: `before` are the days of the month before that it brings along.
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

/** Days of another month, and whether they are of another quarter too. */
export type DaysBefore = { from: string; to: string; isOtherQuarter: boolean }

/** Days of the month that count in the next one: the report of their week knows no days. */
export type DaysAway = { week: Week; platform: Platform; from: string; to: string }

export type MonthDriver = { id: string; ref: string; name: string }

/** The tax that a driver's statement keeps back: `rate` of `base`. */
export type MonthWithholding = { week: Week; driver: MonthDriver; base: Cents; rate: number; tax: Cents }

/** What the operator invoices to a driver apart from the statement; below zero it is a credit note. */
export type MonthRent = { week: Week; driver: MonthDriver; total: Cents; base: Cents; vat: Cents; rate: number }

/** What the car costs a driver inside the receipt: nothing is invoiced for it. */
export type MonthRentInside = { week: Week; driver: MonthDriver; amount: Cents }

/** The driver's receipt of a statement: what it should say, and whether it is here. */
export type MonthReceipt = {
  week: Week
  driver: MonthDriver
  value: Cents
  /** `asked`: a paper is here and waits for the office's word; `not-asked`: the statement is not approved yet. */
  state: 'received' | 'waived' | 'asked' | 'awaited' | 'not-asked'
  note: string
  /** What was read of the paper, where one was sent and could be read. */
  paper: Pick<ReadReceipt, 'number' | 'atcud' | 'issuedOn' | 'base' | 'vat' | 'withheld'> | null
  /** What the signatures of the file say; `null` without a file, or where nobody looked. */
  signature: PaperSignature | null
}

/** Whether the books still lack the paper of it. */
export function isMissing({ state }: Pick<MonthReceipt, 'state'>): boolean {
  return state === 'awaited' || state === 'asked'
}

/** All of a month that an accountant files, row by row. Amounts in cents. */
export type MonthView = Omit<MonthSums, 'withheld' | 'rents' | 'rentsInside' | 'receipts'> & {
  withheld: readonly MonthWithholding[]
  rents: readonly MonthRent[]
  rentsInside: readonly MonthRentInside[]
  receipts: readonly MonthReceipt[]
}

/** All of a month that an accountant files, without the list of drivers who have no statement yet. */
export type MonthBooks = {
  month: Month
  first: string
  last: string
  weeks: readonly Omit<MonthWeek, 'missing'>[]
  platforms: readonly PlatformPart[]
  daysAway: readonly DaysAway[]
  withheld: Cents
  /** With VAT. */
  rents: Cents
  /** Each driver once, in the order of the weeks. */
  rentsInside: readonly Omit<MonthRentInside, 'week'>[]
  /** What they ask for together, and what of it the books still lack. */
  receipts: { value: Cents; missing: number; missingValue: Cents }
}

/** What a month comes to. Amounts in cents. */
export type MonthSums = Omit<MonthBooks, 'weeks'> & { weeks: readonly MonthWeek[] }

/** What the rows of a month come to. */
export function sumUp({ withheld, rents, rentsInside, receipts, ...month }: MonthView): MonthSums {
  const missing = receipts.filter(isMissing)
  const total = (amounts: readonly Cents[]) => sum([ZERO, ...amounts])
  return {
    ...month,
    withheld: total(withheld.map(({ tax }) => tax)),
    rents: total(rents.map((one) => one.total)),
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
