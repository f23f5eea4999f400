import { type Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import type { DB } from '#db/types.ts'
import { type Cents, cents } from '#domain/money.ts'
import { type Month, daysOfMonth } from '#domain/month.ts'
import { type Week, ZONE, readWeek } from '#domain/week.ts'

const BANK_STATES = ['sent', 'confirmed', 'rejected', 'returned', 'void'] as const

/** One payment of a statement. `batch` and whose account: of what went by the bank. */
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

/** Whether it left the company, or is on its way. */
export function isPaid({ state }: Pick<MonthPayment, 'state'>): boolean {
  return state === 'sent' || state === 'confirmed' || state === 'otherwise'
}

/** What the bank was asked for on the days of the month, by day, and then what was paid otherwise. */
export async function listMonthPayments(month: Month, on: Kysely<DB> = db): Promise<MonthPayment[]> {
  return [...(await listBankPayments(month, on)), ...(await listOtherPayments(month, on))]
}

function bankState(text: string): (typeof BANK_STATES)[number] {
  const state = BANK_STATES.find((known) => known === text)
  if (!state) throw new RangeError(`${text} is no state of a payment`)
  return state
}

async function listBankPayments(month: Month, on: Kysely<DB>): Promise<MonthPayment[]> {
  const { first, last } = daysOfMonth(month)
  const rows = await on
    .selectFrom('batch_payments')
    .innerJoin('payment_batches', 'payment_batches.id', 'batch_id')
    .innerJoin('settlements', 'settlements.id', 'settlement_id')
    .innerJoin('drivers', 'drivers.id', 'settlements.driver_id')
    .select(['batch_id', 'settlement_id', 'message_id', 'execution_on', 'settlements.week', 'ref', 'name', 'holder'])
    .select(['batch_payments.iban', 'batch_payments.amount_cents', 'batch_payments.state', 'rejected_reason'])
    .where('execution_on', '>=', first.toString())
    .where('execution_on', '<=', last.toString())
    .orderBy('execution_on')
    .orderBy('batch_id')
    .orderBy('ref')
    .execute()
  return rows.map((row) => ({
    batch: row.message_id,
    day: row.execution_on,
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

/** Paid by hand: such a statement has a note of how. */
async function listOtherPayments(month: Month, on: Kysely<DB>): Promise<MonthPayment[]> {
  const { first, last } = daysOfMonth(month)
  const rows = await on
    .selectFrom('settlements')
    .innerJoin('drivers', 'drivers.id', 'settlements.driver_id')
    .select(['week', 'ref', 'name', 'payable_cents', 'paid_at', 'payment_note'])
    .where('state', '=', 'paid')
    .where('payment_note', 'is not', null)
    .where('paid_at', '>=', dayStart(first))
    .where('paid_at', '<', dayStart(last.add({ days: 1 })))
    .orderBy('paid_at')
    .execute()
  return rows.flatMap((row) =>
    row.paid_at
      ? [
          {
            batch: null,
            day: row.paid_at.toZonedDateTimeISO(ZONE).toPlainDate().toString(),
            week: readWeek(row.week),
            ref: row.ref,
            name: row.name,
            holder: null,
            iban: null,
            amount: cents(row.payable_cents),
            state: 'otherwise' as const,
            note: row.payment_note,
          },
        ]
      : [],
  )
}

function dayStart(day: Temporal.PlainDate): Temporal.Instant {
  return day.toZonedDateTime(ZONE).toInstant()
}
