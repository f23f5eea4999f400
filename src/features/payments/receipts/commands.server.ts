import { inParts } from '#db/parts.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Week } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { lockWeeks } from '#features/ledger/commands.server.ts'
import { listReceipts } from './queries.server.ts'
import type { ReceiptView } from './schema.ts'

/**
 * Marks statements as having their receipt, or as paid without it, with the reason. Refuses `receipt.answered` when one
 * of them no longer waits for a receipt.
 */
export async function answerReceipts(
  change: Change,
  week: Week,
  settlements: readonly string[],
  { answer, note }: { answer: 'received' | 'waived'; note: string },
): Promise<void> {
  const found = await lockReceipts(change, week, settlements, ({ state }) => state === 'awaited')
  const answers = found.map(({ settlementId }) => ({
    settlement_id: settlementId,
    answer,
    note,
    answered_at: change.now.toString(),
    answered_by: change.actor.uid,
  }))
  for (const part of inParts(answers)) await change.tx.insertInto('receipts').values(part).execute()
  for (const { driver, value } of found)
    change.note({ subject: `driver:${driver.id}`, after: { week, receipt: answer, value, note } })
}

/**
 * Takes these marks back. Refuses `receipt.in-file` while a bank file that rests on one is under way, and
 * `receipt.answered` for one that has no mark.
 */
export async function takeBackReceipts(change: Change, week: Week, settlements: readonly string[]): Promise<void> {
  const found = await lockReceipts(change, week, settlements, ({ state }) => state !== 'awaited')
  if (found.some(({ isOpen }) => !isOpen)) throw new Refusal('receipt.in-file')
  await change.tx
    .deleteFrom('receipts')
    .where(
      'settlement_id',
      'in',
      found.map(({ settlementId }) => settlementId),
    )
    .execute()
  // A receipt that the driver sent becomes a question again.
  await change.tx
    .updateTable('green_receipts')
    .set({ state: 'asked', answered_at: null, answered_by: null, answer: '' })
    .where(
      'settlement_id',
      'in',
      found.map(({ settlementId }) => settlementId),
    )
    .where('state', 'in', ['matched', 'accepted'])
    .execute()
  for (const { driver, state, note } of found)
    change.note({ subject: `driver:${driver.id}`, before: { week, receipt: state, note } })
}

/** Locks these statements by the lock of their week; each must satisfy `is`. */
async function lockReceipts(
  change: Change,
  week: Week,
  settlements: readonly string[],
  is: (receipt: ReceiptView) => boolean,
): Promise<ReceiptView[]> {
  await lockWeeks(change.tx, [week])
  const receipts = new Map((await listReceipts(week, change.tx)).map((receipt) => [receipt.settlementId, receipt]))
  return [...new Set(settlements)].map((id) => {
    const found = receipts.get(id)
    if (!found || !is(found)) throw new Refusal('receipt.answered')
    return found
  })
}
