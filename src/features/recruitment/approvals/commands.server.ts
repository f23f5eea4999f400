import { contractKindOf, type DocumentKind } from '#domain/application.ts'
import type { Filling } from '#domain/contract.ts'
import { showPlate } from '#domain/identifiers.ts'
import { Refusal } from '#domain/refusal.ts'
import { offeredTerms } from '#domain/simulation.ts'
import { weekAt, ZONE } from '#domain/week.ts'
import { inviteDriver } from '#features/accounts/invitations/commands.server.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { draftContract } from '#features/contracts/commands.server.ts'
import { draftText, knownFilling, termWords } from '#features/contracts/filling/queries.server.ts'
import { templateInUse } from '#features/contracts/templates/queries.server.ts'
import { prepareContract } from '#features/contracts/preparations/commands.server.ts'
import { contractInput } from '#features/contracts/schema.ts'
import { returnDriver } from '#features/departures/commands.server.ts'
import { findDeparture } from '#features/departures/queries.server.ts'
import { createDriver } from '#features/fleet/drivers/commands.server.ts'
import { addTerms } from '#features/fleet/terms/commands.server.ts'
import { findPerson, nifIndexOf } from '#features/fleet/drivers/queries.server.ts'
import { listTerms } from '#features/fleet/terms/queries.server.ts'
import { recordLinkedReferral } from '#features/adjustments/referrals/commands.server.ts'
import { askForPaper, receivePaper } from '#features/papers/commands.server.ts'
import { listKinds } from '#features/papers/kinds/queries.server.ts'
import { papersOf } from '#features/papers/queries.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { getApplication } from '#features/recruitment/queries.server.ts'
import { type Application, approvalInput, type ApprovalInput } from '#features/recruitment/schema.ts'
import { newDriver } from '#features/fleet/drivers/schema.ts'
import { decide, lockApplication, lockOpenApplication } from '#features/recruitment/commands.server.ts'

/**
 * Makes a driver of the applicant, or takes a driver back who had left: mails the invitation, records whose link
 * brought a new one, hands over the documents of the application, requests the missing ones, and agrees the offered
 * terms and drafts the contract, or prepares it while something in its text is open. Answers the driver's id, for a
 * second press the same one. Refuses `record.not-found`, `application.decided`, `key.taken` when e-mail or phone are
 * another driver's, `driver.known` when the NIF is, and as `takeBack` and `inviteDriver`.
 */
export async function approveApplication(
  change: Change,
  id: string,
  approval: ApprovalInput = approvalInput.parse({}),
): Promise<string> {
  await lockApplication(change.tx, id)
  const { state, driverId: approvedDriver } = await getApplication(id, change.tx)
  if (state === 'approved' && approvedDriver !== null) return approvedDriver
  const application = await lockOpenApplication(change.tx, id)
  const driverId =
    (await takeBack(change, application)) ?? (await createFromApplication(change, application, approval.driverAddress))
  await inviteDriver(change, driverId, { approved: true })
  if (application.referral !== null) await recordLinkedReferral(change, application.referral, driverId)
  await handOverPapers(change, application, driverId)
  await askForPapers(change, application, driverId)
  if (approval.terms === 'on') await agreeOfferedTerms(change, application, driverId)
  await draftFirst(change, application, driverId, approval)
  await decide(change, [application], { state: 'approved', reason: null, driver_id: driverId })
  return driverId
}

/**
 * The driver's kind of document for each that comes with an application. Those of a car belong to the car, which has
 * no record yet.
 */
const PAPER_OF: Readonly<Partial<Record<DocumentKind, string>>> = {
  licence: 'driving-licence',
  certificate: 'cmtvde',
  identity: 'identity',
  iban: 'iban-proof',
}

async function handOverPapers(change: Change, { id, certificateUntil }: Application, driverId: string): Promise<void> {
  const documents = await change.tx
    .selectFrom('application_documents as d')
    .innerJoin('files', 'files.sha256', 'd.file_sha256')
    .select(['kind', 'file_sha256 as sha256', 'media_type'])
    .where('application_id', '=', id)
    .orderBy('d.id', 'desc')
    .execute()
  // Of two documents of a kind the newer one counts, and `receivePaper` keeps the first it gets: begin with the newest.
  for (const { kind, sha256, media_type } of documents) {
    const paper = PAPER_OF[kind as DocumentKind]
    const expiresOn = kind === 'certificate' ? certificateUntil : null
    if (paper)
      await receivePaper(change, driverId, paper, { sha256, isPdf: media_type === 'application/pdf', expiresOn })
  }
}

