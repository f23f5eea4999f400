import type { CompanyAccount, DriverAccount } from '#domain/ledger.ts'
import type { Cents } from '#domain/money.ts'
import type { GoalResult, LineCode } from '#domain/settlement-types.ts'
import type { Week } from '#domain/week.ts'

/** Entries, or drivers, on one page of an account. */
export const PAGE = 25
/** Entries on one page for a driver, who reads it on a phone. */
export const OWN_PAGE = 12

/** One movement of an account, as a page shows it. */
export type AccountEntry = {
  /** Its number among the entries of the account. */
  id: number
  /** The number of its journal. */
  journal: number
  day: string
  amount: Cents
  /** The account's balance after it, in the order of the days. */
  balance: Cents
  driver: { id: string; name: string; ref: string } | null
  kind: 'settlement' | 'payment' | 'plan' | 'final' | 'merge' | 'reclass' | 'bank' | 'reversal'
  week: Week | null
  /** The plan it belongs to. */
  plan: string | null
  /** Whether the week has a statement today: it may have been voided since. */
  isIssued: boolean
  /** The accounts its journal moved the other way. */
  counters: readonly (CompanyAccount | DriverAccount)[]
  /** The reason why somebody decided it or took it back; for a statement, see `parts`. */
  reason: string | null
  /** The parts of a statement that the office decided, with their amounts: adjustments and instalments. */
  parts: readonly AccountPart[]
}

/** `goal`: what a goal's prize rewards, so that its reason can be read in the reader's language. */
export type AccountPart = {
  code: LineCode
  about: Week | null
  reason: string
  goal: GoalResult | null
  amount: Cents
}

/** An account up to a day: balance and entries, newest first. */
export type AccountView = {
  /** The last day that counts. */
  on: string
  balance: Cents
  entries: readonly AccountEntry[]
  /** Number of all entries, not only of this page. */
  count: number
}

/** A driver's current account: the balance, the part that waits to be paid out, and the rest. */
export type CurrentAccount = AccountView & { awaited: Cents; carried: Cents }

export type CompanyBalance = { account: CompanyAccount; balance: Cents }

/** The books on a day: the company's accounts one by one, the drivers' by kind. */
export type Balances = {
  company: readonly CompanyBalance[]
  drivers: readonly { account: DriverAccount; balance: Cents }[]
  /** The sum of everything: 0, or the books are broken. */
  sum: Cents
}

/** One driver's balance on an account of a kind. */
export type DriverBalance = {
  id: string
  ref: string
  name: string
  balance: Cents
  /** For a deposit, the part that was paid in and is still held; `null` on other accounts. */
  received: Cents | null
}
