import { sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import type { FeeOfWeek, FeesOfAll } from './schema.ts'

const APPROVED = sql<boolean>`s.state in ('approved', 'in-batch', 'paid')`

/** The fee of each driver in a week, the highest first. */
export function listFees(week: Week): Promise<FeeOfWeek[]> {
  return read(sql<boolean>`s.week = ${week}::date`)
}

/** The fees of the signed-in driver in the last weeks, newest first, over all their records. */
export function listOwnFees(driverId: OwnDriverId, weeks: number): Promise<FeeOfWeek[]> {
  return read(
    sql<boolean>`s.driver_id in (select own_records(${driverId}::uuid)) and s.week in (
      select week from settlements where driver_id = s.driver_id and state <> 'void' order by week desc limit ${weeks})`,
  )
}

async function read(condition: ReturnType<typeof sql<boolean>>): Promise<FeeOfWeek[]> {
  const { rows } = await sql<{
    week: Week
    id: string
    name: string
    ref: string
    income: number
    fee: number
    code: string | null
    base: number | null
    rate: number | null
  }>`
    select s.week, d.id, d.name, d.ref,
      coalesce(sum(l.amount_cents) filter (where l.line_group = 'A'), 0)::bigint as income,
      coalesce(-sum(l.amount_cents) filter (where l.code in ('fee.fixed', 'fee.percent', 'fee.split')), 0)::bigint as fee,
      max(l.code) filter (where l.code in ('fee.fixed', 'fee.percent', 'fee.split')) as code,
      max(l.base_cents) filter (where l.code = 'fee.percent') as base,
      max(l.rate_basis_points) filter (where l.code = 'fee.percent') as rate
    from settlements s join drivers d on d.id = s.driver_id left join settlement_lines l on l.settlement_id = s.id
    where ${APPROVED} and ${condition}
    group by s.id, d.id order by s.week desc, fee desc, d.name, d.id`.execute(db)
  return rows.map(({ week, id, name, ref, income, fee, code, base, rate }) => ({
    week,
    driver: { id, name, ref },
    income: cents(income),
    fee: cents(fee),
    mode: (code?.slice('fee.'.length) ?? 'none') as FeeOfWeek['mode'],
    base: base === null ? null : cents(base),
    rate,
  }))
}

/**
 * The last approved weeks, newest first, each with the fees of all statements. The query sums each statement first:
 * counting statements among their joined lines would have to sort every line.
 */
export async function listFeeWeeks(count: number): Promise<FeesOfAll[]> {
  const { rows } = await sql<{ week: Week; drivers: number; income: number; fee: number }>`
    select week, count(*)::int as drivers, sum(income)::bigint as income, sum(fee)::bigint as fee from (
      select s.week,
        coalesce(sum(l.amount_cents) filter (where l.line_group = 'A'), 0) as income,
        coalesce(-sum(l.amount_cents) filter (where l.code in ('fee.fixed', 'fee.percent', 'fee.split')), 0) as fee
      from settlements s join settlement_lines l on l.settlement_id = s.id
      where ${APPROVED} and s.week in (select distinct week from settlements where state in ('approved', 'in-batch', 'paid')
        order by week desc limit ${count})
      group by s.id, s.week) statements
    group by week order by week desc`.execute(db)
  return rows.map(({ week, drivers, income, fee }) => ({ week, drivers, income: cents(income), fee: cents(fee) }))
}
