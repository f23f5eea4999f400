import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import { listQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { type Cents, cents } from '#domain/money.ts'
import { type Month, daysOfMonth } from '#domain/month.ts'
import { inNumberedOrder } from '#domain/numbered.ts'
import { type Week, readWeek } from '#domain/week.ts'

const BANK_STATES = ['sent', 'confirmed', 'rejected', 'returned', 'void'] as const

/** One payment of a statement. `batch`, `holder` and `iban` are set when it went by the bank. */
export type MonthPayment = {
  batch: string | null
  day: string
  week: Week
  ref: string
  name: string
  holder: string | null
  iban: string | null
  amount: Cents
  state: (typeof BANK_STATES)[number] | 'otherwise'
  note: string | null
}

/** Whether the money left the company or is on its way. */
export function isPaid({ state }: Pick<MonthPayment, 'state'>): boolean {
  return state === 'sent' || state === 'confirmed' || state === 'otherwise'
}

/** The money that left the company in a month for the statements of one week, in cents; `sent` is the part still on its way. */
export type PaidOfWeek = { week: Week; amount: Cents; sent: Cents }

/** The payments of `listMonthPayments` that `isPaid`, added up by week, the oldest first. */
export const paidInMonth = (month: Month) => {
  const { first, last } = daysOfMonth(month)
  const isWithin = (day: string) => sql`${sql.ref(day)} between ${first.toString()}::date and ${last.toString()}::date`
  return listQuestion(
    // A confirmed payment counts on the day it was paid, and so is found by that day, as is one made otherwise; one that was
    // sent counts on the day that was asked for. Each statement has at most one of them.
    () => sql`(
      select week, sum(amount) as amount, coalesce(sum(amount) filter (where is_sent), 0) as sent from (
        select settlements.week, coalesce(confirmed.amount_cents, payable_cents) as amount, false as is_sent
        from settlements left join batch_payments confirmed on settlement_id = settlements.id and confirmed.state = 'confirmed'
        where ${isWithin('paid_on')} and (settlements.state = 'paid' or confirmed.state is not null)
        union all
        select settlements.week, batch_payments.amount_cents, true
        from payment_batches join batch_payments on batch_id = payment_batches.id join settlements on settlements.id = settlement_id
        where batch_payments.state = 'sent' and ${isWithin('execution_on')}
      ) paid group by week order by week)`,
    (rows: { week: Week; amount: number; sent: number }[]) =>
      rows.map(({ week, amount, sent }): PaidOfWeek => ({ week, amount: cents(amount), sent: cents(sent) })),
  )
}

/** The bank payments of the month, made or asked for, by day; then the payments made otherwise. */
export async function listMonthPayments(month: Month, on: Kysely<DB> = db): Promise<MonthPayment[]> {
  const [bank, others] = [await listBankPayments(month, on), await listOtherPayments(month, on)]
  return [...bank.toSorted(inOrder), ...others.toSorted(inOrder)]
}

function bankState(text: string): (typeof BANK_STATES)[number] {
  const state = BANK_STATES.find((known) => known === text)
  if (!state) throw new RangeError(`${text} is no state of a payment`)
  return state
}

/** A confirmed payment counts on the day it was paid; any other on the day that was asked for. */
const BANK_DAY = sql<string>`case batch_payments.state when 'confirmed' then paid_on else execution_on end`

async function listBankPayments(month: Month, on: Kysely<DB>): Promise<MonthPayment[]> {
  const { first, last } = daysOfMonth(month)
  const day = BANK_DAY
  const rows = await on
    .selectFrom('batch_payments')
    .innerJoin('payment_batches', 'payment_batches.id', 'batch_id')
    .innerJoin('settlements', 'settlements.id', 'settlement_id')
    .innerJoin('drivers', 'drivers.id', 'settlements.driver_id')
    .select(['batch_id', 'settlement_id', 'message_id', day.as('day'), 'settlements.week', 'ref', 'name', 'holder'])
    .select(['batch_payments.iban', 'batch_payments.amount_cents', 'batch_payments.state', 'rejected_reason'])
    .where(day, '>=', first.toString())
    .where(day, '<=', last.toString())
    .execute()
  return rows.map((row) => ({
    batch: row.message_id,
    day: row.day,
    week: readWeek(row.week),
    ref: row.ref,
    name: row.name,
    holder: row.holder,
    iban: openOf('batch_payments.iban', `${row.batch_id}/${row.settlement_id}`, row.iban),
    amount: cents(row.amount_cents),
    state: bankState(row.state),
    note: row.rejected_reason,
  }))
}

/** Sorts by day and batch, then drivers as people count: `M2` before `M10`. */
function inOrder(a: MonthPayment, b: MonthPayment): number {
  return a.day.localeCompare(b.day) || inNumberedOrder(a.batch ?? '', b.batch ?? '') || inNumberedOrder(a.ref, b.ref)
}

/** Payments outside a bank file: by hand, with a note on how, or by a transfer seen in the bank's statement, with its text. */
async function listOtherPayments(month: Month, on: Kysely<DB>): Promise<MonthPayment[]> {
  const { first, last } = daysOfMonth(month)
  const carried = sql<string | null>`coalesce(payment_note, (select m.text from bank_answer_payments l
    join bank_answers b on b.id = l.answer_id and b.taken_back_at is null join bank_movements m on m.id = b.movement_id
    where l.settlement_id = settlements.id and l.role = 'paid' order by b.ordinal desc limit 1))`
  const rows = await on
    .selectFrom('settlements')
    .innerJoin('drivers', 'drivers.id', 'settlements.driver_id')
    .select(['week', 'ref', 'name', 'payable_cents', 'paid_on', carried.as('note')])
    .where('state', '=', 'paid')
    .where('paid_on', '>=', first.toString())
    .where('paid_on', '<=', last.toString())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('batch_payments')
            .select('batch_id')
            .whereRef('settlement_id', '=', 'settlements.id')
            .where('batch_payments.state', '=', 'confirmed'),
        ),
      ),
    )
    .execute()
  return rows.flatMap((row) =>
    row.paid_on
      ? [
          {
            batch: null,
            day: row.paid_on,
            week: readWeek(row.week),
            ref: row.ref,
            name: row.name,
            holder: null,
            iban: null,
            amount: cents(row.payable_cents),
            state: 'otherwise' as const,
            note: row.note,
          },
        ]
      : [],
  )
}
