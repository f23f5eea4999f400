import type { OwnDriverId } from '#domain/access.ts'
import { mayBecome } from '#domain/contract.ts'
import { maskEmail } from '#domain/identifiers.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Actor, carryOut, type Change } from '#features/audit/commands.server.ts'
import { findCompany } from '#features/company/queries.server.ts'
import { saveFile } from '#features/files/commands.server.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import { isDrawnWhole } from '#integrations/pdf/fonts.ts'
import { sealOf } from '#integrations/seal/certificate.ts'
import { sealPdf } from '#integrations/seal/seal-pdf.ts'
import { cleanDrawing } from '#integrations/uploads/clean-upload.ts'
import { inLanguage } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import { sendCode, useCode } from '../codes/commands.server.ts'
import { renderContract } from './pdf.ts'
import { revokeLinks, useLink, writeLink } from '../links/commands.server.ts'
import { areFactsRight, type TypedFacts } from '../links/queries.server.ts'
import { findByLink, getContract, linkWayOf, readerOf, wasOpened } from '../queries.server.ts'
import type { ContractSignature, ContractView, FactName, WholeContract } from '../schema.ts'
import { lockContract, moveContract, shortenBrowser, notifyDriver, writeEvent } from '../commands.server.ts'
import { orderStamp } from '../stamps/commands.server.ts'

/**
 * The typed name of a signer, and how they prove who they are: the account and when it was last confirmed, and the
 * typed code.
 */
export type Signing = {
  name: string
  picture?: File | undefined
  account: string | null
  confirmedAt: Temporal.Instant | null
  code?: string | null
  /** The personal link that the signer used, and the facts asked there instead of a code. */
  link?: string
  facts?: readonly FactName[]
  browser: string
}

/**
 * Mails the driver a code to sign with. Refuses `contract.moved-on` unless the contract waits for a signature,
 * `record.not-found` for another driver's contract, and what `sendCode` refuses.
 */
export async function askForCode(
  change: Change,
  driver: OwnDriverId,
  id: string,
  { email, browser }: { email: string; browser: string },
): Promise<void> {
  const contract = await lockContract(change, id, driver)
  if (!mayBecome(contract.state, 'signed')) throw new Refusal('contract.moved-on')
  const detail = await sendCode(change, contract, { ...(await readerOf(contract, change.tx)), email })
  await writeEvent(change, contract.id, 'code', { browser, detail })
  change.note({ subject: `contract:${contract.id}`, after: { contract: contract.kind } })
}

/**
 * Signs for the driver. Refuses `contract.moved-on` unless the contract waits for a signature, `record.not-found` for
 * another driver's contract, `contract.name-unwritable` for a name that the sealed file could not show, and what
 * `useCode` refuses.
 */
export async function signContract(change: Change, driver: OwnDriverId, id: string, how: Signing): Promise<void> {
  const contract = await lockContract(change, id, driver)
  await moveContract(change, contract, 'signed', {}, how)
  await writeSignature(change, contract, 'driver', how)
}

/**
 * Makes a personal link, valid for a number of days, to a contract that waits for its driver, and mails it with
 * `byMail`. Returns its path, which can only be shown now. Refuses `contract.moved-on`, `mail.nobody`,
 * `driver.removed`, and `contract.link-nobody` when there is no way to ask the driver for a proof.
 */
export async function linkContract(
  change: Change,
  id: string,
  { days, byMail }: { days: number; byMail: boolean },
): Promise<string> {
  const contract = await lockContract(change, id)
  if (!mayBecome(contract.state, 'signed')) throw new Refusal('contract.moved-on')
  const reader = await readerOf(contract, change.tx)
  if (reader.isRemoved) throw new Refusal('driver.removed', { driver: reader.name })
  if ((await linkWayOf(reader, change.now, change.tx)) === null) throw new Refusal('contract.link-nobody')
  const { link, until } = await newLink(change, contract, reader, days)
  if (byMail) {
    if (reader.email === null) throw new Refusal('mail.nobody')
    const mail = {
      template: 'contract-link',
      params: { number: contract.number, link, until, again: false },
      driverId: reader.driver,
    } as const
    const isMailed = await writeMail(change, { ...mail, recipient: reader.email, language: reader.language })
    if (!isMailed) throw new Refusal('mail.nobody')
  }
  await writeEvent(change, contract.id, 'link', { detail: byMail && reader.email ? maskEmail(reader.email) : null })
  change.note({ subject: `contract:${contract.id}`, after: { contract: contract.kind, days } })
  return link
}

