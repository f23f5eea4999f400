import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { RowQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { type Cents, cents } from '#domain/money.ts'
import { type Month, daysOfMonth } from '#domain/month.ts'
import { inNumberedOrder } from '#domain/numbered.ts'
import { type Week, ZONE } from '#domain/week.ts'
import type { MonthWithholding } from './schema.ts'

/**
 * The lines of withheld tax of the statements that are paid in a month, each with the day that counts: art. 98.º, n.os 1
 * and 3, CIRS, has the tax deducted at the payment, and handed over by the 20th of the following month.
 */
function withheldLines(month: Month) {
  const { first, last } = daysOfMonth(month)
  const [from, until] = [first, last.add({ days: 1 })].map((day) => day.toZonedDateTime(ZONE).toInstant().toString())
  return sql`with paid as materialized (
      select id, paid_on as day from settlements
      where paid_on between ${first.toString()}::date and ${last.toString()}::date and state <> 'void'
      union all
      select s.id, execution_on from payment_batches join batch_payments on batch_id = payment_batches.id
        join settlements s on s.id = settlement_id
      where batch_payments.state = 'sent' and s.state <> 'void'
        and execution_on between ${first.toString()}::date and ${last.toString()}::date
      union all
      select id, (approved_at at time zone ${sql.lit(ZONE)})::date from settlements
      where payable_cents <= 0 and paid_on is null and state <> 'void'
        and approved_at >= ${from}::timestamptz and approved_at < ${until}::timestamptz)
    select paid.day, l.settlement_id, l.ordinal, l.base_cents, l.rate_basis_points, -l.amount_cents as tax
    from settlement_lines l join paid on paid.id = l.settlement_id
    -- With a list of ids the index finds the lines of these statements; a join would read the lines of all years.
    where l.settlement_id = any(array(select id from paid))
      and l.code = 'receipt.withholding' and base_cents is not null and rate_basis_points is not null`
}

/** The sum of the tax that `listWithheld` lists, in cents. */
export const withheldIn = (month: Month): RowQuestion<{ tax: number }, Cents> => ({
  ask: () => sql`(select coalesce(sum(tax), 0) as tax from (${withheldLines(month)}) withheld)`,
  read: ({ tax }) => cents(tax),
})

/** The tax that is withheld from each statement paid in a month, by the day that counts, then by week and driver. */
export async function listWithheld(month: Month, on: Kysely<DB> = db): Promise<MonthWithholding[]> {
  const { rows } = await sql<{
    day: string
    week: Week
    id: string
    ref: string
    name: string
    base_cents: number
    rate_basis_points: number
    tax: number
  }>`select withheld.day, s.week, drivers.id, ref, name, base_cents, rate_basis_points, tax
    from (${withheldLines(month)}) withheld join settlements s on s.id = settlement_id join drivers on drivers.id = s.driver_id
    order by withheld.day, s.week, ordinal`.execute(on)
  return rows
    .map(({ day, week, id, ref, name, base_cents, rate_basis_points, tax }) => ({
      day,
      week,
      driver: { id, ref, name },
      base: cents(base_cents),
      rate: rate_basis_points,
      tax: cents(tax),
    }))
    .toSorted(
      (a, b) =>
        a.day.localeCompare(b.day) || a.week.localeCompare(b.week) || inNumberedOrder(a.driver.ref, b.driver.ref),
    )
}
