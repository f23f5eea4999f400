import type { Tx } from '#db/client.server.ts'
import { sealFor } from '#db/sealed-columns.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import {
  type ContractNotice,
  type ContractState,
  type ContractStep,
  type Filling,
  fillText,
  mayBecome,
  mayBeSignedOnPaper,
  placeholdersOf,
  type Relation,
} from '#domain/contract.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { requireCurrent } from '#features/fleet/current-drivers/queries.server.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { isDrawnWhole } from '#integrations/pdf/fonts.ts'
import { draftText, getOriginal, knownFilling, termWords, writtenTerms } from './filling/queries.server.ts'
import { closePreparation } from './preparations/commands.server.ts'
import { hashOfText } from './queries.server.ts'
import { getContract, partyOf, readerOf } from './queries.server.ts'
import {
  answerSignedPaper,
  keepSignedPaper,
  type SecondPerson,
  voidWaitingPaper,
} from './signed-papers/commands.server.ts'
import { type ContractInput, type ContractView, TYPED, type WholeContract } from './schema.ts'
import { keepVersion } from './templates/commands.server.ts'
import { templateInUse } from './templates/queries.server.ts'

/**
 * Drafts a contract for a driver; answers its id. Refuses `contract.unfilled` with the placeholder that nothing fills,
 * `contract.follows-nothing` when it renews or amends none of this driver's, `contract.unwritable` with the placeholder
 * whose text the sealed file could not show, and `record.not-found` for no such driver. `besides` gives values that no
 * record has yet.
 */
