import { sealFor } from '#db/sealed-columns.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import {
  type ContractNotice,
  type ContractState,
  type ContractStep,
  ENDS_SOON,
  type Filling,
  type Relation,
  fillText,
  mayBeSignedOnPaper,
  mayBecome,
  placeholdersOf,
  reminderDue,
} from '#domain/contract.ts'
import { maskEmail } from '#domain/identifiers.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import { type Actor, type Deed, SYSTEM, carryOut } from '#features/audit/commands.server.ts'
import { findCompany } from '#features/company/queries.server.ts'
import { keepFile } from '#features/files/commands.server.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { requireStanding } from '#features/fleet/standing/queries.server.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { isOneAddress } from '#integrations/email/email.ts'
import { isDrawnWhole } from '#integrations/pdf/fonts.ts'
import { sealOf } from '#integrations/seal/certificate.ts'
import { sealPdf } from '#integrations/seal/seal-pdf.ts'
import { cleanDrawing } from '#integrations/uploads/clean-upload.ts'
import { inLanguage } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import { sendCode, useCode } from './codes/commands.server.ts'
import { draftText, getOriginal, knownFilling, termWords, writtenTerms } from './filling/queries.server.ts'
import { hashOfText, renderContract } from './pdf.ts'
import { revokeLinks, useLink, writeLink } from './links/commands.server.ts'
import { type TypedFacts, areRight, daysOfLastLink } from './links/queries.server.ts'
import {
  findByLink,
  getContract,
  linkWayOf,
  listAbsent,
  listEnding,
  listReminders,
  listUnsigned,
  partyOf,
  readerOf,
  wasOpened,
} from './queries.server.ts'
import {
  type SecondPerson,
  answerSignedPaper,
  keepSignedPaper,
  voidWaitingPaper,
} from './signed-papers/commands.server.ts'
import {
  type ContractInput,
  type ContractSignature,
  type ContractView,
  type FactName,
  TYPED,
  type WholeContract,
} from './schema.ts'
import { keepVersion } from './templates/commands.server.ts'
import { templateInUse } from './templates/queries.server.ts'

/**
 * Writes a contract for a driver, as a draft of the office; answers its id. Refuses `contract.unfilled` with the name of what
 * nothing fills, `contract.follows-nothing` where it renews or amends none of this driver's, `contract.unwritable` with that of what the sealed file could not show, and `record.not-found` for no such driver. `besides` is what no record says yet.
 */