/**
 * Makes a link in the driver's language, which voids earlier ones. Returns its path, which can only be shown now, and
 * the moment when it expires.
 */
export async function newLink(
  change: Change,
  { id }: ContractView,
  { language }: Reader,
  days: number,
): Promise<{ link: string; until: string }> {
  const { token, until } = await writeLink(change, id, days)
  return { link: inLanguage(`/sign/${token}`, language === 'en' ? 'en' : 'pt'), until: until.toString() }
}

type Reader = Awaited<ReturnType<typeof readerOf>>

/** Voids the contract's link; without one nothing changes. */
export async function revokeContractLink(change: Change, id: string): Promise<void> {
  const contract = await lockContract(change, id)
  if ((await revokeLinks(change, contract.id)) === 0) return
  await writeEvent(change, contract.id, 'link-revoked')
  change.note({ subject: `contract:${contract.id}`, after: { contract: contract.kind } })
}

/** Programs that fetch a page to show a preview of its link. */
const PREVIEWS = /WhatsApp|facebookexternalhit|TelegramBot|bot\b|preview/i

/** Notes that a link's page was opened: one event an hour for each address. */
export async function noteOpening(
  contract: string,
  { actor, now, browser }: { actor: Actor; now: Temporal.Instant; browser: string },
): Promise<void> {
  if (PREVIEWS.test(browser) || (await wasOpened(contract, actor.address, now.subtract({ hours: 1 })))) return
  await carryOut({ actor, action: 'contract.open', now }, async (change) => {
    await writeEvent(change, contract, 'opened', { browser })
    change.note({ subject: `contract:${contract}` })
    return null
  })
}

/**
 * Sends a code, as `askForCode` does, to the driver of a link. Refuses `record.not-found` for a link that is not
 * valid.
 */
export async function askForCodeByLink(change: Change, token: string, browser: string): Promise<void> {
  const { contract, reader, way } = await lockByLink(change, token)
  if (way.by !== 'code') return
  const detail = await sendCode(change, contract, { ...reader, email: way.email })
  await writeEvent(change, contract.id, 'code', { browser, detail })
  change.note({ subject: `contract:${contract.id}`, after: { contract: contract.kind } })
}

/**
 * Signs for the driver by a personal link, with a code or with facts of the record. Refuses `record.not-found` for a
 * link that is not valid, `contract.facts-wrong`, and what `signContract` refuses.
 */
export async function signByLink(
  change: Change,
  token: string,
  { typed, code = '', ...how }: Pick<Signing, 'name' | 'picture' | 'browser'> & { code?: string; typed: TypedFacts },
): Promise<void> {
  const { contract, link, way } = await lockByLink(change, token)
  if (way.by === 'facts' && !areFactsRight(typed, way.facts)) throw new Refusal('contract.facts-wrong', { left: 0 })
  await moveContract(change, contract, 'signed', {}, how)
  await writeSignature(change, contract, 'driver', {
    ...how,
    account: null,
    confirmedAt: null,
    link,
    code: way.by === 'code' ? code : null,
    facts: way.by === 'facts' ? way.asked : [],
  })
  await useLink(change, link)
}

/**
 * Refuses the contract in the driver's name, by a personal link. Refuses `record.not-found` for a link that is not
 * valid.
 */
export async function refuseByLink(
  change: Change,
  token: string,
  { reason, browser }: { reason: string; browser: string },
): Promise<void> {
  const { contract, link } = await lockByLink(change, token)
  await moveContract(change, contract, 'refused', { reason }, { browser })
  await useLink(change, link)
}

