import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { COMPANY_ACCOUNTS, DRIVER_ACCOUNTS } from '#domain/ledger.ts'
import { type Cents, ZERO, minus, sum } from '#domain/money.ts'
import { daysOfMonth } from '#domain/month.ts'
import type { Week } from '#domain/week.ts'
import { type MonthPayment, isPaid, listMonthPayments } from '#features/accounting/month-payments/queries.server.ts'
import type { MonthBooks } from '#features/accounting/schema.ts'
import { type AccountSums, sumPeriod } from '#features/ledger/period-sums/queries.server.ts'
import {
  type AccountMoves,
  MOVED_ACCOUNTS,
  MOVES,
  type MovedAccount,
  type MovedAccounts,
  type PaidStatements,
  type Reconciliation,
} from './schema.ts'

type Sums = Awaited<ReturnType<typeof sumPeriod>>

/** How the statements of a month, its payments and its books agree, each step by itself. */
export async function reconcileMonth(
  view: Pick<MonthBooks, 'month' | 'weeks'>,
  on: Kysely<DB> = db,
): Promise<Reconciliation> {
  const { first, last } = daysOfMonth(view.month)
  const [payments, sums] = await Promise.all([listMonthPayments(view.month, on), sumPeriod(first, last, on)])
  const accounts = [...COMPANY_ACCOUNTS, ...DRIVER_ACCOUNTS].map(sums)
  const balances = accounts.map(balanceOf)
  return {
    payments: paidStatements(view.weeks, payments.filter(isPaid), sums),
    accounts: movedAccounts(sums),
    journal: sum(accounts.map(({ debit }) => debit)),
    trialBalance: sum(balances.map((balance) => (balance > 0 ? balance : ZERO))),
  }
}

function balanceOf({ before, debit, credit }: AccountSums): Cents {
  return sum([before, credit, minus(debit)])
}

function paidStatements(weeks: MonthBooks['weeks'], left: readonly MonthPayment[], sums: Sums): PaidStatements {
  const total = (payments: readonly MonthPayment[]) => sum([ZERO, ...payments.map(({ amount }) => amount)])
  const paidOf = Map.groupBy(left, ({ week }) => week)
  const paidIn = (week: Week) => total(paidOf.get(week) ?? [])
  const own = new Set(weeks.map(({ week }) => week))
  const [net, payable] = [sum(weeks.map((week) => week.net)), sum(weeks.map((week) => week.payable))]
  const [paid, sent] = [total(left), total(left.filter(({ state }) => state === 'sent'))]
  const posted = sums('bank').kinds.get('payment') ?? ZERO
  return {
    net,
    payable,
    paid,
    sent,
    posted,
    carried: sum([payable, minus(net)]),
    others: [...paidOf.keys()]
      .filter((week) => !own.has(week))
      .toSorted()
      .map((week) => ({ week, amount: paidIn(week) })),
    unpaid: weeks.flatMap(({ week, payable: asked }) => {
      const amount = sum([asked, minus(paidIn(week))])
      return amount === 0 ? [] : [{ week, amount }]
    }),
    elsewhere: sum([posted, minus(paid), sent]),
  }
}

/** The bank as its holder sees it, + came in; of the drivers' accounts + is the driver's. */
function movedAccounts(sums: Sums): MovedAccounts {
  const seen = (account: MovedAccount, amount: Cents) => (account === 'bank' ? minus(amount) : amount)
  const each = (of: (account: MovedAccount) => Cents): AccountMoves => ({
    bank: seen('bank', of('bank')),
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
