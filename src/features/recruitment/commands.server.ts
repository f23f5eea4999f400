import { sql } from 'kysely'
import type { Tx } from '#db/client.server.ts'
import { sealedNif } from '#db/sealed-columns.server.ts'
import { order } from '#db/queue.server.ts'
import { type ApplicationState, type EndCause, isOpen } from '#domain/application.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import { keepFile } from '#features/files/commands.server.ts'
import { forgetFile } from '#features/files/jobs.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import { noteForgotten } from '#features/system/restores/jobs.ts'
import { officeAddresses } from '#features/mail/queries.server.ts'
import { inLanguage, type Language } from '#messages/language.ts'
import { secretOf } from '#platform/seal.server.ts'
import { hashOfSecret } from '#platform/secret.ts'
import { cleanUpload } from '#integrations/uploads/clean-upload.ts'
import { getApplication, getOwnApplication, isBehind } from './queries.server.ts'
import {
  type Application,
  CONSENT_VERSION,
  type documentInput,
  MOST_DOCUMENTS,
  type OfficeApplication,
  type PapersInput,
  type PersonInput,
  type rejectInput,
  type reopenInput,
  type sourceInput,
  type VehicleInput,
  type withdrawInput,
} from './schema.ts'
import { lockBoard } from './stages/commands.server.ts'
import { firstStageOf, getStage } from './stages/queries.server.ts'
import type { Stage } from './stages/schema.ts'
import type { z } from 'zod'

/**
 * The code of the private link of whoever sends the first step, by the stamp of their form: nobody guesses it, sending the
 * form again is the same application, and no link can be made beforehand for somebody else to fill in.
 */
export function applicationCode(stamp: string): string {
  return secretOf(stamp, 'application code')
}

/**
 * Begins an application, or corrects its first step until it is sent: the same code is the same application. Refuses
 * `application.sent` afterwards.
 */
export async function savePerson(
  deed: Deed,
  code: string,
  input: PersonInput,
  { language, referral }: { language: Language; referral: string | null },
): Promise<void> {
  const { tx, now } = deed
  const source = referral === null ? input.source || 'unsaid' : 'referral'
  const said = { ...input, source, language, changed_at: now.toString() }
  const written = await tx
    .insertInto('applications')
    .values({ ...said, referral, code_hash: hashOfSecret(code), created_at: now.toString() })
    .onConflict((conflict) =>
      conflict.column('code_hash').doUpdateSet(said).where('applications.state', '=', 'started'),
    )
    .returning('id')
    .executeTakeFirst()
  if (!written) throw new Refusal('application.sent')
  deed.note({ subject: `application:${written.id}`, after: { regime: input.regime } })
}

/** Licence and certificate. Refuses `application.unknown`, and `application.decided` once it is. */
export async function savePapers(deed: Deed, code: string, input: PapersInput): Promise<Application> {
  const application = await openForChange(deed.tx, code)
  await change(deed, application, {
    licence_year: input.licenceYear,
    certificate: input.certificate,
    certificate_until: input.certificateUntil,
    platforms: input.platforms,
    ...sealedNif('applications.nif', application.id, input.nif),
  })
  return application
}

/** The applicant's own car. Refuses as `savePapers`. */
export async function saveVehicle(deed: Deed, code: string, { make, model, plate, year }: VehicleInput): Promise<void> {
  const application = await openForChange(deed.tx, code)
  await change(deed, application, {
    vehicle_make: make,
    vehicle_model: model,
    vehicle_plate: plate,
    vehicle_year: year,
  })
}

/**
 * Keeps a paper. Refuses as `savePapers`, `application.too-many-files`, and what `cleanUpload` refuses.
 */
