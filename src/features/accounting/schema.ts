import { type Cents, ZERO, sum } from '#domain/money.ts'
import type { Month } from '#domain/month.ts'
import type { PlatformVat } from '#domain/vat-month.ts'
import type { Week } from '#domain/week.ts'
import type { ReadReceipt } from '#features/payments/green-receipts/schema.ts'

/** Those that pay for trips. */
export const PLATFORMS = ['uber', 'bolt'] as const
export type Platform = (typeof PLATFORMS)[number]

/** A month in the list of months. */
export type MonthRow = { month: Month; weeks: number; statements: number; net: Cents; isOpen: boolean }

/** A week of a month: how many statements were issued of those that it will have, and what they say together. */
export type MonthWeek = { week: Week; issued: number; missing: number; net: Cents; payable: Cents }

/** What a platform's reports say of one week. */
export type PlatformWeek = { week: Week; platform: Platform; vat: PlatformVat }

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
}

/** Whether the books still lack the paper of it. */
export function isMissing({ state }: Pick<MonthReceipt, 'state'>): boolean {
  return state === 'awaited' || state === 'asked'
}

/** All of a month that an accountant files. Amounts in cents. */
export type MonthView = {
  month: Month
  first: string
  last: string
  weeks: readonly MonthWeek[]
  platforms: readonly PlatformWeek[]
  withheld: readonly MonthWithholding[]
  rents: readonly MonthRent[]
  rentsInside: readonly MonthRentInside[]
  receipts: readonly MonthReceipt[]
}

/** Several weeks of one platform as one. */
export function addUp(weeks: readonly PlatformVat[]): PlatformVat {
  const of = (pick: (one: PlatformVat) => Cents) => sum([ZERO, ...weeks.map(pick)])
  return {
    gross: of(({ gross }) => gross),
    vat: {
      itemised: of(({ vat }) => vat.itemised),
      fares: of(({ vat }) => vat.fares),
      estimated: of(({ vat }) => vat.estimated),
      total: of(({ vat }) => vat.total),
    },
    base: of(({ base }) => base),
    fee: of(({ fee }) => fee),
    feeVat: of(({ feeVat }) => feeVat),
    tips: of(({ tips }) => tips),
    tollRefunds: of(({ tollRefunds }) => tollRefunds),
    expenseRefunds: of(({ expenseRefunds }) => expenseRefunds),
    cash: of(({ cash }) => cash),
    payment: of(({ payment }) => payment),
  }
}
