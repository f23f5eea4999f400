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
  /** Debt from statements below zero that stays on the drivers' accounts. */
  carried: Cents
  payable: Cents
  /** Weeks of other months that were paid in this one. */
  others: readonly WeekSum[]
  /** Weeks of this month, with the part that was not paid within it. */
  unpaid: readonly WeekSum[]
  paid: Cents
  /** Sent to the bank but not confirmed, so not posted yet. */
  sent: Cents
  /** Payments posted in this month but paid in another, or the reverse: confirmed late, or returned. */
  elsewhere: Cents
  posted: Cents
}

type StepName = 'net' | 'carried' | 'payable' | 'other' | 'unpaid' | 'paid' | 'sent' | 'elsewhere' | 'posted'

/** One step, with its sign. The steps between two sums lead from the first sum to the second. */
export type PaidStep = { name: StepName; week: Week | null; amount: Cents; isSum: boolean }

/** The steps as page and cover show them, without those that are zero. */
export function paidSteps(paid: PaidStatements): PaidStep[] {
  const step = (name: StepName, amount: Cents, week: Week | null = null) => ({ name, week, amount, isSum: false })
  const total = (name: 'net' | 'payable' | 'paid' | 'posted') => ({ name, week: null, amount: paid[name], isSum: true })
  const isPosted = paid.sent === 0 && paid.elsewhere === 0
  const steps: PaidStep[] = [
    total('net'),
    step('carried', paid.carried),
    total('payable'),
    ...paid.others.map(({ week, amount }) => step('other', amount, week)),
    ...paid.unpaid.map(({ week, amount }) => step('unpaid', minus(amount), week)),
    total('paid'),
    step('sent', minus(paid.sent)),
    step('elsewhere', paid.elsewhere),
    ...(isPosted ? [] : [total('posted')]),
  ]
  return steps.filter(({ amount, isSum }) => isSum || amount !== 0)
}

/** The accounts that an accountant follows from beginning to end, in the order of the page. */
export const MOVED_ACCOUNTS = ['bank', 'current', 'plan', 'deposit'] as const
export type MovedAccount = (typeof MOVED_ACCOUNTS)[number]
export type AccountMoves = Readonly<Record<MovedAccount, Cents>>

/** The kind of a journal entry, or the opening balance of a bank account. */
type Kind = AccountEntry['kind'] | 'opening'

/** The kinds that move these accounts, in the order of the page. */
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

/** `before` plus all `moves` equals `after`. */
export type MovedAccounts = {
  before: AccountMoves
  moves: readonly { kind: Kind; moves: AccountMoves }[]
  after: AccountMoves
}

export type Reconciliation = {
  payments: PaidStatements
  accounts: MovedAccounts
  /** The sum of one side of the month's journal; the other is the same. */
  journal: Cents
  /** The sum of one side of the trial balance at the end of the month. */
  trialBalance: Cents
}