export async function draftContract(change: Change, input: ContractInput, besides: Filling = {}): Promise<string> {
  const { driver, kind, language, startsOn, endsOn, follows } = input
  await requireCurrent(driver, change.tx)
  const relation = await relationOf(change, input)
  const typed: Filling = Object.fromEntries(TYPED.flatMap((name) => (input[name] ? [[name, input[name]]] : [])))
  const known = await knownFilling(input, change.now, change.tx)
  const filling = { ...besides, ...known, ...typed, ...termWords(input, language) }
  const { version, body: template } = await templateInUse(input, change.tx)
  const { open } = draftText(template, language, filling)
  const [missing] = open
  if (missing) throw new Refusal('contract.unfilled', { placeholder: missing })
  const unwritable = placeholdersOf(template).find((name) => !isDrawnWhole(filling[name] ?? ''))
  if (unwritable) throw new Refusal('contract.unwritable', { placeholder: unwritable })
  await keepVersion(change, input, { version, body: template, note: '' })
  const body = fillText(template, filling, () => '')
  const written = await writtenTerms(driver, placeholdersOf(template), change.now, change.tx)
  const { id } = await change.tx
    .insertInto('contracts')
    .values({
      driver_id: driver,
      kind,
      language,
      template_version: version,
      starts_on: startsOn,
      ends_on: endsOn,
      follows,
      relation,
      body: sealFor('contracts.body', driver, body),
      text_sha256: hashOfText(body),
      terms: written && JSON.stringify(written),
      created_at: change.now.toString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeEvent(change, id, 'draft')
  await closePreparation(change, input)
  const after = { contract: kind, from: startsOn }
  change.note({ subject: `contract:${id}`, after })
  change.note({ subject: `driver:${driver}`, after })
  return id
}

/**
 * What the contract does to the one it follows: the same kind renews it, an amendment amends it. Both must be with the
 * same person.
 */
async function relationOf({ tx }: Change, { driver, kind, follows }: ContractInput): Promise<Relation | null> {
  if (follows === null && kind !== 'amendment') return null
  const original = follows === null ? null : await getOriginal(follows, tx)
  const isSame = original !== null && (await partyOf({ driver: { id: original.driver_id } }, tx)) === driver
  if (!original || !isSame || original.kind === 'amendment') throw new Refusal('contract.follows-nothing')
  if (kind === 'amendment') return 'amendment'
  if (kind !== original.kind) throw new Refusal('contract.follows-nothing')
  return 'renewal'
}

/** Sends a draft to its driver, and notifies them. Refuses `contract.moved-on` unless it is a draft. */
export async function sendContract(change: Change, id: string): Promise<void> {
  const contract = await lockContract(change, id)
  await move(change, contract, 'sent')
  await notifyDriver(change, contract, 'sent')
}

/**
 * Keeps a contract that was signed by hand, or with signatures of its own, until somebody checks it. Refuses
 * `contract.moved-on` once somebody has signed here or it was closed, and what `keepSignedPaper` refuses.
 */
export async function addSignedPaper(change: Change, id: string, files: readonly Blob[]): Promise<void> {
  const contract = await lockContract(change, id)
  if (!mayBeSignedOnPaper(contract.state)) throw new Refusal('contract.moved-on')
  await keepSignedPaper(change, contract.id, files)
  await writeEvent(change, contract.id, 'paper')
  change.note({ subject: `contract:${contract.id}`, after: { contract: contract.kind } })
}

/**
 * Puts a contract in force by a signed paper, and notifies the driver. Refuses `contract.moved-on`, and what
 * `answerSignedPaper` refuses.
 */
export async function acceptSignedPaper(
  change: Change,
  id: string,
  paper: string,
  second: SecondPerson,
): Promise<void> {
  const contract = await lockContract(change, id)
  const file = await answerSignedPaper(change, contract.id, paper, { state: 'accepted', second })
  if (!mayBeSignedOnPaper(contract.state)) throw new Refusal('contract.moved-on')
  await comeInto(change, contract, 'sealed', { file_sha256: file, paper_id: paper })
  await notifyDriver(change, contract, 'paper')
}

/** Declines a signed paper that is not the one needed; another may be sent. Refuses what `answerSignedPaper` refuses. */
export async function declineSignedPaper(change: Change, id: string, paper: string, reason: string): Promise<void> {
  const contract = await lockContract(change, id)
  await answerSignedPaper(change, contract.id, paper, { state: 'declined', reason })
  await writeEvent(change, contract.id, 'paper-declined', { detail: reason })
  change.note({ subject: `contract:${contract.id}`, after: { contract: contract.kind, reason } })
}

/** Withdraws a contract before it is sealed. Refuses `contract.moved-on` after that. */
export async function withdrawContract(change: Change, id: string, reason: string): Promise<void> {
  const contract = await lockContract(change, id)
  await move(change, contract, 'withdrawn', { reason })
  if (contract.state !== 'draft') await notifyDriver(change, contract, 'withdrawn')
}

/**
 * Gives a contract another last day than its text, by notice or by agreement, and notifies the driver. Refuses
 * `contract.moved-on` unless it is sealed and was not ended, and `contract.ends-otherwise` for a day before its first
 * or not before its last.
 */
export async function endContract(
  change: Change,
  id: string,
  { lastDay, reason }: { lastDay: string; reason: string },
): Promise<void> {
  const contract = await lockContract(change, id)
  const { state, startsOn, endsOn, endedOn, kind } = contract
  if (state !== 'sealed' || endedOn !== null || kind === 'amendment') throw new Refusal('contract.moved-on')
  if (lastDay < startsOn || (endsOn !== null && lastDay >= endsOn)) throw new Refusal('contract.ends-otherwise')
  await change.tx
    .updateTable('contracts')
    .set({ ended_on: lastDay, ended_why: reason })
    .where('id', '=', contract.id)
    .execute()
  await writeEvent(change, contract.id, 'ended')
  for (const subject of [`contract:${contract.id}`, `driver:${contract.driver.id}`])
    change.note({ subject, after: { contract: kind, until: lastDay, reason } })
  await notifyDriver(change, contract, 'ended')
}

export async function move(
  change: Change,
  contract: WholeContract,
  state: ContractState,
  set: { reason?: string; file_sha256?: string } = {},
  from: { browser?: string } = {},
): Promise<void> {
  if (!mayBecome(contract.state, state)) throw new Refusal('contract.moved-on')
  if (mayBeSignedOnPaper(contract.state) && state !== 'sent') await voidWaitingPaper(change, contract.id)
  await comeInto(change, contract, state, set, from)
}

async function comeInto(
  change: Change,
  contract: WholeContract,
  state: ContractState,
  set: { reason?: string; file_sha256?: string; paper_id?: string } = {},
  from: { browser?: string } = {},
): Promise<void> {
  await change.tx
    .updateTable('contracts')
    .set({ ...set, state })
    .where('id', '=', contract.id)
    .execute()
  await writeEvent(change, contract.id, state, from)
  const said = set.reason ? { reason: set.reason } : {}
  const stated = { before: { contractState: contract.state }, after: { contract: contract.kind, contractState: state } }
  for (const subject of [`contract:${contract.id}`, `driver:${contract.driver.id}`])
    change.note({ subject, before: stated.before, after: { ...stated.after, ...said } })
}

export async function writeEvent(
  { tx, now, actor }: Change,
  id: string,
  event: ContractStep,
  { browser, detail = null }: { browser?: string; detail?: string | null } = {},
): Promise<void> {
  const from = browser === undefined ? {} : { address: actor.address, browser: shortened(browser) }
  const by = actor.role === 'admin' ? { address: actor.address, account: await accountOf(tx, actor.uid) } : {}
  await tx
    .insertInto('contract_events')
    .values({ contract_id: id, event, at: now.toString(), uid: actor.uid, detail, ...from, ...by })
    .execute()
}

/** The e-mail that an account has now. It is kept because a judge asks which person of the office it was, and it may change. */
async function accountOf(tx: Tx, uid: string | null): Promise<string | null> {
  if (uid === null) return null
  const user = await tx.selectFrom('users').select('email').where('uid', '=', uid).executeTakeFirst()
  return user?.email ?? null
}

export function shortened(browser: string): string {
  return browser.slice(0, 300)
}

/** Notifies the driver in their area, and by e-mail when they have an address. */
export async function notifyDriver(
  change: Change,
  contract: ContractView,
  event: ContractNotice,
  { byMail = true } = {},
): Promise<void> {
  const { id, kind } = contract
  const reader = await readerOf(contract, change.tx)
  await writeNotices(change, [reader.driver], { kind: 'contract', event, contract: kind, id })
  if (reader.email === null || !byMail) return
  const { driver, email: recipient, language, hasAccount } = reader
  await writeMail(change, {
    template: 'contract',
    params: { event, id, hasAccount },
    driverId: driver,
    recipient,
    language,
  })
}

/** Locks a contract, so that it is changed by one at a time. */
export async function lockContract(
  change: Change,
  id: string,
  driver: OwnDriverId | null = null,
): Promise<WholeContract> {
  await change.tx.selectFrom('contracts').select('id').where('id', '=', readRecordId(id)).forUpdate().execute()
  return getContract(id, driver, change.tx)
}
