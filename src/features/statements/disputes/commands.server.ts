import { inParts } from '#db/parts.ts'
import { sql } from 'kysely'
import type { OwnDriverId } from '#domain/access.ts'
import { changesOfContested } from '#domain/adjustment.ts'
import type { DisputeCause } from '#domain/dispute.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Week } from '#domain/week.ts'
import { type WrittenAdjustment, addAdjustment } from '#features/adjustments/commands.server.ts'
import { type Change, SYSTEM, carryOut } from '#features/audit/commands.server.ts'
import { tellByMailToo, tellOffice } from '#features/mail/commands.server.ts'
import { saveAttachment } from '#features/files/commands.server.ts'
import { MAX_PAPERS } from '#features/files/schema.ts'
import { lockBalances } from '#features/ledger/commands.server.ts'
import { currentDriver } from '#features/fleet/current-drivers/queries.server.ts'
import { forgetOverlap } from '#features/statements/overlaps/commands.server.ts'
import { findOpinions, getContestedLine, listLateUnreminded } from './queries.server.ts'
import type { ContestedLine } from './schema.ts'

/** A line of the driver's own live statement, by its ordinal. */
export type OwnLine = { driver: OwnDriverId; week: Week; ordinal: number }

/** Records that the driver finds a line right; a second time changes nothing. Refuses `record.not-found`. */
export async function confirmLine(change: Change, line: OwnLine): Promise<void> {
  const { settlementId } = await lockStatement(change, line)
  const accepted = { settlement_id: settlementId, ordinal: line.ordinal, accepted_at: change.now.toString() }
  await change.tx
    .insertInto('line_acceptances')
    .values(accepted)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  change.note({ subject: `driver:${line.driver}`, after: { week: line.week, line: line.ordinal, opinion: 'right' } })
}

/**
 * Records that the driver finds the whole statement right: every line that is not contested. Refuses
 * `record.not-found`, and `dispute.known` where every line was contested meanwhile.
 */
export async function confirmStatement(change: Change, statement: Omit<OwnLine, 'ordinal'>): Promise<void> {
  const { settlementId, opinions } = await lockStatement(change, { ...statement, ordinal: 0 })
  const notContested = Object.entries(opinions.lines).filter(
    ([, { dispute }]) => !dispute || dispute.state === 'withdrawn',
  )
  if (notContested.length === 0) throw new Refusal('dispute.known')
  const rows = notContested.map(([ordinal]) => ({
    settlement_id: settlementId,
    ordinal: Number(ordinal),
    accepted_at: change.now.toString(),
  }))
  for (const part of inParts(rows))
    await change.tx
      .insertInto('line_acceptances')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  change.note({ subject: `driver:${statement.driver}`, after: { week: statement.week, opinion: 'all-right' } })
}

/**
 * Contests a line for the driver, with or without a document; answers the dispute's id. Refuses `dispute.too-late` when
 * the time is over, `dispute.known` when this line was contested before and not taken back, `upload.enough`,
 * `record.not-found`, and what `saveAttachment` refuses.
 */
