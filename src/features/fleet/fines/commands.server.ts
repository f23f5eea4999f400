import { legalNameOf } from '#domain/driver.ts'
import { type FineState, mayFollow, showFineNumber } from '#domain/fine.ts'
import { showPlate } from '#domain/identifiers.ts'
import type { Cents } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { driverAt } from '#domain/matching.ts'
import { ZONE } from '#domain/week.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import { brandIn } from '#features/company/brand/queries.server.ts'
import { findCompany } from '#features/company/queries.server.ts'
import { keepAttachment, keepFile } from '#features/files/commands.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { requireStanding, standingDriver } from '#features/fleet/standing/queries.server.ts'
import { getVehicle, listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { downloadName } from '#platform/download-name.ts'
import { renderIdentification } from './pdf.ts'
import { getFine } from './queries.server.ts'
import type { FineInput, FineView, Identity } from './schema.ts'

/**
 * Writes a fine down, with whoever had the car at that minute; answers its id. Refuses `fine.known` for a number that is
 * there, `fine.in-future`, `record.not-found` for no such car, and what `keepAttachment` refuses of the notification.
 */
export async function registerFine(deed: Deed, input: FineInput): Promise<string> {
  const { vehicleId, committedAt, notice, number, body, ...rest } = input
  const { plate } = await getVehicle(vehicleId, deed.tx)
  const notifiedOn = Temporal.PlainDate.from(rest.notifiedOn)
  const today = deed.now.toZonedDateTimeISO(ZONE).toPlainDate()
  if (Temporal.Instant.compare(committedAt, deed.now) > 0 || Temporal.PlainDate.compare(notifiedOn, today) > 0)
    throw new Refusal('fine.in-future')
  if (Temporal.PlainDate.compare(notifiedOn, committedAt.toZonedDateTimeISO(ZONE).toPlainDate()) < 0)
    throw new Refusal('fine.before-it-happened')
  const known = deed.tx.selectFrom('fines').select('id').where('body', '=', body).where('number', '=', number)
  if (await known.executeTakeFirst()) throw new Refusal('fine.known', { number: showFineNumber(number) })
  const holder = driverAt(await listAssignments(vehicleId, deed.tx), committedAt)
  const driverId = holder === null ? null : await standingDriver(holder, deed.tx)
  const kept = await keepAttachment(deed.tx, notice)
  const { id } = await deed.tx
    .insertInto('fines')
    .values({
      ...{ number, body, authority: rest.authority, vehicle_id: vehicleId, driver_id: driverId },
      ...{ committed_at: committedAt.toString(), place: rest.place, offence: rest.offence },
      ...{ notified_on: rest.notifiedOn, amount_cents: rest.amount },
      ...{ notice_sha256: kept?.sha256 ?? null, notice_name: kept?.name ?? null },
      ...{ created_at: deed.now.toString(), created_by: deed.actor.uid },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = { fine: number, plate: showPlate(plate), notifiedOn: rest.notifiedOn, amount: rest.amount }
  deed.note({ subject: `fine:${id}`, after })
  deed.note({ subject: `vehicle:${vehicleId}`, after })
  if (driverId) deed.note({ subject: `driver:${driverId}`, after })
  return id
}

/** Says who drove, where the assignments did not, or said it wrongly. Refuses `fine.named` once a document names somebody. */
export async function identifyDriver(deed: Deed, id: string, driverId: string): Promise<void> {
  const fine = await lockFine(deed, id)
  if (fine.state !== 'unidentified') throw new Refusal('fine.named')
  await requireStanding(driverId, deed.tx)
  if (fine.driver?.id === driverId) return
  const { name } = await getDriver(driverId, deed.tx)
  // Somebody else was told, or nobody: whoever drove is still to be.
  await deed.tx.updateTable('fines').set({ driver_id: driverId, informed_at: null }).where('id', '=', fine.id).execute()
  const change = { before: { driver: fine.driver?.name ?? null }, after: { fine: fine.number, driver: name } }
  deed.note({ subject: `fine:${id}`, ...change })
  for (const one of new Set([fine.driver?.id, driverId])) if (one) deed.note({ subject: `driver:${one}`, ...change })
}

/** Writes down what has to be paid. */
export async function priceFine(deed: Deed, id: string, amount: Cents): Promise<void> {
  const fine = await lockFine(deed, id)
  await deed.tx.updateTable('fines').set({ amount_cents: amount }).where('id', '=', fine.id).execute()
  deed.note({ subject: `fine:${id}`, before: { amount: fine.amount }, after: { amount } })
}

/** Tells whoever drove, in the own area and by mail. Refuses `fine.no-driver`, and `fine.informed` a second time. */
export async function informDriver(deed: Deed, id: string): Promise<void> {
  const { driver, informedAt, number, committedAt, place } = await lockFine(deed, id)
  if (driver === null) throw new Refusal('fine.no-driver')
  if (informedAt !== null) throw new Refusal('fine.informed')
  await deed.tx.updateTable('fines').set({ informed_at: deed.now.toString() }).where('id', '=', id).execute()
  const shown = showFineNumber(number)
  await writeNotices(deed, [driver.id], { kind: 'fine', number: shown, at: committedAt, place })
  const { email, language, name } = await getDriver(driver.id, deed.tx)
  if (email !== null)
    await writeMail(deed, {
      ...{ template: 'fine', params: { number: shown, name }, recipient: email, language, driverId: driver.id },
    })
  deed.note({ subject: `driver:${driver.id}`, after: { fine: number, state: 'informed' } })
}

/**
 * Draws the document that names the driver, with what was typed of the person, and keeps it. Refuses `fine.no-driver`,
 * `fine.no-company` while nobody said who the operator is, and `fine.moved-on` in another state.
 */
export async function makeDocument(deed: Deed, id: string, identity: Identity): Promise<void> {
  const fine = await lockFine(deed, id)
  if (fine.driver === null) throw new Refusal('fine.no-driver')
  const company = await findCompany(deed.tx)
  if (!company?.nipc) throw new Refusal('fine.no-company')
  const brand = await brandIn('pt')
  const { nif, ...names } = await getDriver(fine.driver.id, deed.tx)
  const bytes = await renderIdentification({
    fine: { ...fine, plate: showPlate(fine.vehicle.plate) },
    company: { name: company.name, nipc: company.nipc, address: brand.address.join(', ') || null },
    driver: { name: legalNameOf(names), nif },
    ...{ identity, madeAt: deed.now },
  })
  await move(deed, fine, 'made', {
    document_sha256: await keepFile(deed.tx, bytes, 'application/pdf'),
    document_name: downloadName(`identificacao-${fine.number}`, 'pdf'),
  })
}

/** A form of the body's own was filled in elsewhere. Refuses `fine.no-driver`, and `fine.moved-on` in another state. */
export async function markMade(deed: Deed, id: string): Promise<void> {
  const fine = await lockFine(deed, id)
  if (fine.driver === null) throw new Refusal('fine.no-driver')
  await move(deed, fine, 'made', {})
}

/** It was signed for the company; the signed paper may come along and takes the place of the drawn one. */
export async function signFine(
  deed: Deed,
  id: string,
  { signedBy, document }: { signedBy: string; document?: File | undefined },
): Promise<void> {
  const fine = await lockFine(deed, id)
  const kept = await keepAttachment(deed.tx, document)
  const paper = kept ? { document_sha256: kept.sha256, document_name: kept.name } : {}
  await move(deed, fine, 'signed', { ...paper, signed_by: signedBy })
}

/** It went to the authority. Refuses `fine.in-future`, `fine.sent-before` its notification, and `fine.moved-on` before it is signed. */
export async function sendFine(
  deed: Deed,
  id: string,
  { sentOn, sentWay, proof }: { sentOn: string; sentWay: string; proof?: File | undefined },
): Promise<void> {
  const fine = await lockFine(deed, id)
  if (sentOn > deed.now.toZonedDateTimeISO(ZONE).toPlainDate().toString()) throw new Refusal('fine.in-future')
  if (sentOn < fine.notifiedOn) throw new Refusal('fine.sent-before')
  const kept = await keepAttachment(deed.tx, proof)
  const paper = { proof_sha256: kept?.sha256 ?? null, proof_name: kept?.name ?? null }
  await move(deed, fine, 'sent', { ...paper, sent_on: sentOn, sent_way: sentWay })
}

/** Nobody has to be named: it was paid at once, or withdrawn. */
export async function closeFine(deed: Deed, id: string, reason: string): Promise<void> {
  await move(deed, await lockFine(deed, id), 'not-applicable', { closed_reason: reason })
}

/** Back to the beginning, with a reason: another driver, a wrong paper, a mark too early. What was drawn is drawn anew. */
export async function reopenFine(deed: Deed, id: string, reason: string): Promise<void> {
  const nothing = { document_sha256: null, document_name: null, proof_sha256: null, proof_name: null }
  const fresh = { ...nothing, signed_by: null, sent_on: null, sent_way: null, closed_reason: null }
  await move(deed, await lockFine(deed, id), 'unidentified', fresh, reason)
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

async function move(deed: Deed, fine: FineView, state: FineState, set: Columns, reason = ''): Promise<void> {
  if (!mayFollow(fine.state, state)) throw new Refusal('fine.moved-on')
  await deed.tx
    .updateTable('fines')
    .set({ ...set, state })
    .where('id', '=', fine.id)
    .execute()
  const { signed_by: signedBy, sent_on: sentOn, sent_way: sentWay, closed_reason: closed } = set
  const said = Object.fromEntries(
    Object.entries({ signedBy, sentOn, sentWay, reason: reason || closed }).filter(([, value]) => value),
  )
  deed.note({ subject: `fine:${fine.id}`, before: { state: fine.state }, after: { fine: fine.number, state, ...said } })
}

/** One change of a fine at a time. */
async function lockFine(deed: Deed, id: string): Promise<FineView> {
  await deed.tx.selectFrom('fines').select('id').where('id', '=', readRecordId(id)).forUpdate().execute()
  return getFine(id, deed.now, deed.tx)
}
