import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { cents } from '#domain/money.ts'
import { keepsReceipt, waitsForReceipt } from '#domain/receipt.ts'
import type { SettlementState } from '#domain/settlement-state.ts'
import type { Terms } from '#domain/terms.ts'
import type { Week } from '#domain/week.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import type { ReceiptView } from './schema.ts'

/** The approved statements of a week whose receipt was requested or answered, by name. */
export function listReceipts(week: Week, on: Kysely<DB> = db): Promise<ReceiptView[]> {
  return receiptsIn(week, ['approved', 'in-batch', 'paid'], on)
}

async function receiptsIn(week: Week, states: readonly SettlementState[], on: Kysely<DB>): Promise<ReceiptView[]> {
  const rows = await on
    .selectFrom('settlements')
    .innerJoin('drivers', 'drivers.id', 'settlements.driver_id')
    .leftJoin('receipts', 'receipts.settlement_id', 'settlements.id')
    .select(['settlements.id', 'drivers.id as driver_id', 'ref', 'name', 'receipt_value_cents', 'payable_cents'])
    .select(['state', 'terms', 'answer', 'note'])
    .where('week', '=', week)
    .where('state', 'in', states)
    .orderBy('name')
    .orderBy('ref')
    .execute()
  if (rows.length === 0) return []
  const settings = await settingsIn(week, on)
  return rows.flatMap((row): ReceiptView[] => {
    const [value, payable] = [cents(row.receipt_value_cents), cents(row.payable_cents)]
    const answer = row.answer === 'received' || row.answer === 'waived' ? row.answer : null
    const { regime } = row.terms as unknown as Terms
    const isUnpaid = row.state === 'approved'
    const isAwaited = isUnpaid && waitsForReceipt(settings, { regime, receiptValue: value, payable, answer })
    if (!isAwaited && answer === null) return []
    const isOpen = !keepsReceipt(settings, row.state as SettlementState)
    const driver = { id: row.driver_id, ref: row.ref, name: row.name }
    return [{ settlementId: row.id, driver, value, payable, state: answer ?? 'awaited', note: row.note ?? '', isOpen }]
  })
}

/** The approved statements of a week that may not be paid yet because of their receipt, by id. */
export async function listAwaited(week: Week, on: Kysely<DB> = db): Promise<ReadonlyMap<string, ReceiptView>> {
  const receipts = await receiptsIn(week, ['approved'], on)
  return new Map(receipts.filter(({ state }) => state === 'awaited').map((receipt) => [receipt.settlementId, receipt]))
}

/** The receipt marks of the approved statements of some weeks, by statement: received or waived. */
export async function listAnswersOf(
  weeks: readonly Week[],
  on: Kysely<DB> = db,
): Promise<ReadonlyMap<string, { state: 'received' | 'waived'; note: string }>> {
  const rows = await on
    .selectFrom('receipts')
    .innerJoin('settlements', 'settlements.id', 'settlement_id')
    .select(['settlement_id', 'answer', 'note'])
    .where('week', 'in', weeks)
    .where('state', 'in', ['approved', 'in-batch', 'paid'])
    .execute()
  return new Map(
    rows.map(({ settlement_id, answer, note }) => [
      settlement_id,
      { state: answer === 'waived' ? ('waived' as const) : ('received' as const), note },
    ]),
  )
}
