import { sql } from 'kysely'
import { cents } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, readWeek } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { lockWeeks } from '#features/ledger/commands.server.ts'
import { tellUnpaid, unpayByBank } from '#features/payments/bank-payments/commands.server.ts'
import { requireSecondPerson } from '#features/payments/commands.server.ts'

/**
 * Opens a closed bank file again: one that was voided and sent after all, or one that was marked as paid and was not. `told`: what
 * the drivers of the latter read of it, besides that it is to be paid again.
 * Refuses `batch.open`, `batch.all-rejected` for a file of which nothing was paid, `batch.went-on` once a statement of a voided file is in another one or paid,
 * `batch.remade` once one was voided, because that one never comes back,
 * `payment.matched-by-bank` while a bank statement shows one of its payments, and `two-people.approved`.
 */
export async function reopenBatch(
  change: Change,
  batchId: number,
  reason: string,
  told = '',
): Promise<{ week: Week; was: 'voided' | 'paid' }> {
  const batch = await lockBatch(change, batchId)
  if (batch.state === 'exported') throw new Refusal('batch.open')
  const week = readWeek(batch.week)
  const was = batch.state === 'void' ? 'voided' : 'paid'
  const payments = await listPayments(change, batchId, was === 'voided' ? 'void' : 'confirmed')
  await requireSecondPerson(
    change,
    payments.map(({ settlementId }) => settlementId),
  )
  if (was === 'voided') {
    if (payments.some(({ state }) => state === 'void')) throw new Refusal('batch.remade')
    if (payments.some(({ state, other }) => state !== 'approved' || other)) throw new Refusal('batch.went-on')
    await putBack(change, batchId, payments)
  } else {
    if (payments.length === 0) throw new Refusal('batch.all-rejected')
    await refuseSeen(
      change,
      payments.map(({ settlementId }) => settlementId),
    )
    await unpayByBank(
      change,
      crypto.randomUUID(),
      payments.map(({ settlementId, amount }) => ({ settlementId, batchId, amount, posted: true, paidOnBefore: null })),
      told,
    )
    await tellUnpaid(
      change,
      payments.map(({ settlementId }) => settlementId),
      told,
    )
  }
  change.note({ subject: `batch:${batchId}`, before: { state: batch.state }, after: { state: 'exported', reason } })
  return { week, was }
}

async function lockBatch({ tx }: Change, batchId: number) {
  if (!Number.isSafeInteger(batchId)) throw new Refusal('record.not-found')
  const found = tx.selectFrom('payment_batches').select(['week', 'state']).where('id', '=', batchId)
  const known = await found.executeTakeFirst()
  if (!known) throw new Refusal('record.not-found')
  await lockWeeks(tx, [known.week as Week])
  return found.forUpdate().executeTakeFirstOrThrow()
}

/** The payments of a file in a state, with the state of their statements, and whether another file has them. */
async function listPayments({ tx }: Change, batchId: number, inState: 'void' | 'confirmed') {
  const rows = await tx
    .selectFrom('batch_payments as p')
    .innerJoin('settlements as s', 's.id', 'settlement_id')
    .select(['settlement_id', 's.state', 'p.amount_cents'])
    .select(
      sql<boolean>`exists (select from batch_payments o where o.settlement_id = s.id and o.batch_id <> p.batch_id
        and o.state in ('sent', 'confirmed'))`.as('other'),
    )
    .where('batch_id', '=', batchId)
    .where('p.state', '=', inState)
    .orderBy('settlement_id')
    .execute()
  return rows.map((row) => ({
    settlementId: row.settlement_id,
    state: row.state,
    amount: cents(row.amount_cents),
    other: row.other,
  }))
}

async function putBack({ tx }: Change, batchId: number, payments: readonly { settlementId: string }[]): Promise<void> {
  const ids = sql<string>`any(${payments.map(({ settlementId }) => settlementId)}::uuid[])`
  await tx.updateTable('settlements').set({ state: 'in-batch' }).where('id', '=', ids).execute()
  await tx
    .updateTable('batch_payments')
    .set({ state: 'sent' })
    .where('batch_id', '=', batchId)
    .where('settlement_id', '=', ids)
    .execute()
  await tx
    .updateTable('payment_batches')
    .set({ state: 'exported', closed_at: null, closed_by: null, note: '' })
    .where('id', '=', batchId)
    .execute()
}

async function refuseSeen({ tx }: Change, settlements: readonly string[]): Promise<void> {
  const seen = await tx
    .selectFrom('bank_answer_payments')
    .innerJoin('bank_answers', 'bank_answers.id', 'answer_id')
    .select('answer_id')
    .where('settlement_id', '=', sql<string>`any(${[...settlements]}::uuid[])`)
    .where('role', '=', 'paid')
    .where('taken_back_at', 'is', null)
    .executeTakeFirst()
  if (seen) throw new Refusal('payment.matched-by-bank')
}
