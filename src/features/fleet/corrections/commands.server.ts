import type { z } from 'zod'
import { sealFor } from '#db/sealed-columns.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import type { Correctable } from '#domain/correction.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { currentDriver } from '#features/fleet/current-drivers/queries.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { getCorrection } from './queries.server.ts'
import type { Correction, correctionAnswer } from './schema.ts'

/**
 * Saves a driver's request to the office to correct something in the driver's record; returns the request's id.
 * Refuses `correction.waiting` when a request on the same fact waits.
 */
export async function askCorrection(
  change: Change,
  driver: OwnDriverId,
  { field, words }: { field: Correctable; words: string },
): Promise<string> {
  const written = await change.tx
    .insertInto('corrections')
    .values({
      driver_id: driver,
      field,
      words: sealFor('corrections.words', driver, words),
      asked_at: change.now.toString(),
    })
    .onConflict((conflict) => conflict.columns(['driver_id', 'field']).where('state', '=', 'open').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!written) throw new Refusal('correction.waiting')
  // The words of a request may contain a number, so the log only names the fact.
  change.note({ subject: `driver:${driver}`, after: { correctionOf: field } })
  return written.id
}

/**
 * Withdraws a driver's open request. Refuses `correction.answered`, and `record.not-found` for another driver's
 * request.
 */
export async function withdrawCorrection(change: Change, driver: OwnDriverId, id: string): Promise<void> {
  const request = await getCorrection(id, change.tx)
  if (request.driver.id !== driver) throw new Refusal('record.not-found')
  await close(change, request, { state: 'withdrawn', answer: '' })
}

/**
 * Saves the office's answer to a request, or takes an answer back; notifies the driver of an answer. Refuses
 * `correction.answered` for a request that does not wait, `correction.waiting` when an answer is taken back while
 * another request on the same fact waits, and `record.not-found`.
 */
export async function answerCorrection(
  change: Change,
  id: string,
  input: z.output<typeof correctionAnswer>,
): Promise<void> {
  const request = await getCorrection(id, change.tx)
  if (input.intent === 'reopen') return await reopen(change, request)
  const { intent: state, answer } = input
  await close(change, request, { state, answer })
  await writeNotices(change, [await currentDriver(request.driver.id, change.tx)], {
    kind: state === 'done' ? 'correction-done' : 'correction-declined',
    field: request.field,
    reason: answer,
  })
}

async function close(
  { tx, now, actor, note }: Change,
  { id, driver, field }: Correction,
  { state, answer }: { state: 'done' | 'declined' | 'withdrawn'; answer: string },
): Promise<void> {
  const closed = await tx
    .updateTable('corrections')
    .set({ state, answer, answered_at: now.toString(), answered_by: actor.uid })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  if (!closed) throw new Refusal('correction.answered')
  note({ subject: `driver:${driver.id}`, after: { correctionOf: field, correctionState: state, answer } })
}

async function reopen({ tx, note }: Change, { id, driver, field, state }: Correction): Promise<void> {
  if (state !== 'done' && state !== 'declined') throw new Refusal('correction.answered')
  // Wait here for a new request that is being saved at this moment: it holds this lock.
  await tx.selectFrom('drivers').select('id').where('id', '=', driver.id).forUpdate().execute()
  const waiting = await tx
    .selectFrom('corrections')
    .select('id')
    .where('driver_id', '=', driver.id)
    .where('field', '=', field)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (waiting) throw new Refusal('correction.waiting')
  await tx
    .updateTable('corrections')
    .set({ state: 'open', answer: '', answered_at: null, answered_by: null })
    .where('id', '=', id)
    .execute()
  note({
    subject: `driver:${driver.id}`,
    before: { correctionOf: field, correctionState: state },
    after: { correctionOf: field, correctionState: 'open' },
  })
}
