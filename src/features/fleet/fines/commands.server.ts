import { legalNameOf } from '#domain/driver.ts'
import { type FineState, mayFollow, showFineNumber } from '#domain/fine.ts'
import { showPlate } from '#domain/identifiers.ts'
import type { Cents } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { driverAt } from '#domain/matching.ts'
import { ZONE } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { brandIn } from '#features/company/brand/queries.server.ts'
import { findCompany } from '#features/company/queries.server.ts'
import { saveAttachment, saveFile } from '#features/files/commands.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { requireCurrent, currentDriver } from '#features/fleet/current-drivers/queries.server.ts'
import { getVehicle, listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { downloadName } from '#platform/download-name.ts'
import { renderIdentification } from './pdf.ts'
import { getFine } from './queries.server.ts'
import type { FineInput, FineView, Identity } from './schema.ts'

/**
 * Records a fine, with the driver who had the car at that minute; returns its id. Refuses `fine.known` for a known
 * number, `fine.in-future`, `record.not-found` when there is no such car, and what `saveAttachment` refuses of the
 * notification.
 */
export async function registerFine(change: Change, input: FineInput): Promise<string> {
  const { vehicleId, committedAt, notice, number, body, ...rest } = input
  const { plate } = await getVehicle(vehicleId, change.tx)
  refuseWrongDays(change, input)
  await refuseKnown(change, input, null)
  const driverId = await driverOf(change, input)
  const kept = await saveAttachment(change.tx, notice)
  const { id } = await change.tx
    .insertInto('fines')
    .values({
      number,
      body,
      authority: rest.authority,
      vehicle_id: vehicleId,
      driver_id: driverId,
      committed_at: committedAt.toString(),
      place: rest.place,
      offence: rest.offence,
      notified_on: rest.notifiedOn,
      amount_cents: rest.amount,
      notice_sha256: kept?.sha256 ?? null,
      notice_name: kept?.name ?? null,
      created_at: change.now.toString(),
      created_by: change.actor.uid,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = { fine: number, plate: showPlate(plate), notifiedOn: rest.notifiedOn, amount: rest.amount }
  change.note({ subject: `fine:${id}`, after })
  change.note({ subject: `vehicle:${vehicleId}`, after })
  if (driverId) change.note({ subject: `driver:${driverId}`, after })
  return id
}

/** Refuses `fine.in-future`, and `fine.before-it-happened` for a notification before the offence. */
function refuseWrongDays({ now }: Change, { committedAt, notifiedOn }: FineInput): void {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const notified = Temporal.PlainDate.from(notifiedOn)
  if (Temporal.Instant.compare(committedAt, now) > 0 || Temporal.PlainDate.compare(notified, today) > 0)
    throw new Refusal('fine.in-future')
  if (Temporal.PlainDate.compare(notified, committedAt.toZonedDateTimeISO(ZONE).toPlainDate()) < 0)
    throw new Refusal('fine.before-it-happened')
}

/** Refuses `fine.known` for a number that another fine of that authority has. */
async function refuseKnown({ tx }: Change, { body, number }: FineInput, own: string | null): Promise<void> {
  const row = await tx
    .selectFrom('fines')
    .select('id')
    .where('body', '=', body)
    .where('number', '=', number)
    .executeTakeFirst()
  if (row && row.id !== own) throw new Refusal('fine.known', { number: showFineNumber(number) })
}

/** Finds who had the car at that minute, as the person's current record; `null` if nobody did. */
async function driverOf({ tx }: Change, { vehicleId, committedAt }: FineInput): Promise<string | null> {
  const holder = driverAt(await listAssignments(vehicleId, tx), committedAt)
  return holder === null ? null : currentDriver(holder, tx)
}

/**
 * Corrects a fine that was written down wrongly. Another car or minute finds its driver anew, who is informed anew;
 * otherwise the driver stays as the office named them. Without a new notification the stored one stays. Refuses
 * `fine.named` once a document names somebody, and what `registerFine` refuses.
 */
export async function correctFine(change: Change, id: string, input: FineInput): Promise<void> {
  const fine = await lockFine(change, id)
  refuseNamed(fine)
  const { plate } = await getVehicle(input.vehicleId, change.tx)
  refuseWrongDays(change, input)
  await refuseKnown(change, input, fine.id)
  const isElsewhere =
    input.vehicleId !== fine.vehicle.id || !input.committedAt.equals(Temporal.Instant.from(fine.committedAt))
  const driverId = isElsewhere ? await driverOf(change, input) : (fine.driver?.id ?? null)
  const kept = await saveAttachment(change.tx, input.notice)
  await change.tx
    .updateTable('fines')
    .set({
      number: input.number,
      body: input.body,
      authority: input.authority,
      vehicle_id: input.vehicleId,
      committed_at: input.committedAt.toString(),
      place: input.place,
      offence: input.offence,
      notified_on: input.notifiedOn,
      amount_cents: input.amount,
      ...(kept ? { notice_sha256: kept.sha256, notice_name: kept.name } : {}),
      ...(driverId === (fine.driver?.id ?? null) ? {} : { driver_id: driverId, informed_at: null }),
    })
    .where('id', '=', fine.id)
    .execute()
  change.note({
    subject: `fine:${fine.id}`,
    before: inHistory(fine, fine.vehicle.plate),
    after: inHistory(input, plate),
  })
  for (const car of new Set([fine.vehicle.id, input.vehicleId]))
    change.note({ subject: `vehicle:${car}`, after: { fine: input.number, plate: showPlate(plate) } })
  for (const driver of new Set([fine.driver?.id, driverId]))
    if (driver) change.note({ subject: `driver:${driver}`, after: { fine: input.number, plate: showPlate(plate) } })
}

type Written = Pick<FineInput, 'body' | 'number' | 'authority' | 'place' | 'offence' | 'notifiedOn' | 'amount'>

function inHistory(fine: Written & { committedAt: Temporal.Instant | string }, plate: string) {
  const { body, number, authority, place, offence, notifiedOn, amount } = fine
  const committedAt = fine.committedAt.toString()
  return { plate: showPlate(plate), committedAt, body, number, authority, place, offence, notifiedOn, amount }
}

/**
 * Sets who drove, when the assignments do not show it, or show it wrongly. Refuses `fine.named` once a document names
 * somebody.
 */
export async function identifyDriver(change: Change, id: string, driverId: string): Promise<void> {
  const fine = await lockFine(change, id)
  refuseNamed(fine)
  await requireCurrent(driverId, change.tx)
  if (fine.driver?.id === driverId) return
  const { name } = await getDriver(driverId, change.tx)
  // The new driver has not been informed yet, even if the previous one was.
  await change.tx
    .updateTable('fines')
    .set({ driver_id: driverId, informed_at: null })
    .where('id', '=', fine.id)
    .execute()
  const difference = { before: { driver: fine.driver?.name ?? null }, after: { fine: fine.number, driver: name } }
  change.note({ subject: `fine:${id}`, ...difference })
  for (const affectedDriver of new Set([fine.driver?.id, driverId]))
    if (affectedDriver) change.note({ subject: `driver:${affectedDriver}`, ...difference })
}

/**
 * Refuses `fine.other-driver` when somebody else was named since the form was opened: what it says of the driver, or
 * does to them, is meant for the one that it showed (`seen`).
 */
export async function refuseOtherDriver(change: Change, id: string, seen: string | undefined): Promise<void> {
  if (seen === undefined) return
  const { driver } = await lockFine(change, id)
  if (driver?.id !== seen) throw new Refusal('fine.other-driver')
}

/** Saves the amount of a fine. */
export async function setFineAmount(change: Change, id: string, amount: Cents): Promise<void> {
  const fine = await lockFine(change, id)
  await change.tx.updateTable('fines').set({ amount_cents: amount }).where('id', '=', fine.id).execute()
  change.note({ subject: `fine:${id}`, before: { amount: fine.amount }, after: { amount } })
}

/**
 * Informs the driver in their area and by mail. Refuses `fine.no-driver`, and `fine.informed` when that was done
 * before.
 */
export async function informDriver(change: Change, id: string): Promise<void> {
  const { driver, informedAt, number, committedAt, place } = await lockFine(change, id)
  if (driver === null) throw new Refusal('fine.no-driver')
  if (informedAt !== null) throw new Refusal('fine.informed')
  await change.tx.updateTable('fines').set({ informed_at: change.now.toString() }).where('id', '=', id).execute()
  const shown = showFineNumber(number)
  await writeNotices(change, [driver.id], { kind: 'fine', number: shown, at: committedAt, place })
  const { email, language, name } = await getDriver(driver.id, change.tx)
  if (email !== null)
    await writeMail(change, {
      template: 'fine',
      params: { number: shown, name },
      recipient: email,
      language,
      driverId: driver.id,
    })
  const after = { fine: number, driver: driver.name, state: 'informed' }
  for (const subject of [`fine:${id}`, `driver:${driver.id}`]) change.note({ subject, after })
}

/**
 * Draws and saves the document that names the driver, with the typed facts about the person. Refuses
 * `fine.no-driver`, `fine.no-company` until the operator's data is complete, and `fine.moved-on` in another state.
 */
export async function makeDocument(change: Change, id: string, identity: Identity): Promise<void> {
  const fine = await lockFine(change, id)
  if (fine.driver === null) throw new Refusal('fine.no-driver')
  const company = await findCompany(change.tx)
  if (!company?.nipc) throw new Refusal('fine.no-company')
  const brand = await brandIn('pt')
  const { nif, ...names } = await getDriver(fine.driver.id, change.tx)
  const bytes = await renderIdentification({
    fine: { ...fine, plate: showPlate(fine.vehicle.plate) },
    company: { name: company.name, nipc: company.nipc, address: brand.address.join(', ') || null },
    driver: { name: legalNameOf(names), nif },
    identity,
    madeAt: change.now,
  })
  await move(change, fine, 'made', {
    document_sha256: await saveFile(change.tx, bytes, 'application/pdf'),
    document_name: downloadName(`identificacao-${fine.number}`, 'pdf'),
  })
}

/**
 * Marks that somebody filled in the authority's own form outside the product. Refuses `fine.no-driver`, and
 * `fine.moved-on` in another state.
 */
export async function markFormFilled(change: Change, id: string): Promise<void> {
  const fine = await lockFine(change, id)
  if (fine.driver === null) throw new Refusal('fine.no-driver')
  await move(change, fine, 'made', {})
}

/** Marks that a fine's document was signed for the company. An uploaded signed document replaces the drawn one. */
export async function signFine(
  change: Change,
  id: string,
  { signedBy, document }: { signedBy: string; document?: File | undefined },
): Promise<void> {
  const fine = await lockFine(change, id)
  const kept = await saveAttachment(change.tx, document)
  const paper = kept ? { document_sha256: kept.sha256, document_name: kept.name } : {}
  await move(change, fine, 'signed', { ...paper, signed_by: signedBy })
}

/**
 * Marks that a fine's document was sent to the authority. Refuses `fine.in-future`, `fine.sent-before` its
 * notification, and `fine.moved-on` before it is signed.
 */
export async function sendFine(
  change: Change,
  id: string,
  { sentOn, sentWay, proof }: { sentOn: string; sentWay: string; proof?: File | undefined },
): Promise<void> {
  const fine = await lockFine(change, id)
  if (sentOn > change.now.toZonedDateTimeISO(ZONE).toPlainDate().toString()) throw new Refusal('fine.in-future')
  if (sentOn < fine.notifiedOn) throw new Refusal('fine.sent-before')
  const kept = await saveAttachment(change.tx, proof)
  const paper = { proof_sha256: kept?.sha256 ?? null, proof_name: kept?.name ?? null }
  await move(change, fine, 'sent', { ...paper, sent_on: sentOn, sent_way: sentWay })
}

/** Closes a fine for which nobody has to be named, because it was paid immediately or withdrawn. */
export async function closeFine(change: Change, id: string, reason: string): Promise<void> {
  await move(change, await lockFine(change, id), 'not-applicable', { closed_reason: reason })
}

/**
 * Sets a fine back to its first state, with a reason: another driver, a wrong document, or a mark set too early. Its
 * document has to be drawn again.
 */
export async function reopenFine(change: Change, id: string, reason: string): Promise<void> {
  const nothing = { document_sha256: null, document_name: null, proof_sha256: null, proof_name: null }
  const fresh = { ...nothing, signed_by: null, sent_on: null, sent_way: null, closed_reason: null }
  await move(change, await lockFine(change, id), 'unidentified', fresh, reason)
}

type Columns = Partial<
  Record<
    | 'document_sha256'
    | 'document_name'
    | 'proof_sha256'
    | 'proof_name'
    | 'signed_by'
    | 'sent_on'
    | 'sent_way'
    | 'closed_reason',
    string | null
  >
>

async function move(change: Change, fine: FineView, state: FineState, set: Columns, reason = ''): Promise<void> {
  if (!mayFollow(fine.state, state)) throw new Refusal('fine.moved-on')
  await change.tx
    .updateTable('fines')
    .set({ ...set, state })
    .where('id', '=', fine.id)
    .execute()
  const { signed_by: signedBy, sent_on: sentOn, sent_way: sentWay, closed_reason: closed } = set
  const facts = Object.fromEntries(
    Object.entries({ signedBy, sentOn, sentWay, reason: reason || closed }).filter(([, value]) => value),
  )
  change.note({
    subject: `fine:${fine.id}`,
    before: { state: fine.state },
    after: { fine: fine.number, state, ...facts },
  })
}

/** Refuses `fine.named` when a document names the driver, and `fine.moved-on` when nobody has to be named. */
export function refuseNamed({ state }: Pick<FineView, 'state'>): void {
  if (state === 'not-applicable') throw new Refusal('fine.moved-on')
  if (state !== 'unidentified') throw new Refusal('fine.named')
}

/** Locks a fine, so that only one person at a time changes it. */
export async function lockFine(change: Change, id: string): Promise<FineView> {
  await change.tx.selectFrom('fines').select('id').where('id', '=', readRecordId(id)).forUpdate().execute()
  return getFine(id, change.now, change.tx)
}
