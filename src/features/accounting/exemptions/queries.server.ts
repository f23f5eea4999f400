import { sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { type Cents, ZERO, cents } from '#domain/money.ts'
import { type ExemptionState, exemptionOf } from '#domain/vat-exemption.ts'

/** A driver's receipts of a year, and the limits they are compared with, in cents. */
export type YearOfReceipts = { total: Cents; state: ExemptionState; limit: Cents; atOnce: Cents }
export type DriverYear = YearOfReceipts & { driver: { id: string; ref: string; name: string } }

/** Drivers whose exempt receipts of a year are near its limit or above it, the largest first. */
export async function listNearLimit(year: number): Promise<DriverYear[]> {
  const { rows } = await sql<{ id: string; ref: string; name: string; total: number }>`
    select d.id, d.ref, d.name, own.total from (${receiptsOf(year)}) own join drivers d on d.id = own.driver_id
    order by own.total desc, d.ref`.execute(db)
  return rows.flatMap(({ total, ...driver }) => {
    const found = exemptionOf(year, cents(total))
    return found && found.state !== 'below' ? [{ driver, total: cents(total), ...found }] : []
  })
}

/** One driver's year; `null` when they write no exempt receipts in it, and for a year whose limit is not known. */
export async function findOwnYear(driverId: string, year: number): Promise<YearOfReceipts | null> {
  const { rows } = await sql<{ total: number }>`
    select own.total from (${receiptsOf(year, driverId)}) own`.execute(db)
  const total = cents(rows[0]?.total ?? 0)
  const found = total > ZERO ? exemptionOf(year, total) : null
  return found && { total, ...found }
}

/**
 * Sums the receipts that issued statements ask for, by person over all their records, or of one driver: only where no
 * VAT was agreed, and without employees.
 */
function receiptsOf(year: number, driverId: string | null = null) {
  return sql`
    select standing_record(driver_id) as driver_id, sum(total)::bigint as total from (
      select driver_id, sum(receipt_value_cents) as total from settlements
      where state <> 'void' and receipt_value_cents > 0 and extract(year from week + 6) = ${year}
        and terms ->> 'regime' <> 'employee' and coalesce(terms #>> '{receipt,vat}', 'exempt') = 'exempt'
        ${driverId === null ? sql`` : sql`and driver_id = any(array(select own_records(standing_record(${driverId}))))`}
      group by driver_id) records group by 1`
}
