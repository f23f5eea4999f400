import type { CompanyAccount, DriverAccount } from '#domain/ledger.ts'
import type { Cents } from '#domain/money.ts'
import type { LineCode } from '#domain/settlement-types.ts'
import type { Week } from '#domain/week.ts'

/** Entries, or drivers, on one page of an account. */
export const PAGE = 25
/** Entries on one page of a driver who reads the account on a phone. */
export const OWN_PAGE = 12

/** One movement of an account, as a page shows it. */
export type AccountEntry = {
  /** Its place among the entries of the account. */
  id: number
  /** The number of its journal. */
  journal: number
  day: string
  amount: Cents
  /** Of the account after it, in the order of the days. */
  balance: Cents
  driver: { id: string; name: string; ref: string } | null
  kind: 'settlement' | 'payment' | 'plan' | 'final' | 'merge' | 'reclass' | 'bank' | 'reversal'
  week: Week | null
  /** The plan it belongs to. */
  plan: string | null
  /** The week has a statement today: it may have been voided since. */
  isIssued: boolean
  /** The accounts its journal moved the other way. */
  counters: readonly (CompanyAccount | DriverAccount)[]
  /** Why somebody decided it or took it back; of a statement, see `parts`. */
  reason: string | null
  /** What of a statement the office decided, each with its amount: adjustments and instalments. */
  parts: readonly { code: LineCode; about: Week | null; reason: string; amount: Cents }[]
}

/** An account up to a day: balance and entries, newest first. */
export type AccountView = {
  /** The last day that counts. */
  on: string
  balance: Cents
  entries: readonly AccountEntry[]
  /** How many entries there are, beyond the page too. */
  count: number
}

/** A driver's current account: the balance, what of it waits to be paid out, and what is left over. */
export type CurrentAccount = AccountView & { awaited: Cents; carried: Cents }

export type CompanyBalance = { account: CompanyAccount; balance: Cents }

/** The books on a day: the company's accounts one by one, the drivers' by kind. */
export type Balances = {
  company: readonly CompanyBalance[]
  drivers: readonly { account: DriverAccount; balance: Cents }[]
  /** Of everything: 0, or the books are broken. */
  sum: Cents
}

/** What one driver has on an account of a kind. */
export type DriverBalance = {
  id: string
  ref: string
  name: string
  balance: Cents
  /** Of a deposit, what of it came in and is still held; `null` on the other accounts. */
  received: Cents | null
}