export async function draftContract(deed: Deed, input: ContractInput, besides: Filling = {}): Promise<string> {
  const { driver, kind, language, startsOn, endsOn, follows } = input
  await requireStanding(driver, deed.tx)
  const relation = await relationOf(deed, input)
  const typed: Filling = Object.fromEntries(TYPED.flatMap((name) => (input[name] ? [[name, input[name]]] : [])))
  const known = await knownFilling(input, deed.now, deed.tx)
  const filling = { ...besides, ...known, ...typed, ...termWords(input, language) }
  const { version, body: template } = await templateInUse(input, deed.tx)
  const { open } = draftText(template, language, filling)
  const [missing] = open
  if (missing) throw new Refusal('contract.unfilled', { placeholder: missing })
  const unwritable = placeholdersOf(template).find((name) => !isDrawnWhole(filling[name] ?? ''))
  if (unwritable) throw new Refusal('contract.unwritable', { placeholder: unwritable })
  await keepVersion(deed, input, { version, body: template, note: '' })
  const body = fillText(template, filling, () => '')
  const written = await writtenTerms(driver, placeholdersOf(template), deed.now, deed.tx)
  const { id } = await deed.tx
    .insertInto('contracts')
    .values({
      ...{ driver_id: driver, kind, language, template_version: version, starts_on: startsOn, ends_on: endsOn },
      ...{ follows, relation },
      ...{ body: sealFor('contracts.body', driver, body), text_sha256: hashOfText(body) },
      terms: written && JSON.stringify(written),
      created_at: deed.now.toString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeEvent(deed, id, 'draft')
  const after = { contract: kind, from: startsOn }
  deed.note({ subject: `contract:${id}`, after })
  deed.note({ subject: `driver:${driver}`, after })
  return id
}

/** A contract of the same kind renews one, an amendment amends one; it is with the same person. */
async function relationOf({ tx }: Deed, { driver, kind, follows }: ContractInput): Promise<Relation | null> {
  if (follows === null && kind !== 'amendment') return null
  const original = follows === null ? null : await getOriginal(follows, tx)
  const isSame = original !== null && (await partyOf({ driver: { id: original.driver_id } }, tx)) === driver
  if (!original || !isSame || original.kind === 'amendment') throw new Refusal('contract.follows-nothing')
  if (kind === 'amendment') return 'amendment'
  if (kind !== original.kind) throw new Refusal('contract.follows-nothing')
  return 'renewal'
}

/** Shows it to the driver, who is told. Refuses `contract.moved-on` unless it is a draft. */
export async function sendContract(deed: Deed, id: string): Promise<void> {
  const contract = await lockContract(deed, id)
  await move(deed, contract, 'sent')
  await tell(deed, contract, 'sent')
}

/** How it is known who signs, and from where: since when the account has shown who it is, and the code that was typed. */
export type Signing = {
  name: string
  picture?: File | undefined
  account: string | null
  confirmedAt: Temporal.Instant | null
  code?: string | null
  /** The personal link by which they came, and what was asked there instead of a code. */
  link?: string
  facts?: readonly FactName[]
  browser: string
}

/**
 * Mails the driver a code to sign with. Refuses `contract.moved-on` unless it waits for a signature, `record.not-found` for
 * another's, and what `sendCode` refuses.
 */
export async function askForCode(
  deed: Deed,
  driver: OwnDriverId,
  id: string,
  { email, browser }: { email: string; browser: string },
): Promise<void> {
  const contract = await lockContract(deed, id, driver)
  if (!mayBecome(contract.state, 'signed')) throw new Refusal('contract.moved-on')
  const detail = await sendCode(deed, contract, { ...(await readerOf(contract, deed.tx)), email })
  await writeEvent(deed, contract.id, 'code', { browser, detail })
  deed.note({ subject: `contract:${contract.id}`, after: { contract: contract.kind } })
}

/**
 * The driver signs. Refuses `contract.moved-on` unless it waits for that, `record.not-found` for another's,
 * `contract.name-unwritable` for a name that the sealed file could not show, and what `useCode` refuses.
 */
export async function signContract(deed: Deed, driver: OwnDriverId, id: string, how: Signing): Promise<void> {
  const contract = await lockContract(deed, id, driver)
  await move(deed, contract, 'signed', {}, how)
  await writeSignature(deed, contract, 'driver', how)
}

/**
 * Makes a personal link to a contract that waits for its driver, good for so many days, and mails it where that is asked for;
 * answers its path, which is seen only now. Refuses `contract.moved-on`, `mail.nobody`, and `contract.link-nobody` where
 * nothing could be asked of whoever signs by it.
 */
export async function linkContract(
  deed: Deed,
  id: string,
  { days, byMail }: { days: number; byMail: boolean },
): Promise<string> {
  const contract = await lockContract(deed, id)
  if (!mayBecome(contract.state, 'signed')) throw new Refusal('contract.moved-on')
  const reader = await readerOf(contract, deed.tx)
  if ((await linkWayOf(reader, deed.now, deed.tx)) === null) throw new Refusal('contract.link-nobody')
  const link = await newLink(deed, contract, reader, days)
  if (byMail) {
    if (reader.email === null) throw new Refusal('mail.nobody')
    const mail = {
      template: 'contract-link',
      params: { number: contract.number, link, again: false },
      driverId: reader.driver,
    } as const
    const isMailed = await writeMail(deed, { ...mail, recipient: reader.email, language: reader.language })
    if (!isMailed) throw new Refusal('mail.nobody')
  }
  await writeEvent(deed, contract.id, 'link', { detail: byMail && reader.email ? maskEmail(reader.email) : null })
  deed.note({ subject: `contract:${contract.id}`, after: { contract: contract.kind, days } })
  return link
}

/** A link that voids those before it, as its reader opens it: its path, seen only now. */
async function newLink(deed: Deed, { id }: ContractView, { language }: Reader, days: number): Promise<string> {
  return inLanguage(`/sign/${await writeLink(deed, id, days)}`, language === 'en' ? 'en' : 'pt')
}

type Reader = Awaited<ReturnType<typeof readerOf>>

/** The office takes the link back; without one nothing changes. */
export async function revokeContractLink(deed: Deed, id: string): Promise<void> {
  const contract = await lockContract(deed, id)
  if ((await revokeLinks(deed, contract.id)) === 0) return
  await writeEvent(deed, contract.id, 'link-revoked')
  deed.note({ subject: `contract:${contract.id}`, after: { contract: contract.kind } })
}

/** Programs that fetch a page so that its address can be shown with a picture. */
const PREVIEWS = /WhatsApp|facebookexternalhit|TelegramBot|bot\b|preview/i

/** The page of a link was opened: an event of the contract, once in an hour from one address. */
export async function noteOpening(
  contract: string,
  { actor, now, browser }: { actor: Actor; now: Temporal.Instant; browser: string },
): Promise<void> {
  if (PREVIEWS.test(browser) || (await wasOpened(contract, actor.address, now.subtract({ hours: 1 })))) return
  await carryOut({ actor, action: 'contract.open', now }, async (deed) => {
    await writeEvent(deed, contract, 'opened', { browser })
    deed.note({ subject: `contract:${contract}` })
    return null
  })
}

/** The same as `askForCode` by a link. Refuses `record.not-found` for one that is not good. */
export async function askForCodeByLink(deed: Deed, token: string, browser: string): Promise<void> {
  const { contract, reader, way } = await lockByLink(deed, token)
  if (way.by !== 'code') return
  const detail = await sendCode(deed, contract, { ...reader, email: way.email })
  await writeEvent(deed, contract.id, 'code', { browser, detail })
  deed.note({ subject: `contract:${contract.id}`, after: { contract: contract.kind } })
}

/**
 * The driver signs by a personal link, with a code or with what the record knows. Refuses `record.not-found` for a link that is
 * not good, `contract.facts-wrong`, and as `signContract`.
 */
export async function signByLink(
  deed: Deed,
  token: string,
  { typed, code = '', ...how }: Pick<Signing, 'name' | 'picture' | 'browser'> & { code?: string; typed: TypedFacts },
): Promise<void> {
  const { contract, link, way } = await lockByLink(deed, token)
  if (way.by === 'facts' && !areRight(typed, way.facts)) throw new Refusal('contract.facts-wrong', { left: 0 })
  await move(deed, contract, 'signed', {}, how)
  await writeSignature(deed, contract, 'driver', {
    ...{ ...how, account: null, confirmedAt: null, link, code: way.by === 'code' ? code : null },
    facts: way.by === 'facts' ? way.asked : [],
  })
  await useLink(deed, link)
}

/** The driver refuses by a personal link. Refuses `record.not-found` for one that is not good. */
export async function refuseByLink(
  deed: Deed,
  token: string,
  { reason, browser }: { reason: string; browser: string },
): Promise<void> {
  const { contract, link } = await lockByLink(deed, token)
  await move(deed, contract, 'refused', { reason }, { browser })
  await useLink(deed, link)
}

/** A link is looked at once more when its contract is held. */
async function lockByLink(deed: Deed, token: string) {
  const seen = await findByLink(token, deed.now, deed.tx)
  if (seen) await lockContract(deed, seen.contract.id)
  const found = seen && (await findByLink(token, deed.now, deed.tx))
  if (!found) throw new Refusal('record.not-found')
  return found
}

/** The driver refuses, and says why. Refuses as `signContract`. */
export async function refuseContract(deed: Deed, driver: OwnDriverId, id: string, reason: string): Promise<void> {
  await move(deed, await lockContract(deed, id, driver), 'refused', { reason })
}

/**
 * What was signed by hand, or with signatures of its own, waits to be looked at. Refuses `contract.moved-on` once somebody has
 * signed here or it was closed, and what `keepSignedPaper` refuses.
 */
export async function addSignedPaper(deed: Deed, id: string, files: readonly Blob[]): Promise<void> {
  const contract = await lockContract(deed, id)
  if (!mayBeSignedOnPaper(contract.state)) throw new Refusal('contract.moved-on')
  await keepSignedPaper(deed, contract.id, files)
  await writeEvent(deed, contract.id, 'paper')
  deed.note({ subject: `contract:${contract.id}`, after: { contract: contract.kind } })
}

/** It is in force by that paper, and the driver is told. Refuses `contract.moved-on`, and what `answerSignedPaper` refuses. */
export async function acceptSignedPaper(deed: Deed, id: string, paper: string, second: SecondPerson): Promise<void> {
  const contract = await lockContract(deed, id)
  const file = await answerSignedPaper(deed, contract.id, paper, { state: 'accepted', second })
  if (!mayBeSignedOnPaper(contract.state)) throw new Refusal('contract.moved-on')
  await comeInto(deed, contract, 'sealed', { file_sha256: file, paper_id: paper })
  await tell(deed, contract, 'paper')
}

/** It is not what was needed; another one may come. Refuses what `answerSignedPaper` refuses. */
export async function declineSignedPaper(deed: Deed, id: string, paper: string, reason: string): Promise<void> {
  const contract = await lockContract(deed, id)
  await answerSignedPaper(deed, contract.id, paper, { state: 'declined', reason })
  await writeEvent(deed, contract.id, 'paper-declined', { detail: reason })
  deed.note({ subject: `contract:${contract.id}`, after: { contract: contract.kind, reason } })
}

/** The office takes it back before it is sealed. Refuses `contract.moved-on` after. */
export async function withdrawContract(deed: Deed, id: string, reason: string): Promise<void> {
  const contract = await lockContract(deed, id)
  await move(deed, contract, 'withdrawn', { reason })
  if (contract.state !== 'draft') await tell(deed, contract, 'withdrawn')
}

/**
 * It has another last day than its text says, by notice or by agreement; the driver is told. Refuses `contract.moved-on` unless
 * it is sealed and was not ended, and `contract.ends-otherwise` for a day before its first or not before its last.
 */
export async function endContract(
  deed: Deed,
  id: string,
  { lastDay, reason }: { lastDay: string; reason: string },
): Promise<void> {
  const contract = await lockContract(deed, id)
  const { state, startsOn, endsOn, endedOn, kind } = contract
  if (state !== 'sealed' || endedOn !== null || kind === 'amendment') throw new Refusal('contract.moved-on')
  if (lastDay < startsOn || (endsOn !== null && lastDay >= endsOn)) throw new Refusal('contract.ends-otherwise')
  await deed.tx
    .updateTable('contracts')
    .set({ ended_on: lastDay, ended_why: reason })
    .where('id', '=', contract.id)
    .execute()
  await writeEvent(deed, contract.id, 'ended')
  for (const subject of [`contract:${contract.id}`, `driver:${contract.driver.id}`])
    deed.note({ subject, after: { contract: kind, until: lastDay, reason } })
  await tell(deed, contract, 'ended')
}

/**
 * Reminds drivers of what they have to sign, 5 days after it was sent and each 2 days from then on, and of contracts that end
 * within 30 days; each reminder once. Whoever has left is told nothing.
 */
export async function remindOfContracts(now: Temporal.Instant): Promise<void> {
  const day = (moment: string) => Temporal.Instant.from(moment).toZonedDateTimeISO(ZONE).toPlainDate()
  const today = day(now.toString())
  const unsigned = (await listUnsigned()).flatMap((contract) => {
    const days = reminderDue(day(contract.since).until(today, { largestUnit: 'days' }).days)
    return days === null ? [] : [{ contract, about: 'unsigned' as const, days }]
  })
  const ending = (await listEnding(today.toString())).map((contract) => ({
    ...{ contract, about: 'ends' as const, days: ENDS_SOON },
  }))
  const [told, absent] = [await listReminders(), await listAbsent()]
  const due = [...unsigned, ...ending].filter(
    ({ contract, about, days }) => !told.has(`${contract.id} ${about} ${days}`) && !absent.has(contract.driver.id),
  )
  if (due.length === 0) return
  await carryOut({ actor: SYSTEM, action: 'contract.remind', now }, async (deed) => {
    for (const { contract, about, days } of due) {
      const reminded = { contract_id: contract.id, about, days, reminded_at: now.toString() }
      await deed.tx.insertInto('contract_reminders').values(reminded).execute()
      await tell(deed, contract, about)
      deed.note({ subject: `contract:${contract.id}`, after: { contract: contract.kind } })
    }
    return null
  })
}

/**
 * The company signs, as the last one: the file is made with its evidence, sealed and kept, and the driver is told. Refuses
 * `contract.moved-on` before the driver has signed, `contract.same-person` where the same account signed as the driver, and
 * what `sealOf` refuses.
 */
export async function sealContract(deed: Deed, id: string, how: Signing): Promise<void> {
  const contract = await lockContract(deed, id)
  if (!mayBecome(contract.state, 'sealed')) throw new Refusal('contract.moved-on')
  const { uid } = deed.actor
  if (uid !== null && contract.signatures.some((one) => one.uid === uid)) throw new Refusal('contract.same-person')
  const company = await findCompany(deed.tx)
  const name = company?.name ?? ''
  const seal = await sealOf(name, deed.now)
  await writeSignature(deed, contract, 'company', how)
  const { signatures } = await getContract(id, null, deed.tx)
  if (signatures.some(({ textHash }) => textHash !== contract.textHash))
    throw new Error('A signature is of another text.')
  const pictures = await Promise.all(
    signatures.map(async ({ pictureHash }) => (pictureHash === null ? null : await readKeptFile(pictureHash))),
  )
  const pdf = await renderContract({ contract, signatures, pictures, company: name, seal, sealedAt: deed.now })
  const file = await keepFile(deed.tx, await sealPdf(pdf, seal), 'application/pdf')
  await move(deed, contract, 'sealed', { file_sha256: file })
  await tell(deed, contract, 'sealed')
}

async function writeSignature(
  deed: Deed,
  { id, language, textHash }: WholeContract,
  whose: ContractSignature['whose'],
  { name, picture, account, confirmedAt, code = null, link, facts = [], browser }: Signing,
): Promise<void> {
  if (!isDrawnWhole(name)) throw new Refusal('contract.name-unwritable')
  const used = code === null ? null : await useCode(deed, id, code)
  await deed.tx
    .insertInto('contract_signatures')
    .values({
      ...{ contract_id: id, whose, name, account, uid: deed.actor.uid, signed_at: deed.now.toString() },
      ...{
        confirmed_at: confirmedAt?.toString() ?? null,
        code_to: used?.to ?? null,
        code_sent_at: used?.sentAt ?? null,
      },
      ...{ address: deed.actor.address, browser: shortened(browser), link_id: link ?? null, facts: [...facts] },
      phrase: translator(language)(`page.contracts.phrase.${whose}`),
      picture_sha256: await keepPicture(deed, picture),
      text_sha256: textHash,
    })
    .execute()
}

async function keepPicture(deed: Deed, picture: File | undefined): Promise<string | null> {
  if (!picture || picture.size === 0) return null
  const { bytes, mediaType } = await cleanDrawing(picture)
  return keepFile(deed.tx, bytes, mediaType)
}

async function move(
  deed: Deed,
  contract: WholeContract,
  state: ContractState,
  set: { reason?: string; file_sha256?: string } = {},
  from: Partial<Pick<Signing, 'browser'>> = {},
): Promise<void> {
  if (!mayBecome(contract.state, state)) throw new Refusal('contract.moved-on')
  if (mayBeSignedOnPaper(contract.state) && state !== 'sent') await voidWaitingPaper(deed, contract.id)
  await comeInto(deed, contract, state, set, from)
}

async function comeInto(
  deed: Deed,
  contract: WholeContract,
  state: ContractState,
  set: { reason?: string; file_sha256?: string; paper_id?: string } = {},
  from: Partial<Pick<Signing, 'browser'>> = {},
): Promise<void> {
  await deed.tx
    .updateTable('contracts')
    .set({ ...set, state })
    .where('id', '=', contract.id)
    .execute()
  await writeEvent(deed, contract.id, state, from)
  const said = set.reason ? { reason: set.reason } : {}
  const change = { before: { contractState: contract.state }, after: { contract: contract.kind, contractState: state } }
  for (const subject of [`contract:${contract.id}`, `driver:${contract.driver.id}`])
    deed.note({ subject, before: change.before, after: { ...change.after, ...said } })
}

async function writeEvent(
  { tx, now, actor }: Deed,
  id: string,
  event: ContractStep,
  { browser, detail = null }: { browser?: string; detail?: string | null } = {},
): Promise<void> {
  // Of what the office does only the account is kept.
  const from = browser === undefined ? {} : { address: actor.address, browser: shortened(browser) }
  await tx
    .insertInto('contract_events')
    .values({ contract_id: id, event, at: now.toString(), uid: actor.uid, detail, ...from })
    .execute()
}

function shortened(browser: string): string {
  return browser.slice(0, 300)
}

/** In the driver's area, and by e-mail where there is an address. */
async function tell(deed: Deed, contract: ContractView, event: ContractNotice): Promise<void> {
  const { id, kind } = contract
  const reader = await readerOf(contract, deed.tx)
  await writeNotices(deed, [reader.driver], { kind: 'contract', event, contract: kind, id })
  if (reader.email === null || (event === 'unsigned' && (await mailLinkAgain(deed, contract, reader)))) return
  const { driver, email: recipient, language, hasAccount } = reader
  await writeMail(deed, {
    ...{ template: 'contract', params: { event, id, hasAccount }, driverId: driver },
    ...{ recipient, language },
  })
}

/**
 * Whoever has no account and was given a link is reminded by another one, good for as long: the one before it may be over, and what
 * was mailed is kept nowhere. Answers whether there was one to give.
 */
async function mailLinkAgain(deed: Deed, contract: ContractView, reader: Reader): Promise<boolean> {
  const { email: recipient, language } = reader
  if (reader.hasAccount || recipient === null || !isOneAddress(recipient)) return false
  const days = await daysOfLastLink(contract.id, deed.tx)
  if (days === null || (await linkWayOf(reader, deed.now, deed.tx)) === null) return false
  const link = await newLink(deed, contract, reader, days)
  await writeMail(deed, {
    ...{ template: 'contract-link', params: { number: contract.number, link, again: true }, driverId: reader.driver },
    ...{ recipient, language },
  })
  await writeEvent(deed, contract.id, 'link', { detail: maskEmail(recipient) })
  return true
}

/** One change of a contract at a time. */
async function lockContract(deed: Deed, id: string, driver: OwnDriverId | null = null): Promise<WholeContract> {
  await deed.tx.selectFrom('contracts').select('id').where('id', '=', readRecordId(id)).forUpdate().execute()
  return getContract(id, driver, deed.tx)
}