export async function addDocument(
  deed: Deed,
  code: string,
  { kind, file }: z.output<typeof documentInput>,
): Promise<void> {
  const application = await openForChange(deed.tx, code)
  if (application.documents.length >= MOST_DOCUMENTS) throw new Refusal('application.too-many-files')
  const { bytes, mediaType } = await cleanUpload(file)
  await deed.tx
    .insertInto('application_documents')
    .values({
      application_id: application.id,
      kind,
      name: file.name.replaceAll(/[/\\\p{Cc}"]/gu, '_').slice(-120) || kind,
      file_sha256: await keepFile(deed.tx, bytes, mediaType),
      added_at: deed.now.toString(),
    })
    .execute()
  await change(deed, application, {})
}

/** Takes a paper of one's own back. Refuses as `savePapers`. */
export async function removeDocument(deed: Deed, code: string, documentId: number): Promise<void> {
  const application = await openForChange(deed.tx, code)
  const removed = await deed.tx
    .deleteFrom('application_documents')
    .where('id', '=', documentId)
    .where('application_id', '=', application.id)
    .returning('file_sha256 as sha256')
    .executeTakeFirst()
  if (removed) {
    await order(deed.tx, forgetFile, removed)
    const id = `${application.id}/${removed.sha256}`
    await order(deed.tx, noteForgotten, { at: deed.now.toString(), table: 'application_documents', id })
  }
  await change(deed, application, {})
}

/**
 * Hands the application to the office, with what was agreed to: mails the applicant the private link, and the office.
 * Refuses `application.unknown`, `application.sent`, and `application.incomplete` before licence and certificate are said.
 */
export async function sendApplication(
  deed: Deed,
  code: string,
  { keep, language }: { keep: boolean; language: Language },
): Promise<void> {
  const { tx, now } = deed
  await lockBoard(tx)
  const application = await openForChange(tx, code)
  if (application.state !== 'started') throw new Refusal('application.sent')
  if (application.certificate === null) throw new Refusal('application.incomplete')
  for (const text of ['privacy', ...(keep ? ['keep'] : [])]) {
    const consent = { application_id: application.id, text, version: CONSENT_VERSION, language }
    await tx
      .insertInto('application_consents')
      .values({ ...consent, given_at: now.toString() })
      .execute()
  }
  await setState(tx, application.id, { sent_at: now.toString(), changed_at: now.toString() })
  await stand(tx, application.id, await firstStageOf('received', tx))
  await writeMail(deed, {
    template: 'application-received',
    params: { name: application.name, link: inLanguage(`/signup/state?code=${code}`, language) },
    recipient: application.email,
    language,
  })
  for (const recipient of await officeAddresses(tx)) {
    const params = { applicant: application.name, link: `/admin/recruitment/${application.id}` }
    await writeMail(deed, { template: 'application-arrived', params, recipient, language: 'pt' })
  }
  deed.note({ subject: `application:${application.id}`, after: { state: 'received' } })
}

/** The applicant thinks better of it, and may say why. Refuses `application.unknown` and `application.decided`. */
export async function withdrawApplication(
  deed: Deed,
  code: string,
  { cause, reason }: z.output<typeof withdrawInput>,
): Promise<void> {
  const application = await openForChange(deed.tx, code)
  if (reason !== '') await writeNote(deed, application.id, null, reason, 'withdrawn')
  await decide(deed, application, { state: 'withdrawn', reason: null, cause })
}

/**
 * The office writes down that somebody thought better of it: who told it so by phone, or never answered. Nobody is mailed.
 * Refuses `record.not-found` and `application.decided`.
 */
export async function noteWithdrawal(
  deed: Deed,
  id: string,
  { cause, reason }: z.output<typeof withdrawInput>,
): Promise<void> {
  const application = await stillOpen(deed.tx, id)
  if (reason !== '') await writeNote(deed, id, null, reason, 'withdrawn')
  await decide(deed, application, { state: 'withdrawn', reason: null, cause })
}

/**
 * Takes a refusal or a withdrawal back: it stands where it stood, with the reason among the notes. Whoever became a driver
 * stays one. Refuses `record.not-found` and `application.not-ended`.
 */
export async function reopenApplication(
  deed: Deed,
  id: string,
  { reason }: z.output<typeof reopenInput>,
): Promise<void> {
  await lockBoard(deed.tx)
  await lockApplication(deed.tx, id)
  const { state, stage, cause } = await getApplication(id, deed.tx)
  if (state !== 'rejected' && state !== 'withdrawn') throw new Refusal('application.not-ended')
  const none = { decided_at: null, decided_by: null, reason: null, cause: null }
  await setState(deed.tx, id, { ...none, changed_at: deed.now.toString() })
  const to = stage ? await getStage(stage.id, deed.tx) : await firstStageOf('received', deed.tx)
  await stand(deed.tx, id, to)
  await writeNote(deed, id, to, reason, 'reopened')
  deed.note({ subject: `application:${id}`, before: { state, cause }, after: { state: to.state, stage: to.name.pt } })
}

/** At the end of a stage, and in its state. */
export async function stand(tx: Tx, id: string, { id: stage, state }: Stage): Promise<void> {
  await tx
    .updateTable('applications')
    .set({
      state,
      stage_id: stage,
      place: sql<number>`(select coalesce(max(place), 0) + 1 from applications where stage_id = ${stage})`,
    })
    .where('id', '=', id)
    .execute()
}

/** Adds to what the office reads of it, in order. */
export async function writeNote(
  deed: Deed,
  id: string,
  stage: Stage | null,
  text: string,
  what: OfficeApplication['notes'][number]['what'] = 'note',
): Promise<void> {
  await deed.tx
    .insertInto('application_notes')
    .values({
      ...{ application_id: id, at: deed.now.toString(), by_uid: deed.actor.uid, text, what },
      ...{ state: stage?.state ?? null, stage_id: stage?.id ?? null },
    })
    .execute()
}

/** How somebody came, as the office knows it better. Refuses `record.not-found`. */
export async function saveSource(deed: Deed, id: string, { source }: z.output<typeof sourceInput>): Promise<void> {
  const { source: before } = await getApplication(id, deed.tx)
  await setState(deed.tx, id, { source })
  deed.note({ subject: `application:${id}`, before: { heard: before }, after: { heard: source } })
}

/** Says no, and why, by mail. Refuses `record.not-found` and `application.decided`. */
export async function rejectApplication(
  deed: Deed,
  id: string,
  { cause, reason }: z.output<typeof rejectInput>,
): Promise<void> {
  const application = await stillOpen(deed.tx, id)
  const { name, email: recipient, language } = application
  await writeMail(deed, { template: 'application-rejected', params: { name, reason }, recipient, language })
  await decide(deed, application, { state: 'rejected', reason, cause })
}

/** All of them, or none. Refuses as `rejectApplication`. */
export async function rejectSeveral(
  deed: Deed,
  ids: readonly string[],
  why: z.output<typeof rejectInput>,
): Promise<void> {
  for (const id of inOneOrder(ids)) await rejectApplication(deed, id, why)
}

/** Each is locked until all are done: two people who chose them in another order would wait for each other in a circle. */
export function inOneOrder(ids: readonly string[]): string[] {
  return [...new Set(ids)].toSorted()
}

async function openForChange(tx: Tx, code: string): Promise<Application> {
  await tx.selectFrom('applications').select('id').where(isBehind(code)).forUpdate().executeTakeFirst()
  const application = await getOwnApplication(code, tx)
  if (application.state !== 'started' && !isOpen(application.state)) throw new Refusal('application.decided')
  return application
}

/** Whoever decides it or moves it at the same moment waits. */
export async function lockApplication(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('applications').select('id').where('id', '=', readRecordId(id)).forUpdate().executeTakeFirst()
}

/** Locks it. Refuses `record.not-found` and `application.decided`. */
export async function stillOpen(tx: Tx, id: string): Promise<Application> {
  await lockApplication(tx, id)
  const application = await getApplication(id, tx)
  if (!isOpen(application.state)) throw new Refusal('application.decided')
  return application
}

async function change(
  deed: Deed,
  { id }: Application,
  columns: Record<string, string | number | Buffer | null>,
): Promise<void> {
  await setState(deed.tx, id, { ...columns, changed_at: deed.now.toString() })
  deed.note({ subject: `application:${id}` })
}

/** Ends it: nothing of it changes after that but by `reopenApplication`. */
export async function decide(
  deed: Deed,
  { id, state: before }: Application,
  decision: { state: ApplicationState; reason: string | null; cause?: EndCause | null; driver_id?: string },
): Promise<void> {
  const at = deed.now.toString()
  await setState(deed.tx, id, { ...decision, decided_at: at, changed_at: at, decided_by: deed.actor.uid })
  deed.note({
    subject: `application:${id}`,
    before: { state: before },
    after: { state: decision.state, cause: decision.cause ?? null, driver: decision.driver_id ?? null },
  })
}

/** Writes these columns and says nothing of it: whoever calls notes the deed. */
export async function setState(
  tx: Tx,
  id: string,
  columns: Record<string, string | number | Buffer | null>,
): Promise<void> {
  await tx.updateTable('applications').set(columns).where('id', '=', id).execute()
}