/** Days that a new driver has to send what is missing. */
const PAPERS_WITHIN = 14

/** Requests every document that is needed for something and that nobody has sent yet. */
async function askForPapers(change: Change, { regime }: Application, driverId: string): Promise<void> {
  const papers = await papersOf({ holder: 'driver', id: driverId }, change.now, change.tx)
  const isThere = (code: string) =>
    papers.some((paper) => paper.kind === code && ['accepted', 'sent', 'asked'].includes(paper.state))
  const dueOn = change.now.toZonedDateTimeISO(ZONE).toPlainDate().add({ days: PAPERS_WITHIN }).toString()
  for (const { code, holder, isUsed, fromDriver, appliesTo, needed } of await listKinds(change.tx)) {
    const isAsked = holder === 'driver' && isUsed && fromDriver && (needed.drive || needed.assign || needed.pay)
    const isOfRegime = appliesTo.length === 0 || appliesTo.includes(regime)
    // Give only a notice in the area: the invitation is the one mail of an approval, and leads to the area with all
    // documents.
    if (isAsked && isOfRegime && !isThere(code))
      await askForPaper(change, driverId, { kind: code, dueOn, words: '' }, async (...args) => {
        await writeNotices(...args)
      })
  }
}

/** Agrees the terms of the site's offer from this week on; a driver who has terms already keeps them. */
async function agreeOfferedTerms(change: Change, { regime }: Application, driverId: string): Promise<void> {
  if ((await listTerms(driverId, change.tx)).length > 0) return
  const from = weekAt(change.now)
  const terms = offeredTerms(regime, await settingsIn(from, change.tx))
  await addTerms(change, driverId, { from, terms, reason: 'Candidatura aprovada' })
}

/**
 * Drafts the contract for the office to send; while its text lacks something, makes a preparation that keeps what is known
 * and names the rest.
 */
async function draftFirst(
  change: Change,
  application: Application,
  driverId: string,
  { terms: _terms, ...typed }: ApprovalInput,
): Promise<void> {
  const startsOn = change.now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  const input = contractInput.safeParse({
    driver: driverId,
    kind: contractKindOf(application.regime),
    language: application.language,
    ...typed,
    startsOn,
    endsOn: '',
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
    ...(await knownFilling(input.data, change.now, change.tx)),
    ...termWords(input.data, application.language),
  }
  const written = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''))
  const { body } = await templateInUse(input.data, change.tx)
  if (draftText(body, application.language, { ...known, ...written }).open.length > 0)
    return prepareContract(change, input.data, { ...car, ...written })
  await draftContract(change, input.data, car)
}

/**
 * Creates the driver. Refuses `driver.known` for the NIF of another driver: nobody is here twice, and nobody refers
 * themselves.
 */
async function createFromApplication(
  change: Change,
  { name, email, phone, nif, language }: Application,
  address: string,
): Promise<string> {
  const known = nif === null ? null : await findPerson({ nif, email: null }, change.tx)
  if (known) throw new Refusal('driver.known', { id: known.id, ref: known.ref, driver: known.name })
  return createDriver(
    change,
    newDriver({ name, email, phone, nif, language, address: address || null, status: 'pending' }),
  )
}

/**
 * Takes a driver back who had left, with history and balance, and answers their id; `null` for anybody else. Refuses
 * `driver.known` for a leaver's e-mail under another NIF: it is not proved whose either is.
 */
async function takeBack(change: Change, { nif, email }: Application): Promise<string | null> {
  const person = await findPerson({ nif, email }, change.tx)
  if (!person || !(await findDeparture(person.id, change.tx))) return null
  if (nif !== null && person.nifIndex !== null && nifIndexOf(nif) !== person.nifIndex)
    throw new Refusal('driver.known', { id: person.id, ref: person.ref, driver: person.name })
  const on = change.now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  await returnDriver(change, person.id, { on, isPending: true })
  return person.id
}
