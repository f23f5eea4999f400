import { type Cents, ZERO, cents, minus, sum } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Adjustment } from '#domain/settlement-types.ts'
import type { Week } from '#domain/week.ts'
import { addAdjustment, withdrawAdjustment } from '#features/adjustments/commands.server.ts'
import { type DecidedAdjustment, getAdjustment } from '#features/adjustments/queries.server.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { currentDriver } from '#features/fleet/current-drivers/queries.server.ts'
import { lockBalances } from '#features/ledger/commands.server.ts'
import { findOverlap } from './queries.server.ts'
import type { Overlap, OverlapAnswer } from './schema.ts'

/**
 * Answers whether the driver gets a correction once or twice that its week corrects again: for "once" an adjustment on the
 * first open week takes it off, for "twice" what was taken off before comes back. A second answer replaces the first. Refuses
 * `record.not-found` without an overlap, `adjustment.changed-meanwhile` if it is not the one that was looked at, and what
 * `addAdjustment` refuses.
 */
export async function answerOverlap(
  change: Change,
  disputeId: string,
  { answer, reason, seen }: { answer: OverlapAnswer; reason: string; seen: number },
): Promise<Overlap> {
  await lockBalances(change.tx)
  const found = await findOverlap(disputeId, change.tx)
  if (!found || (found.overlap === 0 && found.taken === 0)) throw new Refusal('record.not-found')
  if (found.overlap !== seen) throw new Refusal('adjustment.changed-meanwhile')
  const { correction, week, driver, overlap } = found
  const written = await takeOff(change, correction, { week, amount: answer === 'once' ? overlap : ZERO, reason })
  await save(change, { correction, answer, overlap, written, reason })
  change.note({
    subject: `driver:${driver.id}`,
    after: {
      dispute: disputeId,
      week,
      correctionCounted: answer,
      amount: overlap,
      reason,
      ...(written ? { adjustment: written } : {}),
    },
  })
  return found
}

/**
 * Gives back what was taken off a correction that was withdrawn, with the correction's reason. Call it in the same transaction as
 * the withdrawal, while the dispute still names the correction; without anything taken off nothing happens.
 */
export async function forgetOverlap(change: Change, correction: string): Promise<void> {
  const { about, week, reason } = await getAdjustment(correction, change.tx)
  const written = await takeOff(change, correction, { week: about ?? week, amount: ZERO, reason })
  if (written) await save(change, { correction, answer: 'once', overlap: ZERO, written, reason })
}

/** Makes the adjustments that take off a correction come to `amount`; answers the one that it wrote. */
async function takeOff(
  change: Change,
  correction: string,
  { week, amount, reason }: { week: Week; amount: Cents; reason: string },
): Promise<string | null> {
  const of = await getAdjustment(correction, change.tx)
  const before = await takenOff(change, correction)
  if (minus(sum(before.map(({ amount: taken }) => taken))) === amount) return null
  const open = before.filter(({ isFrozen }) => !isFrozen)
  for (const { id, driverId } of open) await withdrawAdjustment(change, driverId, id)
  const stays = sum(before.flatMap(({ isFrozen, amount: taken }) => (isFrozen ? [taken] : [])))
  const rest = minus(sum([amount, stays]))
  if (rest === 0) return null
  const driverId = await currentDriver(of.driverId, change.tx)
  const { id } = await addAdjustment(change, {
    driverId,
    week,
    kind: 'other',
    amount: rest,
    reason,
    changes: changesOf(of, rest),
  })
  return id
}

/** Counts an amount like the contested line, where the correction does. */
function changesOf({ changes }: DecidedAdjustment, amount: Cents): Adjustment['changes'] {
  return changes.slice(0, 1).map(({ code, to }) => ({ code, from: to, to: sum([to, amount]) }))
}

async function takenOff({ tx }: Change, correction: string): Promise<DecidedAdjustment[]> {
  const rows = await tx
    .selectFrom('overlap_answers')
    .select('written_id')
    .where('correction_id', '=', correction)
    .where('written_id', 'is not', null)
    .execute()
  const written = await Promise.all(
    rows.flatMap(({ written_id }) => (written_id ? [getAdjustment(written_id, tx)] : [])),
  )
  return written.filter(({ state }) => state === 'accepted')
}

async function save(
  { tx, now, actor }: Change,
  saved: { correction: string; answer: OverlapAnswer; overlap: Cents; written: string | null; reason: string },
): Promise<void> {
  await tx
    .insertInto('overlap_answers')
    .values({
      correction_id: saved.correction,
      answer: saved.answer,
      overlap_cents: cents(saved.overlap),
      written_id: saved.written,
      reason: saved.reason,
      answered_at: now.toString(),
      answered_by: actor.uid,
    })
    .execute()
}
