import { cents } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, ZONE, readWeek } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { saveAttachment } from '#features/files/commands.server.ts'
import { currentDriver } from '#features/fleet/current-drivers/queries.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { refuseUnpaid } from '#features/papers/readiness/queries.server.ts'
import { unpayByHand } from '#features/payments/bank-payments/commands.server.ts'
import { requireSecondPerson, settlePayments } from '#features/payments/commands.server.ts'
import { countReturns } from '#features/payments/queries.server.ts'
import { listAwaited } from '#features/payments/receipts/queries.server.ts'
import { lockSettlement } from '#features/settlements/commands.server.ts'
import type { PaidOtherwise } from './schema.ts'

/**
 * Records the payment of one driver outside a bank file (cash, MB WAY, a single transfer), with its proof: posts it
 * and marks it as paid. Refuses `settlement.not-payable` unless it is approved, in no batch and has something to pay,
 * `payment.day-to-come`, `payment.receipt-missing` while it waits for its receipt, `two-people.approved`, and what
 * `refuseUnpaid` and `saveAttachment` refuse.
 */
export async function payOne(
  change: Change,
  settlementId: string,
  { means, paidOn, note, proof }: PaidOtherwise,
): Promise<{ week: Week; driverId: string }> {
  const found = await lockSettlement(change.tx, settlementId)
  if (found.state !== 'approved' || found.payable_cents <= 0) throw new Refusal('settlement.not-payable')
  if (paidOn > change.now.toZonedDateTimeISO(ZONE).toPlainDate().toString()) throw new Refusal('payment.day-to-come')
  await requireSecondPerson(change, [settlementId])
  const week = readWeek(found.week)
  const awaited = await listAwaited(week, change.tx)
  if (awaited.has(settlementId)) throw new Refusal('payment.receipt-missing')
  await refuseUnpaid(change, found.driver_id)
  const file = await saveAttachment(change.tx, proof)
  const returns = await countReturns(settlementId, change.tx)
  await settlePayments(
    change,
    week,
    // A payment that was made this way and returned is posted under a new key.
    returns === 0 ? 'payment:single' : `payment:single-${returns + 1}`,
    [{ settlementId, amount: cents(found.payable_cents) }],
    // The books have it on the day it was recorded, until a bank statement shows its day.
    { note, paidOn: change.now.toZonedDateTimeISO(ZONE).toPlainDate() },
  )
  await change.tx
    .insertInto('other_payments')
    .values({
      settlement_id: settlementId,
      amount_cents: found.payable_cents,
      means,
      paid_on: paidOn,
      note,
      file_sha256: file?.sha256 ?? null,
      file_name: file?.name ?? null,
      written_at: change.now.toString(),
      written_by: change.actor.uid,
    })
    .execute()
  change.note({
    subject: `settlement:${settlementId}`,
    before: { state: 'approved' },
    after: { state: 'paid', means, paidOn, note, ...(file ? { file: file.name } : {}) },
  })
  return { week, driverId: found.driver_id }
}

/**
 * Takes back a payment that was not made outside a bank file after all: reverses it, and it is to be paid again.
 * Refuses `settlement.not-paid-by-hand` unless the statement was paid this way, `payment.matched-by-bank` while a bank
 * statement shows it, and `two-people.approved`.
 */
export async function undoOnePayment(change: Change, settlementId: string, reason: string): Promise<void> {
  const found = await lockSettlement(change.tx, settlementId)
  const payment = await change.tx
    .selectFrom('other_payments')
    .select('id')
    .where('settlement_id', '=', settlementId)
    .where('undone_at', 'is', null)
    .orderBy('ordinal', 'desc')
    .executeTakeFirst()
  // A returned payment may have been paid by a bank file since: that one has no note.
  if (found.state !== 'paid' || found.payment_note === null || !payment)
    throw new Refusal('settlement.not-paid-by-hand')
  await requireSecondPerson(change, [settlementId])
  const seen = await change.tx
    .selectFrom('bank_answer_payments')
    .innerJoin('bank_answers', 'bank_answers.id', 'answer_id')
    .select('answer_id')
    .where('settlement_id', '=', settlementId)
    .where('role', '=', 'paid')
    .where('taken_back_at', 'is', null)
    .executeTakeFirst()
  if (seen) throw new Refusal('payment.matched-by-bank')
  await unpayByHand(change, payment.id, settlementId, reason)
  await change.tx
    .updateTable('other_payments')
    .set({ undone_at: change.now.toString(), undone_by: change.actor.uid, undo_reason: reason })
    .where('id', '=', payment.id)
    .execute()
  const week = readWeek(found.week)
  const driver = await currentDriver(found.driver_id, change.tx)
  await writeNotices(change, [driver], { kind: 'payment-undone', week, reason })
  change.note({
    subject: `settlement:${settlementId}`,
    before: { state: 'paid' },
    after: { state: 'approved', reason },
  })
}
