import { sql } from 'kysely'
import { type Tx, inTransaction } from '#db/client.server.ts'
import { sealedNif } from '#db/sealed-columns.server.ts'
import { order } from '#db/queue.server.ts'
import {
  type ApplicationState,
  contractKindOf,
  type DocumentKind,
  type EndCause,
  isOpen,
  OPEN_STATES,
} from '#domain/application.ts'
import type { Filling } from '#domain/contract.ts'
import { showPlate } from '#domain/identifiers.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { offeredTerms } from '#domain/simulation.ts'
import { ZONE, weekAt } from '#domain/week.ts'
import { inviteDriver } from '#features/accounts/invitations/commands.server.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { draftContract } from '#features/contracts/commands.server.ts'
import { draftText, knownFilling, termWords } from '#features/contracts/filling/queries.server.ts'
import { templateInUse } from '#features/contracts/templates/queries.server.ts'
import { contractInput } from '#features/contracts/schema.ts'
import { returnDriver } from '#features/departures/commands.server.ts'
import { findDeparture } from '#features/departures/queries.server.ts'
import { createDriver } from '#features/fleet/drivers/commands.server.ts'
import { addTerms } from '#features/fleet/terms/commands.server.ts'
import { findPerson, nifIndexOf } from '#features/fleet/drivers/queries.server.ts'
import { listTerms } from '#features/fleet/terms/queries.server.ts'
import { keepFile } from '#features/files/commands.server.ts'
import { forgetFile } from '#features/files/jobs.ts'
import { recordLinkedReferral } from '#features/adjustments/referrals/commands.server.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import { askForPaper, receivePaper } from '#features/papers/commands.server.ts'
import { listKinds } from '#features/papers/kinds/queries.server.ts'
import { papersOf } from '#features/papers/queries.server.ts'
import { noteForgotten } from '#features/system/restores/jobs.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { officeAddresses } from '#features/mail/queries.server.ts'
import { inLanguage, type Language } from '#messages/language.ts'
import { secretOf } from '#platform/seal.server.ts'
import { hashOfSecret } from '#platform/secret.ts'
import { cleanUpload } from '#integrations/uploads/clean-upload.ts'
import { getApplication, getOwnApplication, isBehind } from './queries.server.ts'
import {
  type Application,
  type ApprovalInput,
  approvalInput,
  CONSENT_VERSION,
  type documentInput,
  MOST_DOCUMENTS,
  type moveInput,
  type OfficeApplication,
  type PapersInput,
  type PersonInput,
  type rejectInput,
  type reopenInput,
  type sourceInput,
  type stepInput,
  type VehicleInput,
  type withdrawInput,
} from './schema.ts'
import { lockBoard } from './stages/commands.server.ts'
import { firstStageOf, getStage } from './stages/queries.server.ts'
import type { Stage } from './stages/schema.ts'
import type { z } from 'zod'
import { newDriver } from '#features/fleet/drivers/schema.ts'

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
  await tx
    .insertInto('application_consents')
    .values(
      ['privacy', ...(keep ? ['keep'] : [])].map((text) => ({
        application_id: application.id,
        text,
        version: CONSENT_VERSION,
        language,
        given_at: now.toString(),
      })),
    )
    .execute()
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

/**
 * Moves an application to the end of a stage, with a note where there is one. Refuses `record.not-found` and
 * `application.decided`.
 */
export async function moveApplication(
  deed: Deed,
  id: string,
  { stage: to, text }: z.output<typeof moveInput>,
): Promise<void> {
  await lockBoard(deed.tx)
  const application = await stillOpen(deed.tx, id)
  const stage = await getStage(to, deed.tx)
  const moved = stage.id !== application.stage?.id
  if (!moved && text === '') return
  if (moved) {
    await setState(deed.tx, id, { changed_at: deed.now.toString() })
    await stand(deed.tx, id, stage)
  }
  await writeNote(deed, id, moved ? stage : null, text)
  const before = { state: application.state, stage: application.stage?.pt ?? null }
  deed.note({ subject: `application:${id}`, before, after: { state: stage.state, stage: stage.name.pt } })
}

