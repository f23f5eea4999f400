import { sql } from 'kysely'
import type { Tx } from '#db/client.server.ts'
import { sealedNif } from '#db/sealed-columns.server.ts'
import { inParts } from '#db/parts.ts'
import { order } from '#db/queue.server.ts'
import { type ApplicationState, type EndCause, isOpen } from '#domain/application.ts'
import { isRecordId, readRecordId } from '#domain/record-id.ts'
import { Refusal, takeEach } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { saveFile } from '#features/files/commands.server.ts'
import { forgetFile } from '#features/files/jobs.ts'
import { tellOffice, writeMail, writeMails } from '#features/mail/commands.server.ts'
import { noteForgotten } from '#features/system/restores/jobs.ts'
import { inLanguage, type Language } from '#messages/language.ts'
import { secretOf } from '#platform/seal.server.ts'
import { hashOfSecret } from '#platform/secret.ts'
import { cleanUpload } from '#integrations/uploads/clean-upload.ts'
import { type ApplicationOutline, getApplication, getOwnApplication, hasCode, lockOutlines } from './queries.server.ts'
import {
  type Application,
  CONSENT_VERSION,
  type documentInput,
  MAX_DOCUMENTS,
  type OfficeApplication,
  type PapersInput,
  type PersonInput,
  type rejectInput,
  type reopenInput,
  type sourceRecord,
  type VehicleInput,
  type withdrawInput,
} from './schema.ts'
import { lockBoard } from './stages/commands.server.ts'
import { firstStageOf, getStage } from './stages/queries.server.ts'
import type { Stage } from './stages/schema.ts'
import type { z } from 'zod'

/**
 * The code of an applicant's private link, from the stamp of their form: it cannot be guessed, the same form sent again
 * is the same application, and nobody can make a link beforehand for somebody else to fill in.
 */
export function applicationCode(stamp: string): string {
  return secretOf(stamp, 'application code')
}

/**
 * Begins an application, or corrects its first step until it is sent: the same code is the same application. After
 * that it refuses `application.sent`.
 */
export async function savePerson(
  change: Change,
  code: string,
  input: PersonInput,
  { language, referral }: { language: Language; referral: string | null },
): Promise<void> {
  const { tx, now } = change
  const source = referral === null ? input.source || 'unsaid' : 'referral'
  const values = { ...input, source, language, changed_at: now.toString() }
  const written = await tx
    .insertInto('applications')
    .values({ ...values, referral, code_hash: hashOfSecret(code), created_at: now.toString() })
    .onConflict((conflict) =>
      conflict.column('code_hash').doUpdateSet(values).where('applications.state', '=', 'started'),
    )
    .returning('id')
    .executeTakeFirst()
  if (!written) throw new Refusal('application.sent')
  change.note({ subject: `application:${written.id}`, after: { regime: input.regime } })
}

/** Saves licence and certificate. Refuses `application.unknown`, and `application.decided` once it is decided. */
export async function savePapers(change: Change, code: string, input: PapersInput): Promise<Application> {
  const application = await openForChange(change.tx, code)
  await changeApplication(change, application, {
    licence_year: input.licenceYear,
    certificate: input.certificate,
    certificate_until: input.certificateUntil,
    platforms: input.platforms,
    ...sealedNif('applications.nif', application.id, input.nif),
  })
  return application
}

/** Saves the applicant's own car. Refuses as `savePapers`. */
export async function saveVehicle(
  change: Change,
  code: string,
  { make, model, plate, year }: VehicleInput,
): Promise<void> {
  const application = await openForChange(change.tx, code)
  await changeApplication(change, application, {
    vehicle_make: make,
    vehicle_model: model,
    vehicle_plate: plate,
    vehicle_year: year,
  })
}

