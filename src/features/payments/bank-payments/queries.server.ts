import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Week } from '#domain/week.ts'

/** A payment that a bank's answer refused. `wentOn`: it is in another file by now, paid, or its statement is void. */
type RefusedPayment = { settlementId: string; batchId: number; week: Week; wentOn: boolean }

/** The payments that a bank's answer refused and that are still refused. */
export async function listRefused(fileId: string, on: Kysely<DB>): Promise<RefusedPayment[]> {
  const rows = await on
    .selectFrom('batch_payments as p')
    .innerJoin('payment_batches as b', 'b.id', 'batch_id')
    .innerJoin('settlements as s', 's.id', 'settlement_id')
    .select(['settlement_id', 'batch_id', 's.week'])
    .select(sql<boolean>`b.state <> 'void' and s.state <> 'approved'`.as('wentOn'))
    .where('refused_in', '=', fileId)
    .where('p.state', '=', 'rejected')
    .orderBy('settlement_id')
    .execute()
  return rows.map((row) => ({
    settlementId: row.settlement_id,
    batchId: row.batch_id,
    week: row.week as Week,
    wentOn: row.wentOn,
  }))
}