/**
 * One press on the board: to another stage, before a card that stands there or at the end, or one place up or down. Refuses
 * `record.not-found`, `application.decided`, and `application.moved` when somebody moved it since the board was drawn.
 */
export async function moveCard(
  deed: Deed,
  { application: id, from, to, before }: z.output<typeof stepInput>,
): Promise<void> {
  await lockBoard(deed.tx)
  const application = await stillOpen(deed.tx, id)
  if (application.stage?.id !== from) throw new Refusal('application.moved', { name: application.name })
  if (to === 'up' || to === 'down') return shift(deed, { id, stage: from }, to)
  await moveApplication(deed, id, { stage: to, text: '' })
  await arrange(deed, { id, stage: to }, before)
}

/** By two presses in one place two people mean two places: the order is that of the last one. */
async function shift(deed: Deed, card: { id: string; stage: string }, way: 'up' | 'down'): Promise<void> {
  const cards = await cardsOf(deed.tx, card.stage)
  const at = cards.indexOf(card.id)
  if (way === 'up' ? at === 0 : at === cards.length - 1) return
  await arrange(deed, card, cards[way === 'up' ? at - 1 : at + 2] ?? '')
}

/** Puts a card before another of its stage; at the end where that one is not there, or gone meanwhile. */
async function arrange(deed: Deed, { id, stage }: { id: string; stage: string }, before: string): Promise<void> {
  const others = (await cardsOf(deed.tx, stage)).filter((card) => card !== id)
  const at = others.indexOf(before)
  const cards = others.toSpliced(at < 0 ? others.length : at, 0, id)
  await sql`
    update applications set place = o.place
    from unnest(${cards}::uuid[]) with ordinality as o(id, place)
    where applications.id = o.id and applications.place <> o.place`.execute(deed.tx)
  deed.note({ subject: `application:${id}`, after: { place: cards.indexOf(id) + 1 } })
}

