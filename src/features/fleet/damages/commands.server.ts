import type { DamageCause } from '#domain/accident.ts'
import type { OwnDriverId } from '#domain/access.ts'
import type { Cents } from '#domain/money.ts'
import { showPlate } from '#domain/identifiers.ts'
import { PARTS } from '#domain/inspection.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { saveAttachment } from '#features/files/commands.server.ts'
import { getAccident } from '#features/fleet/accidents/queries.server.ts'
import { readPersons, requireCurrent } from '#features/fleet/current-drivers/queries.server.ts'
import { tellByMailToo } from '#features/mail/commands.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { findPayer, getDamage } from './queries.server.ts'
import { type DamageView, type ReportedDamage, shownProposal } from './schema.ts'

type Cost = { amount: Cents; paper?: File | undefined }

/**
 * Proposes the cost of a damage to a driver, with the estimate; charges nothing. Refuses `damage.settled`,
 * `damage.not-drivers` for damage by somebody else or by wear, `damage.charged-to` while somebody pays for it, and
 * what `requireCurrent` and `saveAttachment` refuse.
 */
export async function proposeCost(
  change: Change,
  id: string,
  { driverId, amount, paper }: Cost & { driverId: string },
): Promise<void> {
  const damage = await lockOpen(change, id)
  if (damage.cause === 'third-party' || damage.cause === 'wear') throw new Refusal('damage.not-drivers')
  await refuseCharged(change, damage)
  await requireCurrent(driverId, change.tx)
  const kept = await saveAttachment(change.tx, paper)
  await change.tx
    .updateTable('damages')
    .set({
      driver_id: driverId,
      state: 'proposed',
      estimate_cents: amount,
      proposed_at: change.now.toString(),
      contested_at: null,
      contested_words: null,
      answer: '',
      ...(kept ? { estimate_sha256: kept.sha256, estimate_name: kept.name } : {}),
    })
    .where('id', '=', damage.id)
    .execute()
  await tellByMailToo(change, [driverId], { kind: 'damage', plate: showPlate(damage.vehicle.plate), amount })
  note(change, damage, { state: 'proposed', amount }, driverId)
}

/**
 * Sets the cause of a damage, and the accident it came from. If no driver caused it, withdraws the proposal to the
 * driver. Refuses `damage.settled`, `damage.charged-to` if no driver caused it but somebody pays for it, and
 * `record.not-found` for an accident of another car.
 */
export async function setDamageCause(
  change: Change,
  id: string,
  { cause, accidentId }: { cause: DamageCause | null; accidentId: string | null },
): Promise<void> {
  const damage = await lockOpen(change, id)
  if (accidentId !== null) await getAccident(damage.vehicle.id, accidentId, change.tx)
  const isNoDrivers = cause === 'third-party' || cause === 'wear'
  if (isNoDrivers) await refuseCharged(change, damage)
  const withdrawn = isNoDrivers ? { state: 'noted', proposed_at: null, contested_at: null, contested_words: null } : {}
  await change.tx
    .updateTable('damages')
    .set({ cause, accident_id: accidentId, ...withdrawn })
    .where('id', '=', damage.id)
    .execute()
  note(change, damage, { cause: cause ?? '–' }, damage.driver?.id)
}

/**
 * Refuses while a driver pays for the damage. That driver's money has to be given back first, so that two drivers
 * never pay for one damage.
 */
async function refuseCharged({ tx }: Change, damage: DamageView): Promise<void> {
  const payer = await findPayer(damage.id, tx)
  if (payer) throw new Refusal('damage.charged-to', { driver: payer.name })
}

/** Notes the final cost of a repair. Refuses `damage.settled`. */
export async function writeInvoice(change: Change, id: string, { amount, paper }: Cost): Promise<void> {
  const damage = await lockOpen(change, id)
  const kept = await saveAttachment(change.tx, paper)
  await change.tx
    .updateTable('damages')
    .set({ invoice_cents: amount, ...(kept ? { invoice_sha256: kept.sha256, invoice_name: kept.name } : {}) })
    .where('id', '=', damage.id)
    .execute()
  note(change, damage, { amount })
}

/**
 * Makes a damage of the car from a report that the office confirmed, with the driver who had the car and the first
 * photo. Charges nothing.
 */