/**
 * Refuses `contract.link-session` when the browser is signed in as another person than the driver of the link: the
 * evidence would name the driver, although another person's session signed.
 */
export function refuseOtherSession({ uid }: Pick<Actor, 'uid'>, reader: Reader): void {
  if (uid !== null && uid !== reader.uid) throw new Refusal('contract.link-session')
}

/**
 * Checks a link again after locking its contract. Refuses `record.not-found`, and what `refuseOtherSession` refuses.
 */
async function lockByLink(change: Change, token: string) {
  const beforeLock = await findByLink(token, change.now, change.tx)
  if (beforeLock) await lockContract(change, beforeLock.contract.id)
  const found = beforeLock && (await findByLink(token, change.now, change.tx))
  if (!found) throw new Refusal('record.not-found')
  refuseOtherSession(change.actor, found.reader)
  return found
}

/** Refuses the contract in the driver's name, with the reason. Refuses what `signContract` refuses. */
export async function refuseContract(change: Change, driver: OwnDriverId, id: string, reason: string): Promise<void> {
  await moveContract(change, await lockContract(change, id, driver), 'refused', { reason })
}

/**
 * Signs for the company, as the last party: makes the file with its evidence, seals and saves it, and notifies the
 * driver. Refuses `contract.moved-on` before the driver has signed, `contract.same-person` when the same account
 * signed as the driver, and what `sealOf` refuses. Orders a time stamp when a service for it is set.
 */
export async function sealContract(change: Change, id: string, how: Signing): Promise<void> {
  const contract = await lockContract(change, id)
  if (!mayBecome(contract.state, 'sealed')) throw new Refusal('contract.moved-on')
  const { uid } = change.actor
  if (uid !== null && contract.signatures.some((signature) => signature.uid === uid))
    throw new Refusal('contract.same-person')
  const company = await findCompany(change.tx)
  const name = company?.name ?? ''
  const seal = await sealOf(name, change.now)
  await writeSignature(change, contract, 'company', how)
  const { signatures } = await getContract(id, null, change.tx)
  if (signatures.some(({ textHash }) => textHash !== contract.textHash))
    throw new Error('A signature is of another text.')
  const pictures = await Promise.all(
    signatures.map(async ({ pictureHash }) => (pictureHash === null ? null : await readKeptFile(pictureHash))),
  )
  const pdf = await renderContract({ contract, signatures, pictures, company: name, seal, sealedAt: change.now })
  const file = await saveFile(change.tx, await sealPdf(pdf, seal), 'application/pdf')
  await moveContract(change, contract, 'sealed', { file_sha256: file })
  await orderStamp(change, contract.id)
  await notifyDriver(change, contract, 'sealed')
}

async function writeSignature(
  change: Change,
  { id, language, textHash }: WholeContract,
  whose: ContractSignature['whose'],
  { name, picture, account, confirmedAt, code = null, link, facts = [], browser }: Signing,
): Promise<void> {
  if (!isDrawnWhole(name)) throw new Refusal('contract.name-unwritable')
  const used = code === null ? null : await useCode(change, id, code)
  await change.tx
    .insertInto('contract_signatures')
    .values({
      contract_id: id,
      whose,
      name,
      account,
      uid: change.actor.uid,
      signed_at: change.now.toString(),
      confirmed_at: confirmedAt?.toString() ?? null,
      code_to: used?.to ?? null,
      code_sent_at: used?.sentAt ?? null,
      address: change.actor.address,
      browser: shortenBrowser(browser),
      link_id: link ?? null,
      facts: [...facts],
      phrase: translator(language)(`page.contracts.phrase.${whose}`),
      picture_sha256: await saveSignaturePicture(change, picture),
      text_sha256: textHash,
    })
    .execute()
}

async function saveSignaturePicture(change: Change, picture: File | undefined): Promise<string | null> {
  if (!picture || picture.size === 0) return null
  const { bytes, mediaType } = await cleanDrawing(picture)
  return saveFile(change.tx, bytes, mediaType)
}