/** What stands in a stage, from the top. */
async function cardsOf(tx: Tx, stage: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('applications')
    .select('id')
    .where('stage_id', '=', stage)
    .where('state', 'in', OPEN_STATES)
    .orderBy('place')
    .orderBy('sent_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** At the end of a stage, and in its state. */
async function stand(tx: Tx, id: string, { id: stage, state }: Stage): Promise<void> {
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

async function writeNote(
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

/** All of them, or none. Refuses as `moveApplication`. */
export async function moveSeveral(deed: Deed, ids: readonly string[], to: z.output<typeof moveInput>): Promise<void> {
  for (const id of inOneOrder(ids)) await moveApplication(deed, id, to)
}

/**
 * Makes a driver of the applicant, or takes back who left: mails the invitation, writes down by whose link a new one came,
 * hands over the papers that came, asks for those that are missing, and agrees the offered terms and drafts the contract where
 * it can. Answers the driver's id, of a second press the same one. Refuses
 * `record.not-found`, `application.decided`, `key.taken` when e-mail or phone are another driver's, `driver.known` when the NIF is, and as `takeBack` and
 * `inviteDriver`.
 */
export async function approveApplication(
  deed: Deed,
  id: string,
  approval: ApprovalInput = approvalInput.parse({}),
): Promise<string> {
  await lockApplication(deed.tx, id)
  const { state, driverId: made } = await getApplication(id, deed.tx)
  if (state === 'approved' && made !== null) return made
  const application = await stillOpen(deed.tx, id)
  const driverId = (await takeBack(deed, application)) ?? (await takeIn(deed, application))
  await inviteDriver(deed, driverId)
  if (application.referral !== null) await recordLinkedReferral(deed, application.referral, driverId)
  await handOverPapers(deed, application, driverId)
  await askForPapers(deed, application, driverId)
  if (approval.terms === 'on') await agreeOffered(deed, application, driverId)
  await draftFirst(deed, application, driverId, approval)
  await decide(deed, application, { state: 'approved', reason: null, driver_id: driverId })
  return driverId
}

/** What came with the application, as papers of the driver. Those of the car are the car's, which is not here yet. */
const PAPER_OF: Readonly<Partial<Record<DocumentKind, string>>> = {
  licence: 'driving-licence',
  certificate: 'cmtvde',
  identity: 'identity',
  iban: 'iban-proof',
}

async function handOverPapers(deed: Deed, { id, certificateUntil }: Application, driverId: string): Promise<void> {
  const documents = await deed.tx
    .selectFrom('application_documents as d')
    .innerJoin('files', 'files.sha256', 'd.file_sha256')
    .select(['kind', 'file_sha256 as sha256', 'media_type'])
    .where('application_id', '=', id)
    .orderBy('d.id', 'desc')
    .execute()
  // Of two of a kind the later one counts: the first that is handed over is the one that stays.
  for (const { kind, sha256, media_type } of documents) {
    const paper = PAPER_OF[kind as DocumentKind]
    const expiresOn = kind === 'certificate' ? certificateUntil : null
    if (paper) await receivePaper(deed, driverId, paper, { sha256, isPdf: media_type === 'application/pdf', expiresOn })
  }
}

/** Days that somebody has to bring what is missing. */
const PAPERS_WITHIN = 14

/** The checklist: every paper that is needed for something and that nobody has sent yet is asked for. */
async function askForPapers(deed: Deed, { regime }: Application, driverId: string): Promise<void> {
  const papers = await papersOf({ holder: 'driver', id: driverId }, deed.now, deed.tx)
  const isThere = (code: string) =>
    papers.some((paper) => paper.kind === code && ['accepted', 'sent', 'asked'].includes(paper.state))
  const dueOn = deed.now.toZonedDateTimeISO(ZONE).toPlainDate().add({ days: PAPERS_WITHIN }).toString()
  for (const { code, holder, isUsed, fromDriver, appliesTo, needed } of await listKinds(deed.tx)) {
    const isAsked = holder === 'driver' && isUsed && fromDriver && (needed.drive || needed.assign || needed.pay)
    const isOfRegime = appliesTo.length === 0 || appliesTo.includes(regime)
    // The invitation is the one mail of an approval: it leads to the area, where each paper stands.
    if (isAsked && isOfRegime && !isThere(code))
      await askForPaper(deed, driverId, { kind: code, dueOn, words: '' }, writeNotices)
  }
}

/** The terms of the site's offer, from this week on; whoever has some already keeps them. */
async function agreeOffered(deed: Deed, { regime }: Application, driverId: string): Promise<void> {
  if ((await listTerms(driverId, deed.tx)).length > 0) return
  const from = weekAt(deed.now)
  const terms = offeredTerms(regime, await settingsIn(from, deed.tx))
  await addTerms(deed, driverId, { from, terms, reason: 'Candidatura aprovada' })
}

/** A draft for the office to send; none while anything in it is open, which the page of the approval names. */
async function draftFirst(
  deed: Deed,
  application: Application,
  driverId: string,
  { terms: _terms, ...typed }: ApprovalInput,
): Promise<void> {
  const startsOn = deed.now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  const input = contractInput.safeParse({
    ...{ driver: driverId, kind: contractKindOf(application.regime), language: application.language },
    ...{ ...typed, startsOn, endsOn: '' },
  })
  if (!input.success) return
  const car: Filling = application.vehicle
    ? {
        carName: `${application.vehicle.make} ${application.vehicle.model}`,
        carPlate: showPlate(application.vehicle.plate),
      }
    : {}
  const known = {
    ...car,
    ...(await knownFilling(input.data, deed.now, deed.tx)),
    ...termWords(input.data, application.language),
  }
  const written = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''))
  const { body } = await templateInUse(input.data, deed.tx)
  if (draftText(body, application.language, { ...known, ...written }).open.length > 0) return
  await draftContract(deed, input.data, car)
}

/** Refuses `driver.known` for a NIF that is a driver's: nobody is here twice, and nobody brings themselves. */
async function takeIn(deed: Deed, { name, email, phone, nif, language }: Application): Promise<string> {
  const known = nif === null ? null : await findPerson({ nif, email: null }, deed.tx)
  if (known) throw new Refusal('driver.known', { id: known.id, ref: known.ref, driver: known.name })
  return createDriver(deed, newDriver({ name, email, phone, nif, language, status: 'pending' }))
}

/**
 * Who left once is the same driver, with the history and whatever balance there is; `null` for anybody else. Refuses
 * `driver.known` for a leaver's e-mail under another NIF: nobody has shown yet whose either is.
 */
async function takeBack(deed: Deed, { nif, email }: Application): Promise<string | null> {
  const person = await findPerson({ nif, email }, deed.tx)
  if (!person || !(await findDeparture(person.id, deed.tx))) return null
  if (nif !== null && person.nifIndex !== null && nifIndexOf(nif) !== person.nifIndex)
    throw new Refusal('driver.known', { id: person.id, ref: person.ref, driver: person.name })
  await returnDriver(deed, person.id, deed.now.toZonedDateTimeISO(ZONE).toPlainDate().toString(), 'pending')
  return person.id
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
function inOneOrder(ids: readonly string[]): string[] {
  return [...new Set(ids)].toSorted()
}

async function openForChange(tx: Tx, code: string): Promise<Application> {
  await tx.selectFrom('applications').select('id').where(isBehind(code)).forUpdate().executeTakeFirst()
  const application = await getOwnApplication(code, tx)
  if (application.state !== 'started' && !isOpen(application.state)) throw new Refusal('application.decided')
  return application
}

async function lockApplication(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('applications').select('id').where('id', '=', readRecordId(id)).forUpdate().executeTakeFirst()
}

async function stillOpen(tx: Tx, id: string): Promise<Application> {
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

async function decide(
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

async function setState(tx: Tx, id: string, columns: Record<string, string | number | Buffer | null>): Promise<void> {
  await tx.updateTable('applications').set(columns).where('id', '=', id).execute()
}

/** Days an application is kept: one that was never sent; a decided one; a decided one that may be kept for another place. */
const KEPT_DAYS = { unsent: 30, decided: 30, keep: 365 }

/**
 * Forgets applications whose time is over, with their documents; what became of them stays as a number. One that made a
 * driver belongs to the driver's record.
 */
export async function purgeApplications(now: Temporal.Instant): Promise<number> {
  const before = (days: number) => now.subtract({ hours: 24 * days })
  return inTransaction(async (tx) => {
    const over = await tx
      .selectFrom('applications')
      .leftJoin('application_consents', (join) =>
        join.onRef('application_id', '=', 'applications.id').on('text', '=', 'keep'),
      )
      .select('applications.id')
      .where(({ and, eb, or }) =>
        or([
          and([eb('state', '=', 'started'), eb('changed_at', '<', before(KEPT_DAYS.unsent))]),
          and([
            eb('state', 'in', ['rejected', 'withdrawn']),
            or([
              eb('changed_at', '<', before(KEPT_DAYS.keep)),
              and([eb('text', 'is', null), eb('changed_at', '<', before(KEPT_DAYS.decided))]),
            ]),
          ]),
        ]),
      )
      // Twice at the same moment: what the one forgets, and counts, the other leaves alone.
      .forUpdate('applications')
      .skipLocked()
      .execute()
    if (over.length === 0) return 0
    const ids = over.map(({ id }) => id)
    const documents = await tx
      .deleteFrom('application_documents')
      .where('application_id', 'in', ids)
      .returning('file_sha256 as sha256')
      .execute()
    for (const document of documents) await order(tx, forgetFile, document)
    await tally(tx, ids)
    await tx.deleteFrom('applications').where('id', 'in', ids).execute()
    for (const id of ids) await order(tx, noteForgotten, { at: now.toString(), table: 'applications', id })
    return ids.length
  })
}

/** Adds what was decided to the numbers that outlive it; one that was never sent counts nowhere. */
async function tally(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    insert into application_tallies as known (month, source, state, cause, count, talked)
    select date_trunc('month', sent_at at time zone ${ZONE})::date, source, state, coalesce(cause, ''), count(*),
      count(*) filter (where exists (
        select from application_notes n where n.application_id = applications.id and n.state in ('talking', 'checking')))
    from applications where id = any(${ids}) and sent_at is not null
    group by 1, 2, 3, 4
    on conflict (month, source, state, cause)
      do update set count = known.count + excluded.count, talked = known.talked + excluded.talked`.execute(tx)
}