export async function noteReported(
  change: Change,
  { report, accidentId, type, part, severity }: ReportedDamage,
): Promise<void> {
  const [x, y] = PARTS[part]
  const photo = await change.tx
    .selectFrom('damage_report_photos')
    .select('file_sha256')
    .where('report_id', '=', report.id)
    .orderBy('ordinal')
    .executeTakeFirst()
  const { id } = await change.tx
    .insertInto('damages')
    .values({
      report_id: report.id,
      vehicle_id: report.vehicle.id,
      type,
      part,
      x,
      y,
      severity,
      is_new: true,
      driver_id: report.holder?.id ?? null,
      accident_id: accidentId,
      photo_sha256: photo?.file_sha256 ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = { damage: id, plate: showPlate(report.vehicle.plate), state: 'noted' }
  change.note({ subject: `vehicle:${report.vehicle.id}`, after })
}

/**
 * Removes the damage of a report whose confirmation was taken back. Refuses `damage.used` once its cost was proposed
 * or noted, it was settled, or a ticket is about it.
 */
export async function takeBackReported(change: Change, id: string): Promise<void> {
  const damage = await lockDamage(change, id)
  const ticket = await change.tx
    .selectFrom('tickets')
    .select('id')
    .where('damage_id', '=', damage.id)
    .executeTakeFirst()
  const isUntouched = damage.state === 'noted' && damage.proposedAt === null && damage.invoice === null
  if (!isUntouched || ticket) throw new Refusal('damage.used')
  await refuseCharged(change, damage)
  await change.tx.deleteFrom('damages').where('id', '=', damage.id).execute()
  note(change, damage, { damage: damage.id })
}

/**
 * Saves that a driver contests a damage. Refuses `damage.answered`, and `record.not-found`, also for another driver's
 * damage.
 */
export async function contestDamage(change: Change, driver: OwnDriverId, id: string, words: string): Promise<void> {
  const damage = await lockDamage(change, id)
  const personOf = await readPersons(change.tx)
  if (damage.driver === null || personOf(damage.driver.id) !== driver) throw new Refusal('record.not-found')
  if (damage.state !== 'proposed' || damage.answer !== '') throw new Refusal('damage.answered')
  await change.tx
    .updateTable('damages')
    .set({ state: 'contested', contested_at: change.now.toString(), contested_words: words })
    .where('id', '=', damage.id)
    .execute()
  note(change, damage, { state: 'contested', words }, driver)
}

/**
 * Saves the office's answer to a driver who contests a damage: the office keeps its view, and the damage may be
 * charged. Refuses `damage.answered` when nobody contests it.
 */
export async function answerContest(change: Change, id: string, words: string): Promise<void> {
  const damage = await lockDamage(change, id)
  if (damage.state !== 'contested') throw new Refusal('damage.answered')
  await change.tx.updateTable('damages').set({ state: 'proposed', answer: words }).where('id', '=', damage.id).execute()
  if (damage.driver)
    await writeNotices(change, [damage.driver.id], {
      kind: 'damage-answered',
      plate: showPlate(damage.vehicle.plate),
      reason: words,
    })
  note(change, damage, { state: 'answered', reason: words }, damage.driver?.id)
}

/** Settles a damage that was repaired, paid or given up, so that nothing is left to do. Refuses `damage.settled`. */
export async function settleDamage(change: Change, id: string, reason: string): Promise<void> {
  const damage = await lockOpen(change, id)
  await change.tx
    .updateTable('damages')
    .set({ state: 'settled', settled_reason: reason })
    .where('id', '=', damage.id)
    .execute()
  note(change, damage, { state: 'settled', reason }, damage.driver?.id)
}

/** Opens a settled damage again, in the state that it had before. Refuses `damage.open`. */
export async function reopenDamage(change: Change, id: string): Promise<void> {
  const damage = await lockDamage(change, id)
  if (damage.state !== 'settled') throw new Refusal('damage.open')
  const isUnanswered = damage.contestedAt !== null && damage.answer === ''
  const state = damage.proposedAt === null ? 'noted' : isUnanswered ? 'contested' : 'proposed'
  await change.tx.updateTable('damages').set({ state, settled_reason: null }).where('id', '=', damage.id).execute()
  note(change, damage, { state }, damage.driver?.id)
}

/**
 * Locks a damage and returns it, so that a charge finds the driver to whom it was proposed. Refuses
 * `record.not-found`.
 */
export async function lockDamage(change: Change, id: string): Promise<DamageView> {
  await change.tx.selectFrom('damages').select('id').where('id', '=', readRecordId(id)).forUpdate().execute()
  return getDamage(id, change.tx)
}

/**
 * Refuses `damage.moved-on` when the cost was proposed anew, or the driver contested it, since the form was opened:
 * what it says is meant for the proposal that it showed (`seen`).
 */
export async function refuseOtherProposal(change: Change, id: string, seen: string | undefined): Promise<void> {
  if (seen !== undefined && shownProposal(await lockDamage(change, id)) !== seen) throw new Refusal('damage.moved-on')
}

async function lockOpen(change: Change, id: string): Promise<DamageView> {
  const damage = await lockDamage(change, id)
  if (damage.state === 'settled') throw new Refusal('damage.settled')
  return damage
}

function note(change: Change, damage: DamageView, after: Record<string, string | number>, driverId?: string): void {
  const facts = { plate: showPlate(damage.vehicle.plate), ...after }
  // The log compares both sides: what has no new state was in none before.
  const before = 'state' in after ? { before: { state: damage.state } } : {}
  change.note({ subject: `vehicle:${damage.vehicle.id}`, ...before, after: facts })
  if (driverId) change.note({ subject: `driver:${driverId}`, after: facts })
}
