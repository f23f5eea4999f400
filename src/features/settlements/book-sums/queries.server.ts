import { sql } from 'kysely'
import type { RowQuestion } from '#db/together.server.ts'
import type { DriverName } from '#domain/driver.ts'
import { type Cents, cents } from '#domain/money.ts'
import { inNumberedOrder } from '#domain/numbered.ts'
import { TAKEN_APART, TAKEN_INSIDE } from '#domain/settlement-receipt.ts'
import type { Week } from '#domain/week.ts'

/** Sums over the live statements of some weeks. Cents. */
export type BookSums = {
  weeks: readonly { week: Week; issued: number; net: Cents; payable: Cents }[]
  /** The amount invoiced apart from the statements (`separateInvoice`), with VAT. */
  apart: Cents
  /** Drivers whose receipts are lower by the costs of the car (`rentInside`), in the order of weeks and short names. */
  inside: readonly { driver: DriverName; amount: Cents }[]
  /**
   * The receipts to come from drivers; `missing` counts those of approved statements that neither came nor were
   * waived.
   */
  receipts: { value: Cents; missing: number; missingValue: Cents }
}

type Row = {
  weeks: { week: Week; issued: number; net: number; payable: number }[]
  apart: number
  inside: { id: string; ref: string; name: string; week: Week; amount: number }[]
  receipts: { value: number; missing: number; missing_value: number }
}

/**
 * The sums of what `listForBooks` lists, added up by the database so that no line is read. Only lines of adjustments
 * have `change` steps; the domain says which codes count under which terms.
 */
export const bookSums = (weeks: readonly Week[]): RowQuestion<Row, BookSums> => ({
  ask: () => sql`(
    with live as materialized (
      select id, week, driver_id, state, net_cents, payable_cents, receipt_value_cents,
        coalesce(terms ->> 'regime' = 'employee', false) as is_employed, coalesce(terms ->> 'receiptBase', 'result') as base
      from settlements where week = any(${weeks}::date[]) and state <> 'void'),
    lines as materialized (
      select live.id, week, driver_id, is_employed, base, l.code, l.amount_cents,
        case when starts_with(l.code, 'adjustment.') then l.steps end as steps
      from live join settlement_lines l on l.settlement_id = live.id
      -- With a list of ids the index finds the lines of these statements; a join would read the lines of all years.
      where l.settlement_id = any(array(select id from live)) and (
        l.line_group in ('C', 'D', 'E') and base || ' ' || l.code = any(${[...TAKEN_APART, ...TAKEN_INSIDE]}::text[])
        or (starts_with(l.code, 'adjustment.') and l.steps @> '[{"kind": "change"}]'))),
    taken as materialized (
      select id, week, driver_id, base || ' ' || code as code, amount_cents as amount from lines where not is_employed
      union all
      select id, week, driver_id, base || ' ' || (step ->> 'term'), (step -> 'amount')::bigint
      from lines, jsonb_array_elements(steps) step where not is_employed and step ->> 'kind' = 'change')
    select
      array(select to_json(one) from (
        select week, count(*) as issued, sum(net_cents) as net, sum(payable_cents) as payable from live group by week) one) as weeks,
      (select coalesce(-sum(amount), 0) from taken where code = any(${TAKEN_APART}::text[])) as apart,
      array(select to_json(one) from (
        select drivers.id, ref, name, min(week) as week, sum(amount) as amount from (
          select driver_id, week, -sum(amount) as amount from taken where code = any(${TAKEN_INSIDE}::text[])
          group by id, driver_id, week having sum(amount) <> 0) each_week join drivers on drivers.id = driver_id
        group by drivers.id) one) as inside,
      (select to_json(one) from (
        select coalesce(sum(receipt_value_cents), 0) as value, count(*) filter (where is_missing) as missing,
          coalesce(sum(receipt_value_cents) filter (where is_missing), 0) as missing_value
        from (select receipt_value_cents, state <> 'issued'
            and not exists (select from receipts where settlement_id = live.id) as is_missing
          from live where receipt_value_cents > 0 and not is_employed) asked) one) as receipts)`,
  read: ({ weeks: found, apart, inside, receipts }) => ({
    weeks: found.map(({ week, issued, net, payable }) => ({ week, issued, net: cents(net), payable: cents(payable) })),
    apart: cents(apart),
    inside: inside
      .toSorted((a, b) => a.week.localeCompare(b.week) || inNumberedOrder(a.ref, b.ref))
      .map(({ id, ref, name, amount }) => ({ driver: { id, ref, name }, amount: cents(amount) })),
    receipts: { value: cents(receipts.value), missing: receipts.missing, missingValue: cents(receipts.missing_value) },
  }),
})
