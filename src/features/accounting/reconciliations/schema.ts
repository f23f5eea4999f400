import { type Cents, minus } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import type { AccountEntry } from '#features/ledger/current-accounts/schema.ts'

/** The sum of one week's statements, in cents. */
export type WeekSum = { week: Week; amount: Cents }

/**
 * `net` + `carried` = `payable`; `payable` + `others` − `unpaid` = `paid`; `paid` − `sent` + `elsewhere` = `posted`. In cents.
 */
export type PaidStatements = {
  net: Cents
  /** What statements below zero leave to the drivers' accounts. */
  carried: Cents
  payable: Cents
  /** Weeks of other months that were paid in this one. */
  others: readonly WeekSum[]
  /** Weeks of this month, and what of them was not paid within it. */
  unpaid: readonly WeekSum[]
  paid: Cents
  /** Sent to the bank, and not confirmed yet: in no books. */
  sent: Cents
  /** Posted in this month and paid in another, or the other way round: confirmed late, or come back. */
  elsewhere: Cents
  posted: Cents
}

type StepName = 'net' | 'carried' | 'payable' | 'other' | 'unpaid' | 'paid' | 'sent' | 'elsewhere' | 'posted'

/** One line of it, with its sign: those from one sum to the next make the next. */
export type PaidStep = { name: StepName; week: Week | null; amount: Cents; isSum: boolean }

/** The lines as page and cover tell them; a step that is nothing is left out. */
export function paidSteps(of: PaidStatements): PaidStep[] {
  const step = (name: StepName, amount: Cents, week: Week | null = null) => ({ name, week, amount, isSum: false })
  const total = (name: 'net' | 'payable' | 'paid' | 'posted') => ({ name, week: null, amount: of[name], isSum: true })
  const isPosted = of.sent === 0 && of.elsewhere === 0
  const steps: PaidStep[] = [
    total('net'),
    step('carried', of.carried),
    total('payable'),
    ...of.others.map(({ week, amount }) => step('other', amount, week)),
    ...of.unpaid.map(({ week, amount }) => step('unpaid', minus(amount), week)),
    total('paid'),
    step('sent', minus(of.sent)),
    step('elsewhere', of.elsewhere),
    ...(isPosted ? [] : [total('posted')]),
  ]
  return steps.filter(({ amount, isSum }) => isSum || amount !== 0)
}

/** The accounts that an accountant follows from beginning to end, in the order of the page. */
export const MOVED_ACCOUNTS = ['bank', 'current', 'plan', 'deposit'] as const
export type MovedAccount = (typeof MOVED_ACCOUNTS)[number]
export type AccountMoves = Readonly<Record<MovedAccount, Cents>>

/** What the journal calls an entry, and what an account of the bank began with. */
type Kind = AccountEntry['kind'] | 'opening'

/** What moves them, in the order of the page. */
export const MOVES = [
  'opening',
  'settlement',
  'payment',
  'plan',
  'bank',
  'final',
  'merge',
  'reclass',
  'reversal',
] as const satisfies readonly Kind[]

/** `before` and every move make `after`. */
export type MovedAccounts = {
  before: AccountMoves
  moves: readonly { kind: Kind; moves: AccountMoves }[]
  after: AccountMoves
}

export type Reconciliation = {
  payments: PaidStatements
  accounts: MovedAccounts
  /** One side of the journal of the month; the other is the same. */
  journal: Cents
  /** One side of the trial balance at its end. */
  trialBalance: Cents
}