export async function contestLine(
  change: Change,
  line: OwnLine,
  { cause, words, paper }: { cause: DisputeCause; words: string; paper?: File | undefined },
): Promise<string> {
  const { settlementId, opinions } = await lockStatement(change, line)
  if (!opinions.isOpen) throw new Refusal('dispute.too-late')
  const before = opinions.lines[line.ordinal]?.dispute
  if (before && before.state !== 'withdrawn') throw new Refusal('dispute.known')
  if (paper && paper.size > 0) await refuseMorePapers(change, settlementId)
  const file = await saveAttachment(change.tx, paper)
  const { id } = await change.tx
    .insertInto('disputes')
    .values({
      settlement_id: settlementId,
      ordinal: line.ordinal,
      cause,
      words,
      opened_at: change.now.toString(),
      file_sha256: file?.sha256 ?? null,
      file_name: file?.name ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  change.note({
    subject: `driver:${line.driver}`,
    after: {
      dispute: id,
      week: line.week,
      line: line.ordinal,
      opinion: 'contested',
      cause,
      words,
      ...(file ? { file: file.name } : {}),
    },
  })
  return id
}

/**
 * Refuses `upload.enough`: a withdrawn dispute keeps its document on the disk, so their number for each statement is
 * limited.
 */
async function refuseMorePapers({ tx }: Change, settlementId: string): Promise<void> {
  const { sent } = await tx
    .selectFrom('disputes')
    .select(({ fn }) => fn.countAll<number>().as('sent'))
    .where('settlement_id', '=', settlementId)
    .where('file_sha256', 'is not', null)
    .executeTakeFirstOrThrow()
  if (sent >= MAX_PAPERS) throw new Refusal('upload.enough', { most: MAX_PAPERS })
}

/** Withdraws an open dispute for its driver. Refuses `dispute.closed`, and `record.not-found` for somebody else's. */
export async function withdrawDispute(change: Change, driver: OwnDriverId, id: string): Promise<void> {
  const { driver: owner } = await getContestedLine(id, change.now, change.tx)
  if (owner.id !== driver) throw new Refusal('record.not-found')
  await closeDispute(change, id, { state: 'withdrawn' })
  change.note({ subject: `driver:${driver}`, after: { dispute: id, opinion: 'withdrawn' } })
}

/**
 * Declines a dispute with the office's reason, and tells the driver. Refuses `dispute.closed` and `record.not-found`.
 */
export async function declineDispute(change: Change, id: string, reason: string): Promise<ContestedLine> {
  const contested = await getContestedLine(id, change.now, change.tx)
  await closeDispute(change, id, { state: 'declined', answer: reason })
  await tellByMailToo(change, [await currentDriver(contested.driver.id, change.tx)], {
    kind: 'dispute-declined',
    week: contested.week,
    reason,
  })
  change.note({ subject: `driver:${contested.driver.id}`, after: { dispute: id, state: 'declined', reason } })
  return contested
}

/**
 * Accepts a dispute: the money goes on the driver's open week as an adjustment, with its reason, and the driver is told. As
 * `other` it corrects the contested line, also in the driver's next receipt and on the line's account. If the record was
 * merged since, it goes to the record that stayed. Refuses `dispute.closed`, `record.not-found`, `dispute.changed-meanwhile` if
 * the line came to another amount than was `seenAmount` (cents) in a newer version, and what `addAdjustment` refuses.
 */
export async function acceptDispute(
  change: Change,
  id: string,
  written: Omit<WrittenAdjustment, 'driverId' | 'week'>,
  seenAmount?: number,
): Promise<ContestedLine> {
  await lockBalances(change.tx)
  const contested = await getContestedLine(id, change.now, change.tx)
  const { driver, week, line } = contested
  if (seenAmount !== undefined && seenAmount !== line.now) throw new Refusal('dispute.changed-meanwhile')
  const driverId = await currentDriver(driver.id, change.tx)
  // A prize counts in the receipt by itself, and a fine or an advance is something else than the contested line.
  const changes =
    written.kind === 'other' ? changesOfContested({ code: line.code, amount: line.now }, written.amount) : []
  const { id: adjustment, week: weekOfMoney } = await addAdjustment(change, { ...written, driverId, week, changes })
  await closeDispute(change, id, { state: 'accepted', answer: written.reason, adjustment_id: adjustment })
  await tellByMailToo(change, [driverId], { kind: 'dispute-accepted', week, on: weekOfMoney })
  change.note({ subject: `driver:${driver.id}`, after: { dispute: id, state: 'accepted', adjustment } })
  return contested
}

/**
 * Opens an accepted dispute again after its adjustment was withdrawn, and tells the driver; without such a dispute
 * nothing happens. Call it in the same transaction as the withdrawal.
 */
export async function reopenDispute(change: Change, adjustmentId: string): Promise<void> {
  const { tx, now } = change
  const accepted = await tx
    .selectFrom('disputes')
    .innerJoin('settlements', 'settlements.id', 'settlement_id')
    .innerJoin('adjustments', 'adjustments.id', 'adjustment_id')
    .select(['disputes.id', 'settlements.driver_id', 'settlements.week', 'adjustments.week as week_of_money'])
    .where('adjustment_id', '=', adjustmentId)
    .executeTakeFirst()
  if (!accepted) return
  const { id, week, week_of_money: weekOfMoney } = accepted
  await forgetOverlap(change, adjustmentId)
  await tx.insertInto('dispute_reopenings').values({ adjustment_id: adjustmentId, dispute_id: id }).execute()
  await tx
    .updateTable('disputes')
    .set({
      state: 'open',
      reopened_at: now.toString(),
      closed_at: null,
      closed_by: null,
      answer: '',
      adjustment_id: null,
    })
    .where('id', '=', id)
    .execute()
  const driverId = await currentDriver(accepted.driver_id, tx)
  await tellByMailToo(change, [driverId], { kind: 'dispute-reopened', week, on: weekOfMoney })
  change.note({
    subject: `driver:${accepted.driver_id}`,
    after: { dispute: id, state: 'open', adjustment: adjustmentId },
  })
}

/**
 * Takes back the answer with which a dispute was declined, and tells the driver; the office answers anew. Refuses
 * `record.changed-meanwhile` for one that is not declined, and `record.not-found`.
 */
export async function takeBackDecline(change: Change, id: string): Promise<void> {
  const { tx, now, actor } = change
  const { driver, week } = await getContestedLine(id, now, tx)
  const declined = await tx
    .selectFrom('disputes')
    .select(['answer', 'closed_at', 'closed_by'])
    .where('id', '=', id)
    .where('state', '=', 'declined')
    .forUpdate()
    .executeTakeFirst()
  if (!declined?.closed_at) throw new Refusal('record.changed-meanwhile')
  const { answer, closed_at, closed_by } = declined
  await tx
    .insertInto('dispute_answers_back')
    .values({
      dispute_id: id,
      answer,
      answered_at: closed_at,
      answered_by: closed_by,
      taken_back_at: now.toString(),
      taken_back_by: actor.uid,
    })
    .execute()
  await tx
    .updateTable('disputes')
    .set({ state: 'open', reopened_at: now.toString(), closed_at: null, closed_by: null, answer: '' })
    .where('id', '=', id)
    .execute()
  await tellByMailToo(change, [await currentDriver(driver.id, tx)], { kind: 'dispute-reopened', week })
  change.note({
    subject: `driver:${driver.id}`,
    before: { dispute: id, state: 'declined', reason: answer },
    after: { state: 'open' },
  })
}

/** Locks the statement, so that meanwhile nobody else gives an opinion on it or voids it. */
async function lockStatement({ tx, now }: Change, { driver, week, ordinal }: OwnLine) {
  const statement = await tx
    .selectFrom('settlements')
    .select('id')
    .where('driver_id', '=', driver)
    .where('week', '=', week)
    .where('state', '<>', 'void')
    .forUpdate()
    .executeTakeFirst()
  const opinions = statement ? await findOpinions(driver, week, now, tx) : null
  if (!statement || !opinions?.lines[ordinal]) throw new Refusal('record.not-found')
  return { settlementId: statement.id, opinions }
}

/** Mails the office about contested lines whose day for an answer is over, once for each line. */
export async function remindOfDisputes(now: Temporal.Instant): Promise<void> {
  const overdueCount = (await listLateUnreminded(now)).length
  if (overdueCount === 0) return
  await carryOut({ actor: SYSTEM, action: 'dispute.remind', now }, async (change) => {
    await sql`select pg_advisory_xact_lock(hashtext('dispute-reminders'))`.execute(change.tx)
    const overdue = await listLateUnreminded(now, change.tx)
    if (overdue.length === 0) return null
    const reminders = overdue.map(({ id }) => ({ dispute_id: id, reminded_at: now.toString() }))
    for (const part of inParts(reminders)) await change.tx.insertInto('dispute_reminders').values(part).execute()
    const params = { count: overdue.length, link: '/admin/weekly/disputes?view=late' }
    await tellOffice(change, { template: 'disputes-late', params })
    for (const { driver, week, id } of overdue)
      change.note({ subject: `driver:${driver.id}`, after: { dispute: id, week } })
    return null
  })
}

type DisputeEnd =
  | { state: 'withdrawn' }
  | { state: 'declined'; answer: string }
  | { state: 'accepted'; answer: string; adjustment_id: string }

async function closeDispute({ tx, now, actor }: Change, id: string, end: DisputeEnd): Promise<void> {
  const closed = await tx
    .updateTable('disputes')
    .set({ ...end, closed_at: now.toString(), closed_by: actor.uid })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  if (!closed) throw new Refusal('dispute.closed')
}