/** Keeps a document. Refuses as `savePapers`, `application.too-many-files`, and what `cleanUpload` refuses. */
export async function addDocument(
  change: Change,
  code: string,
  { kind, file }: z.output<typeof documentInput>,
): Promise<void> {
  const application = await openForChange(change.tx, code)
  if (application.documents.length >= MAX_DOCUMENTS) throw new Refusal('application.too-many-files')
  const { bytes, mediaType } = await cleanUpload(file)
  await change.tx
    .insertInto('application_documents')
    .values({
      application_id: application.id,
      kind,
      name: file.name.replaceAll(/[/\\\p{Cc}"]/gu, '_').slice(-120) || kind,
      file_sha256: await saveFile(change.tx, bytes, mediaType),
      added_at: change.now.toString(),
    })
    .execute()
  await changeApplication(change, application, {})
}

/** Removes one of the applicant's own documents. Refuses as `savePapers`. */
export async function removeDocument(change: Change, code: string, documentId: number): Promise<void> {
  const application = await openForChange(change.tx, code)
  const removed = await change.tx
    .deleteFrom('application_documents')
    .where('id', '=', documentId)
    .where('application_id', '=', application.id)
    .returning('file_sha256 as sha256')
    .executeTakeFirst()
  if (removed) {
    await order(change.tx, forgetFile, removed)
    const id = `${application.id}/${removed.sha256}`
    await order(change.tx, noteForgotten, { at: change.now.toString(), table: 'application_documents', id })
  }
  await changeApplication(change, application, {})
}

/**
 * Sends the application to the office, with the applicant's consents, and mails the private link to the applicant, and
 * the office. Refuses `application.unknown`, `application.sent`, and `application.incomplete` without licence and
 * certificate.
 */
export async function sendApplication(
  change: Change,
  code: string,
  { keep, language }: { keep: boolean; language: Language },
): Promise<void> {
  const { tx, now } = change
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
  await putInStage(tx, application.id, await firstStageOf('received', tx))
  await writeMail(change, {
    template: 'application-received',
    params: { name: application.name, link: inLanguage(`/signup/state?code=${code}`, language) },
    recipient: application.email,
    language,
  })
  const params = { applicant: application.name, link: `/admin/recruitment/${application.id}` }
  await tellOffice(change, { template: 'application-arrived', params })
  change.note({ subject: `application:${application.id}`, after: { state: 'received' } })
}

/**
 * Withdraws an application for its applicant, who may give a reason. Refuses `application.unknown` and
 * `application.decided`.
 */
export async function withdrawApplication(
  change: Change,
  code: string,
  { cause, reason }: z.output<typeof withdrawInput>,
): Promise<void> {
  const application = await openForChange(change.tx, code)
  if (reason !== '') await writeNote(change, application.id, null, reason, 'withdrawn')
  await decide(change, [application], { state: 'withdrawn', reason: null, cause })
}

/**
 * Withdraws an application for an applicant who said so by phone, or never answered. Nobody is mailed. Refuses
 * `record.not-found` and `application.decided`.
 */
export async function noteWithdrawal(
  change: Change,
  id: string,
  { cause, reason }: z.output<typeof withdrawInput>,
): Promise<void> {
  const application = await lockOpenApplication(change.tx, id)
  if (reason !== '') await writeNote(change, id, null, reason, 'withdrawn')
  await decide(change, [application], { state: 'withdrawn', reason: null, cause })
}

/**
 * Opens a rejected or withdrawn application again, in its former stage, with the reason among the notes. An applicant who
 * became a driver stays one. Refuses `record.not-found` and `application.not-ended`.
 */
export async function reopenApplication(
  change: Change,
  id: string,
  { reason }: z.output<typeof reopenInput>,
): Promise<void> {
  await lockBoard(change.tx)
  await lockApplication(change.tx, id)
  const { state, stage, cause } = await getApplication(id, change.tx)
  if (state !== 'rejected' && state !== 'withdrawn') throw new Refusal('application.not-ended')
  const none = { decided_at: null, decided_by: null, reason: null, cause: null }
  await setState(change.tx, id, { ...none, changed_at: change.now.toString() })
  const to = stage ? await getStage(stage.id, change.tx) : await firstStageOf('received', change.tx)
  await putInStage(change.tx, id, to)
  await writeNote(change, id, to, reason, 'reopened')
  change.note({ subject: `application:${id}`, before: { state, cause }, after: { state: to.state, stage: to.name.pt } })
}

/** Puts an application at the end of a stage, and into the stage's state. */
async function putInStage(tx: Tx, id: string, stage: Stage): Promise<void> {
  await putAllInStage(tx, [id], stage)
}

/** `putInStage` for several, in this order. */
export async function putAllInStage(tx: Tx, ids: readonly string[], { id: stage, state }: Stage): Promise<void> {
  await sql`
    update applications set state = ${state}, stage_id = ${stage}, place = last.place + moved.at
    from unnest(${ids}::uuid[]) with ordinality as moved (id, at),
      (select coalesce(max(place), 0) as place from applications where stage_id = ${stage}) last
    where applications.id = moved.id`.execute(tx)
}

/** Adds a note to those that the office reads of an application, in order. */
async function writeNote(
  change: Change,
  id: string,
  stage: Stage | null,
  text: string,
  what: OfficeApplication['notes'][number]['what'] = 'note',
): Promise<void> {
  await writeNotes(change, [{ id, stage }], text, what)
}

/** `writeNote` of one text for several applications. */
export async function writeNotes(
  change: Change,
  applications: readonly { id: string; stage: Stage | null }[],
  text: string,
  what: OfficeApplication['notes'][number]['what'] = 'note',
): Promise<void> {
  const rows = applications.map(({ id, stage }) => ({
    application_id: id,
    at: change.now.toString(),
    by_uid: change.actor.uid,
    text,
    what,
    state: stage?.state ?? null,
    stage_id: stage?.id ?? null,
  }))
  for (const part of inParts(rows)) await change.tx.insertInto('application_notes').values(part).execute()
}

/** Corrects how an applicant came to the fleet. Refuses `record.not-found`. */
export async function saveSource(
  change: Change,
  id: string,
  { source }: z.output<typeof sourceRecord.input>,
): Promise<void> {
  const { source: before } = await getApplication(id, change.tx)
  await setState(change.tx, id, { source })
  change.note({ subject: `application:${id}`, before: { heard: before }, after: { heard: source } })
}

/** Rejects an application, and mails the reason. Refuses `record.not-found` and `application.decided`. */
export async function rejectApplication(
  change: Change,
  id: string,
  rejection: z.output<typeof rejectInput>,
): Promise<void> {
  await rejectSeveral(change, [id], rejection)
}

/** Rejects several applications, all of them or none. Refuses as `rejectApplication`. */
export async function rejectSeveral(
  change: Change,
  ids: readonly string[],
  { cause, reason }: z.output<typeof rejectInput>,
): Promise<void> {
  const applications = await lockOpenApplications(change.tx, ids)
  await writeMails(
    change,
    'application-rejected',
    applications.map(({ name, email: recipient, language }) => ({ params: { name, reason }, recipient, language })),
  )
  await decide(change, applications, { state: 'rejected', reason, cause })
}

/**
 * Ids in one fixed order: all stay locked until the end, and two people with different orders would wait for each other
 * in a circle.
 */
function inOneOrder(ids: readonly string[]): string[] {
  return [...new Set(ids)].toSorted()
}

async function openForChange(tx: Tx, code: string): Promise<Application> {
  await tx.selectFrom('applications').select('id').where(hasCode(code)).forUpdate().executeTakeFirst()
  const application = await getOwnApplication(code, tx)
  if (application.state !== 'started' && !isOpen(application.state)) throw new Refusal('application.decided')
  return application
}

/** Locks an application: whoever decides or moves it at the same moment waits. */
export async function lockApplication(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('applications').select('id').where('id', '=', readRecordId(id)).forUpdate().executeTakeFirst()
}

/** Locks an application and answers it. Refuses `record.not-found` and `application.decided`. */
export async function lockOpenApplication(tx: Tx, id: string): Promise<Application> {
  await lockOpenApplications(tx, [id])
  return getApplication(id, tx)
}

/** Locks several applications in one order, and answers them in it. Refuses as `lockOpenApplication`. */
export async function lockOpenApplications(tx: Tx, ids: readonly string[]): Promise<ApplicationOutline[]> {
  const inOrder = inOneOrder(ids)
  const found = await lockOutlines(tx, inOrder.filter(isRecordId))
  return takeEach(inOrder, (id) => {
    const application = found.get(readRecordId(id))
    if (!application) throw new Refusal('record.not-found')
    if (!isOpen(application.state)) throw new Refusal('application.decided')
    return application
  })
}

async function changeApplication(
  change: Change,
  { id }: Application,
  columns: Record<string, string | number | Buffer | null>,
): Promise<void> {
  await setState(change.tx, id, { ...columns, changed_at: change.now.toString() })
  change.note({ subject: `application:${id}` })
}

/** Ends an application: after that only `reopenApplication` changes it. */
export async function decide(
  change: Change,
  applications: readonly Pick<Application, 'id' | 'state'>[],
  decision: { state: ApplicationState; reason: string | null; cause?: EndCause | null; driver_id?: string },
): Promise<void> {
  const at = change.now.toString()
  await change.tx
    .updateTable('applications')
    .set({ ...decision, decided_at: at, changed_at: at, decided_by: change.actor.uid })
    .where('id', '=', sql<string>`any(${applications.map(({ id }) => id)}::uuid[])`)
    .execute()
  for (const { id, state: before } of applications)
    change.note({
      subject: `application:${id}`,
      before: { state: before },
      after: { state: decision.state, cause: decision.cause ?? null, driver: decision.driver_id ?? null },
    })
}

/** Writes these columns without a note: the caller notes the change. */
async function setState(tx: Tx, id: string, columns: Record<string, string | number | Buffer | null>): Promise<void> {
  await tx.updateTable('applications').set(columns).where('id', '=', id).execute()
}
