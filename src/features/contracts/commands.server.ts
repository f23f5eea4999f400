import { sql } from 'kysely'
import type { Tx } from '#db/client.server.ts'
import { inParts } from '#db/parts.ts'
import { sealFor } from '#db/sealed-columns.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { firstOf, requireValue } from '#domain/certain.ts'
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
import { isRecordId, readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { lockCurrent } from '#features/fleet/current-drivers/queries.server.ts'
import { writeMails } from '#features/mail/commands.server.ts'
import { writeNoticesOfEach } from '#features/mail/inbox/commands.server.ts'
import { isDrawnWhole } from '#integrations/pdf/fonts.ts'
import {
  draftText,
  getOriginal,
  knownFillings,
  originalFilling,
  termWords,
  writtenTerms,
} from './filling/queries.server.ts'
import { closePreparations } from './preparations/commands.server.ts'
import { findContracts, getContract, hashOfText, partyOf, readersOf } from './queries.server.ts'
import {
  answerSignedPaper,
  saveSignedPaper,
  type SecondPerson,
  voidWaitingPaper,
} from './signed-papers/commands.server.ts'
import { type ContractInput, type ContractView, TYPED, type WholeContract } from './schema.ts'
import { saveVersion } from './templates/commands.server.ts'
import { templateInUse } from './templates/queries.server.ts'
import type { TemplateName } from './templates/schema.ts'

/**
 * Drafts a contract for a driver; returns its id. Refuses `contract.unfilled` with a placeholder that has no value,
 * `contract.follows-nothing` when it renews or amends a contract that is not this driver's, `contract.unwritable`
 * with a placeholder whose text the sealed file could not show, and `record.not-found` when there is no such driver.
 * `besides` gives values that no record has yet.
 */
export async function draftContract(change: Change, input: ContractInput, besides: Filling = {}): Promise<string> {
  const drafted = firstOf(await draftContracts(change, input, [input], besides))
  if (drafted instanceof Refusal) throw drafted
  return drafted
}

/**
 * Drafts contracts of one kind for several drivers. Returns for each its id, or the refusal; nothing is saved for a
 * refused one.
 */
export async function draftContracts(
  change: Change,
  name: TemplateName,
  inputs: readonly ContractInput[],
  besides: Filling = {},
): Promise<(string | Refusal)[]> {
  const drivers = inputs.map(({ driver }) => driver)
  const requireOne = await lockCurrent(drivers, change.tx)
  const knownOf = await knownFillings(drivers, name, change.now, change.tx)
  const { version, body: template } = await templateInUse(name, change.tx)
  const results: (Draft | Refusal)[] = []
  for (const input of inputs) {
    try {
      requireOne(input.driver)
      const relation = await relationOf(change, input)
      const known = { ...knownOf(input.driver), ...(await originalFilling(input, change.tx)) }
      const filling = { ...besides, ...known, ...typedFilling(input), ...termWords(input, name.language) }
      requireFillable(template, name.language, filling)
      results.push({ input, relation, body: fillText(template, filling, () => '') })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      results.push(error)
    }
  }
  const drafts = results.flatMap((result) => (result instanceof Refusal ? [] : [result]))
  const ids = await writeDrafts(change, drafts, { name, version, template })
  return results.map((result) => (result instanceof Refusal ? result : (ids.shift() ?? '')))
}

type Draft = { input: ContractInput; relation: Relation | null; body: string }

function typedFilling(input: ContractInput): Filling {
  return Object.fromEntries(TYPED.flatMap((name) => (input[name] ? [[name, input[name]]] : [])))
}

function requireFillable(template: string, language: ContractInput['language'], filling: Filling): void {
  const { open } = draftText(template, language, filling)
  const [missing] = open
  if (missing) throw new Refusal('contract.unfilled', { placeholder: missing })
  const unwritable = placeholdersOf(template).find((name) => !isDrawnWhole(filling[name] ?? ''))
  if (unwritable) throw new Refusal('contract.unwritable', { placeholder: unwritable })
}

/** Saves drafts, and returns their ids. */
async function writeDrafts(
  change: Change,
  drafts: readonly Draft[],
  { name, version, template }: { name: TemplateName; version: number; template: string },
): Promise<string[]> {
  if (drafts.length === 0) return []
  await saveVersion(change, name, { version, body: template, note: '' })
  const drivers = drafts.map(({ input }) => readRecordId(input.driver))
  const terms = await writtenTerms(drivers, placeholdersOf(template), change.now, change.tx)
  const rows = drafts.map(({ input: { driver, startsOn, endsOn, follows }, relation, body }) => {
    const written = terms.get(readRecordId(driver)) ?? null
    return {
      driver_id: driver,
      kind: name.kind,
      language: name.language,
      template_version: version,
      starts_on: startsOn,
      ends_on: endsOn,
      follows,
      relation,
      body: sealFor('contracts.body', driver, body),
      text_sha256: hashOfText(body),
      terms: written && JSON.stringify(written),
      created_at: change.now.toString(),
    }
  })
  const ids: string[] = []
  for (const part of inParts(rows)) {
    const inserted = await change.tx.insertInto('contracts').values(part).returning('id').execute()
    ids.push(...inserted.map(({ id }) => id))
  }
  await writeEvents(change, ids, 'draft')
  await closePreparations(change, drivers, name.kind)
  for (const [at, { input }] of drafts.entries()) {
    const after = { contract: name.kind, from: input.startsOn }
    change.note({ subject: `contract:${ids[at] ?? ''}`, after })
    change.note({ subject: `driver:${input.driver}`, after })
  }
  return ids
}

/**
 * The relation of a contract to the one it follows: one of the same kind renews it, an amendment amends it. Both must
 * be with the same person.
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

/** Sends a draft to its driver with a notice. Refuses `contract.moved-on` unless it is a draft. */
export async function sendContract(change: Change, id: string): Promise<void> {
  await sendContracts(change, [id])
}

/** Sends drafts, all or none of them, in the order of their ids. Refuses what `sendContract` refuses. */
export async function sendContracts(change: Change, ids: readonly string[]): Promise<void> {
  const inOrder = ids.toSorted()
  const contractOf = await lockContracts(change, inOrder)
  const drafts = inOrder.map((id, at) => {
    const contract = contractOf(id)
    if (!mayBecome(contract.state, 'sent') || id === inOrder[at - 1]) throw new Refusal('contract.moved-on')
    return contract
  })
  await setState(change, drafts, 'sent')
  await notifyDrivers(change, drafts, 'sent')
}

/**
 * Saves the document of a contract that was signed by hand, or with signatures of its own, until somebody checks it.
 * Refuses `contract.moved-on` once somebody has signed here or the contract was closed, and what `saveSignedPaper`
 * refuses.
 */
export async function addSignedPaper(change: Change, id: string, files: readonly Blob[]): Promise<void> {
  const contract = await lockContract(change, id)
  if (!mayBeSignedOnPaper(contract.state)) throw new Refusal('contract.moved-on')
  await saveSignedPaper(change, contract.id, files)
  await writeEvent(change, contract.id, 'paper')
  change.note({ subject: `contract:${contract.id}`, after: { contract: contract.kind } })
}

/**
 * Puts a contract in force with a signed document, and notifies the driver. Refuses `contract.moved-on`, and what
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
  await setState(change, [contract], 'sealed', { file_sha256: file, paper_id: paper })
  await notifyDriver(change, contract, 'paper')
}

/**
 * Declines a signed document that is not the right one; the driver may send another. Refuses what `answerSignedPaper`
 * refuses.
 */
export async function declineSignedPaper(change: Change, id: string, paper: string, reason: string): Promise<void> {
  const contract = await lockContract(change, id)
  await answerSignedPaper(change, contract.id, paper, { state: 'declined', reason })
  await writeEvent(change, contract.id, 'paper-declined', { detail: reason })
  change.note({ subject: `contract:${contract.id}`, after: { contract: contract.kind, reason } })
}

/** Withdraws a contract before it is sealed. Refuses `contract.moved-on` after that. */
export async function withdrawContract(change: Change, id: string, reason: string): Promise<void> {
  const contract = await lockContract(change, id)
  await moveContract(change, contract, 'withdrawn', { reason })
  if (contract.state !== 'draft') await notifyDriver(change, contract, 'withdrawn')
}

/**
 * Gives a contract an earlier last day than its text has, by notice or by agreement, and notifies the driver. Refuses
 * `contract.moved-on` unless it is sealed and was not ended before, and `contract.ends-otherwise` for a day before
 * its first day or not before its last.
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

/**
 * Takes back the early end of a contract that was recorded by mistake: it counts to the last day of its text, and the driver
 * is notified. Refuses `contract.moved-on` for one that did not end early.
 */
export async function takeEndBack(change: Change, id: string): Promise<void> {
  const contract = await lockContract(change, id)
  const { endedOn, endedWhy, kind } = contract
  if (endedOn === null) throw new Refusal('contract.moved-on')
  await change.tx
    .updateTable('contracts')
    .set({ ended_on: null, ended_why: null })
    .where('id', '=', contract.id)
    .execute()
  await writeEvent(change, contract.id, 'end-back')
  for (const subject of [`contract:${contract.id}`, `driver:${contract.driver.id}`])
    change.note({
      subject,
      before: { contract: kind, until: endedOn, reason: endedWhy },
      after: { until: contract.endsOn },
    })
  await notifyDriver(change, contract, 'end-back')
}

export async function moveContract(
  change: Change,
  contract: WholeContract,
  state: ContractState,
  set: { reason?: string; file_sha256?: string } = {},
  from: { browser?: string } = {},
): Promise<void> {
  if (!mayBecome(contract.state, state)) throw new Refusal('contract.moved-on')
  if (mayBeSignedOnPaper(contract.state) && state !== 'sent') await voidWaitingPaper(change, contract.id)
  await setState(change, [contract], state, set, from)
}

async function setState(
  change: Change,
  contracts: readonly ContractView[],
  state: ContractState,
  set: { reason?: string; file_sha256?: string; paper_id?: string } = {},
  from: { browser?: string } = {},
): Promise<void> {
  const ids = contracts.map(({ id }) => id)
  await change.tx
    .updateTable('contracts')
    .set({ ...set, state })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  await writeEvents(change, ids, state, from)
  const withReason = set.reason ? { reason: set.reason } : {}
  for (const { id, kind, driver, state: before } of contracts) {
    const states = { before: { contractState: before }, after: { contract: kind, contractState: state } }
    for (const subject of [`contract:${id}`, `driver:${driver.id}`])
      change.note({ subject, before: states.before, after: { ...states.after, ...withReason } })
  }
}

export async function writeEvent(
  change: Change,
  id: string,
  event: ContractStep,
  from: { browser?: string; detail?: string | null } = {},
): Promise<void> {
  await writeEvents(change, [id], event, from)
}

/** Saves the same event for several contracts, in this order. */
async function writeEvents(
  { tx, now, actor }: Change,
  ids: readonly string[],
  event: ContractStep,
  { browser, detail = null }: { browser?: string; detail?: string | null } = {},
): Promise<void> {
  const from = browser === undefined ? {} : { address: actor.address, browser: shortenBrowser(browser) }
  const by = actor.role === 'admin' ? { address: actor.address, account: await accountOf(tx, actor.uid) } : {}
  const rows = ids.map((id) => ({
    contract_id: id,
    event,
    at: now.toString(),
    uid: actor.uid,
    detail,
    ...from,
    ...by,
  }))
  for (const part of inParts(rows)) await tx.insertInto('contract_events').values(part).execute()
}

/**
 * The current e-mail of an account. The event stores it, because a court asks which person of the office acted, and
 * the e-mail may change.
 */
async function accountOf(tx: Tx, uid: string | null): Promise<string | null> {
  if (uid === null) return null
  const user = await tx.selectFrom('users').select('email').where('uid', '=', uid).executeTakeFirst()
  return user?.email ?? null
}

export function shortenBrowser(browser: string): string {
  return browser.slice(0, 300)
}

/** Notifies the driver in their area, and by e-mail when they have an address. */
export async function notifyDriver(
  change: Change,
  contract: ContractView,
  event: ContractNotice,
  how: { byMail?: boolean } = {},
): Promise<void> {
  await notifyDrivers(change, [contract], event, how)
}

/** Notifies the drivers of several contracts, each in the way of `notifyDriver`. */
async function notifyDrivers(
  change: Change,
  contracts: readonly ContractView[],
  event: ContractNotice,
  { byMail = true }: { byMail?: boolean } = {},
): Promise<void> {
  const readers = await readersOf(contracts, change.tx)
  const notified = contracts.map(({ id, kind, driver }) => ({ id, kind, reader: requireValue(readers, driver.id) }))
  await writeNoticesOfEach(
    change,
    'contract',
    notified.map(({ id, kind, reader }) => ({ driverId: reader.driver, facts: { event, contract: kind, id } })),
  )
  if (!byMail) return
  const mails = notified.flatMap(({ id, reader: { driver, email: recipient, language, hasAccount } }) =>
    recipient === null ? [] : [{ params: { event, id, hasAccount }, driverId: driver, recipient, language }],
  )
  await writeMails(change, 'contract', mails)
}

/** Locks a contract, so that only one person at a time changes it. */
export async function lockContract(
  change: Change,
  id: string,
  driver: OwnDriverId | null = null,
): Promise<WholeContract> {
  await change.tx.selectFrom('contracts').select('id').where('id', '=', readRecordId(id)).forUpdate().execute()
  return getContract(id, driver, change.tx)
}

/** Locks several contracts in the order of their ids. Returns a function that finds one of them, or refuses it. */
async function lockContracts({ tx }: Change, ids: readonly string[]): Promise<(id: string) => ContractView> {
  await tx
    .selectFrom('contracts')
    .select('id')
    .where('id', '=', sql<string>`any(${ids.filter(isRecordId)}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return findContracts(ids, tx)
}
