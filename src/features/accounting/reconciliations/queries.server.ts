import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import { askTogether } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { COMPANY_ACCOUNTS, DRIVER_ACCOUNTS } from '#domain/ledger.ts'
import { type Cents, ZERO, minus, sum } from '#domain/money.ts'
import { daysOfMonth } from '#domain/month.ts'
import { type PaidOfWeek, paidInMonth } from '#features/accounting/month-payments/queries.server.ts'
import type { MonthBooks } from '#features/accounting/schema.ts'
import { type AccountSums, periodSums } from '#features/ledger/period-sums/queries.server.ts'
import {
  type AccountMoves,
  MOVED_ACCOUNTS,
  MOVES,
  type MovedAccount,
  type MovedAccounts,
  type PaidStatements,
  type Reconciliation,
} from './schema.ts'

type Sums = ReturnType<ReturnType<typeof periodSums>['read']>

/** Explains step by step how the statements of a month lead to its payments and to its books. */
export async function reconcileMonth(
  view: Pick<MonthBooks, 'month' | 'weeks'>,
  on: Kysely<DB> = db,
): Promise<Reconciliation> {
  const { first, last } = daysOfMonth(view.month)
  const { paid, sums } = await askTogether({ paid: paidInMonth(view.month), sums: periodSums(first, last) }, on)
  const accounts = [...COMPANY_ACCOUNTS, ...DRIVER_ACCOUNTS].map(sums)
  const balances = accounts.map(balanceOf)
  return {
    payments: paidStatements(view.weeks, paid, sums),
    accounts: movedAccounts(sums),
    journal: sum(accounts.map(({ debit }) => debit)),
    trialBalance: sum(balances.map((balance) => (balance > 0 ? balance : ZERO))),
  }
}

function balanceOf({ before, debit, credit }: AccountSums): Cents {
  return sum([before, credit, minus(debit)])
}

function paidStatements(weeks: MonthBooks['weeks'], paidWeeks: readonly PaidOfWeek[], sums: Sums): PaidStatements {
  const paidIn = new Map(paidWeeks.map(({ week, amount }) => [week, amount]))
  const knownWeeks = new Set(weeks.map(({ week }) => week))
  const [net, payable] = [sum(weeks.map((week) => week.net)), sum(weeks.map((week) => week.payable))]
  const [paid, sent] = [sum(paidWeeks.map(({ amount }) => amount)), sum(paidWeeks.map((week) => week.sent))]
  const posted = sums('bank').kinds.get('payment') ?? ZERO
  return {
    net,
    payable,
    paid,
    sent,
    posted,
    carried: sum([payable, minus(net)]),
    others: paidWeeks.filter(({ week }) => !knownWeeks.has(week)).map(({ week, amount }) => ({ week, amount })),
    unpaid: weeks.flatMap(({ week, payable: due }) => {
      const amount = sum([due, minus(paidIn.get(week) ?? ZERO)])
      return amount === 0 ? [] : [{ week, amount }]
    }),
    elsewhere: sum([posted, minus(paid), sent]),
  }
}

/**
 * The moves of the accounts, signed from the holder's side: on the bank account + is money received, on a driver's
 * account + is money owed to the driver.
 */
function movedAccounts(sums: Sums): MovedAccounts {
  const signed = (account: MovedAccount, amount: Cents) => (account === 'bank' ? minus(amount) : amount)
  const each = (of: (account: MovedAccount) => Cents): AccountMoves => ({
    bank: signed('bank', of('bank')),
    current: of('current'),
    plan: of('plan'),
    deposit: of('deposit'),
  })
  return {
    before: each((account) => sums(account).before),
    moves: MOVES.map((kind) => ({ kind, moves: each((account) => sums(account).kinds.get(kind) ?? ZERO) })).filter(
      ({ moves }) => MOVED_ACCOUNTS.some((account) => moves[account] !== 0),
    ),
    after: each((account) => balanceOf(sums(account))),
  }
}
