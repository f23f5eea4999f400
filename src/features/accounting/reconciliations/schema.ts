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
  /** Debt of statements below zero that stays on the drivers' accounts. */
  carried: Cents
  payable: Cents
  /** Weeks of other months that were paid in this one. */
  others: readonly WeekSum[]
  /** Weeks of this month, with the part that was not paid within it. */
  unpaid: readonly WeekSum[]
  paid: Cents
  /** Sent to the bank and not confirmed yet: not posted. */
  sent: Cents
  /** Posted in this month and paid in another, or the other way round: confirmed late, or returned. */
  elsewhere: Cents
  posted: Cents
}

type StepName = 'net' | 'carried' | 'payable' | 'other' | 'unpaid' | 'paid' | 'sent' | 'elsewhere' | 'posted'

/** One step with its sign: the steps between two sums lead from the first to the second. */
export type PaidStep = { name: StepName; week: Week | null; amount: Cents; isSum: boolean }

/** The steps as page and cover show them, without those that are zero. */
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

/** `before` and every move make `after`. */
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
