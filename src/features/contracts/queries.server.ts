import { createHash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { requireValue } from '#domain/certain.ts'
import { waitingOf } from '#db/together.server.ts'
import { moment } from '#db/moment.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import {
  CONTRACT_STATES,
  type ContractKind,
  type ContractState,
  ENDS_SOON,
  type Relation,
  SERVICE_KINDS,
} from '#domain/contract.ts'
import { shownRef } from '#domain/driver.ts'
import { isRecordId, readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { downloadName } from '#platform/download-name.ts'
import { codeAddress } from './codes/queries.server.ts'
import { type Facts, documentNumbersOf, factsOf, findLink } from './links/queries.server.ts'
import type { ContractEvent, ContractSignature, ContractView, FactName, WholeContract } from './schema.ts'

/** Every contract, the newest first. */
export async function listContracts(on: Kysely<DB> = db): Promise<ContractView[]> {
  return (await selectContracts(on).execute()).map(contractOf)
}

/**
 * All contracts of a driver, including drafts and those of records merged into theirs. Refuses `record.not-found` for
 * an address that is no id.
 */
export async function listContractsWith(driver: string, on: Kysely<DB> = db): Promise<ContractView[]> {
  return (
    await selectContracts(on)
      .where('driver_id', 'in', recordsOf(readRecordId(driver)))
      .execute()
  ).map(contractOf)
}

/**
 * The signed-in driver's contracts that were sent or sealed, including those of records merged into theirs. Drafts
 * are only for the office.
 */
export async function listOwnContracts(driver: OwnDriverId, on: Kysely<DB> = db): Promise<ContractView[]> {
  const sent = await selectContracts(on)
    .where('driver_id', 'in', recordsOf(driver))
    .where((is) =>
      is.exists(
        is
          .selectFrom('contract_events')
          .select('contract_events.id')
          .whereRef('contract_id', '=', 'contracts.id')
          .where('event', 'in', ['sent', 'sealed']),
      ),
    )
    .execute()
  return sent.map(contractOf)
}

/** A contract that a new one of its kind comes on top of: it waits, or it is sealed and has not ended. */
export type RunningContract = { driver: string; id: string; number: number; state: ContractState }

/** The running contracts of a kind of some drivers, and of records merged into theirs, the newest first. */
export async function listRunning(
  drivers: readonly string[],
  kind: ContractKind,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<RunningContract[]> {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  const { rows } = await sql<RunningContract>`
    with recursive line as (
      select id as driver, id from drivers where id = any(${drivers.filter(isRecordId)}::uuid[])
      union select line.driver, d.id from drivers d join line on d.merged_into = line.id)
    select line.driver, contracts.id, ordinal as number, state from line join contracts on driver_id = line.id
    where kind = ${kind} and (state in ('draft', 'sent', 'signed')
      or state = 'sealed' and coalesce(ended_on, ends_on, 'infinity') >= ${today}::date)
    order by ordinal desc`.execute(on)
  return rows
}

/** The driver's newest contract of service that is not in force yet; `null` for none. */
export async function findContractInProgress(driver: string, on: Kysely<DB> = db): Promise<string | null> {
  const row = await selectContracts(on)
    .where('driver_id', 'in', recordsOf(readRecordId(driver)))
    .where('kind', 'in', SERVICE_KINDS)
    .where('state', 'in', ['draft', 'sent', 'signed'])
    .executeTakeFirst()
  return row ? row.id : null
}

/**
 * One contract with its text. Refuses `record.not-found`; with `driver`, also for another driver's contract and for
 * one that was not sent.
 */
export async function getContract(
  id: string,
  driver: OwnDriverId | null = null,
  on: Kysely<DB> = db,
): Promise<WholeContract> {
  const row = await selectContracts(on)
    .select('body')
    .where('contracts.id', '=', readRecordId(id))
    .$if(driver !== null, (query) => query.where('driver_id', 'in', recordsOf(driver ?? '')))
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  const [events, signatures, followers] = await Promise.all([
    on
      .selectFrom('contract_events')
      // Older events do not store the account's e-mail: use the one it has now.
      .leftJoin('users', (join) => join.onRef('users.uid', '=', 'contract_events.uid').on('users.role', '=', 'admin'))
      .select(['event', 'at', 'address', 'browser', 'detail'])
      .select(({ fn }) => fn.coalesce('contract_events.account', 'users.email').as('account'))
      .where('contract_id', '=', row.id)
      .orderBy('contract_events.id')
      .execute(),
    on
      .selectFrom('contract_signatures')
      .leftJoin('contract_links', 'contract_links.id', 'link_id')
      .selectAll('contract_signatures')
      .select('contract_links.made_at as link_made_at')
      .where('contract_signatures.contract_id', '=', row.id)
      .orderBy('signed_at')
      .execute(),
    on
      .selectFrom('contracts')
      .select(['id', 'ordinal', 'relation', 'state'])
      .where('follows', '=', row.id)
      .where('state', 'not in', driver === null ? ['withdrawn'] : ['withdrawn', 'draft'])
      .orderBy('ordinal')
      .execute(),
  ])
  const body = textOf(row)
  const contract: WholeContract = {
    ...contractOf(row),
    body,
    events: events.map(({ event, at, ...from }) => ({
      event: event as ContractEvent['event'],
      at: at.toString(),
      ...from,
    })),
    followedBy: followers.map(({ id: follower, ordinal, relation, state }) => ({
      id: follower,
      number: ordinal,
      relation: relation as Relation,
      state: state as ContractState,
    })),
    signatures: signatures.map((signature): ContractSignature => ({
      whose: signature.whose as ContractSignature['whose'],
      name: signature.name,
      account: signature.account,
      signedAt: signature.signed_at.toString(),
      confirmedAt: signature.confirmed_at?.toString() ?? null,
      link: signature.link_made_at && { madeAt: signature.link_made_at.toString() },
      facts: signature.facts as FactName[],
      code:
        signature.code_to && signature.code_sent_at
          ? { to: signature.code_to, sentAt: signature.code_sent_at.toString() }
          : null,
      address: signature.address,
      browser: signature.browser,
      phrase: signature.phrase,
      pictureHash: signature.picture_sha256,
      textHash: signature.text_sha256,
      uid: signature.uid,
    })),
  }
  const isVisible = contract.events.some(({ event }) => event === 'sent' || event === 'sealed')
  if (driver !== null && !isVisible) throw new Refusal('record.not-found')
  return contract
}

/** Reads several contracts. Returns a function that gives one of them, or refuses what `getContract` refuses. */
export async function findContracts(
  ids: readonly string[],
  on: Kysely<DB> = db,
): Promise<(id: string) => ContractView> {
  const rows = await selectContracts(on)
    .select('body')
    .where('contracts.id', '=', sql<string>`any(${ids.filter(isRecordId)}::uuid[])`)
    .execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  return (id) => {
    const row = found.get(readRecordId(id))
    if (!row) throw new Refusal('record.not-found')
    textOf(row)
    return contractOf(row)
  }
}

/** Decrypts the text of a contract, and fails when it is not the text that was drafted. */
function textOf(row: { ordinal: number; driver_id: string; body: Buffer; text_sha256: string }): string {
  const body = openOf('contracts.body', row.driver_id, row.body)
  // Fail when somebody changed the text in the database, so that it is neither shown nor sent, signed or sealed.
  if (hashOfText(body) !== row.text_sha256)
    throw new Error(`The text of contract ${row.ordinal} is not the one it was.`)
  return body
}

/** The sealed file. Refuses `record.not-found` like `getContract`, and when the contract is not sealed. */
export async function readSealedContract(id: string, driver: OwnDriverId | null) {
  const { number, fileHash } = await getContract(id, driver)
  if (fileHash === null) throw new Refusal('record.not-found')
  const name = downloadName(`contrato-${number}`, 'pdf')
  return { name, mediaType: 'application/pdf', bytes: await readKeptFile(fileHash) }
}

/**
 * The contracts that wait for the company's signature: their number, the moment of the oldest (UTC, as text), and the
 * id if there is only one.
 */
export const contractsToSeal = {
  ask: (on: Kysely<DB>) =>
    on
      .selectFrom('contracts')
      .innerJoin('contract_events', 'contract_id', 'contracts.id')
      .where('state', '=', 'signed')
      .where('event', '=', 'signed')
      .select([
        sql<number>`count(*)`.as('count'),
        sql`min(contract_events.at)`.as('since'),
        sql<string | null>`min(contracts.id::text)`.as('only'),
      ]),
  read: waitingOf,
}

/**
 * The contracts signed elsewhere that wait for a check: their number, the moment of the oldest (UTC, as text), and
 * the id if there is only one.
 */
export const signedPapers = {
  ask: (on: Kysely<DB>) =>
    on
      .selectFrom('contract_papers')
      .where('state', '=', 'waiting')
      .select([
        sql<number>`count(*)`.as('count'),
        sql`min(sent_at)`.as('since'),
        sql<string | null>`min(contract_id::text)`.as('only'),
      ]),
  read: waitingOf,
}

/**
 * Contracts in force whose last day is near enough for a reminder, and that nothing renews, the next one first. Nobody
 * renews one of a driver who has left.
 */
export async function listEnding(day: string, on: Kysely<DB> = db): Promise<ContractView[]> {
  const until = Temporal.PlainDate.from(day).add({ days: ENDS_SOON }).toString()
  const rows = await selectContracts(on)
    .clearOrderBy()
    .where('state', '=', 'sealed')
    .where('kind', '<>', 'amendment')
    // A merged record is inactive itself: its contracts go on with the current one.
    .where(
      sql<boolean>`exists (select from drivers party where party.status <> 'inactive'
        and party.id = ${currentRecord(sql.ref('contracts.driver_id'))})`,
    )
    .where('contracts.ended_on', 'is', null)
    .where('starts_on', '<=', day)
    .where('ends_on', '>=', day)
    .where('ends_on', '<=', until)
    .where(
      sql<boolean>`not exists (select from contracts next where next.follows = contracts.id
        and next.relation = 'renewal' and next.state not in ('withdrawn', 'refused'))`,
    )
    .orderBy('ends_on')
    .orderBy('contracts.ordinal')
    .execute()
  return rows.map(contractOf)
}

/** The hash of a text, as the page of evidence shows it. */
export function hashOfText(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** Contracts that wait for the driver's signature, with the moment they were sent. */
export async function listUnsigned(on: Kysely<DB> = db): Promise<ContractView[]> {
  return (await selectContracts(on).where('state', '=', 'sent').execute()).map(contractOf)
}

/**
 * The drivers with a contract of service in force on a day, `2026-11-26`. A contract of a merged record counts for
 * the record in which it continues.
 */
export async function contractInForce(day: string, on: Kysely<DB> = db): Promise<ReadonlySet<string>> {
  const rows = await on
    .selectFrom('contracts')
    .select(currentRecord(sql.ref('contracts.driver_id')).as('driver'))
    .where('state', '=', 'sealed')
    .where('kind', 'in', SERVICE_KINDS)
    .where('starts_on', '<=', day)
    .where(sql<boolean>`coalesce(ended_on, ends_on, 'infinity') >= ${day}::date`)
    .execute()
  return new Set(rows.map(({ driver }) => driver))
}

/** The current record of a contract's driver: a merged record continues as another. */
export async function partyOf({ driver }: { driver: { id: string } }, on: Kysely<DB> = db): Promise<string> {
  const { id } = await on.selectNoFrom(currentRecord(sql`${driver.id}::uuid`).as('id')).executeTakeFirstOrThrow()
  return id
}

/** The driver of a contract, with their address and language. */
export async function readerOf(contract: Pick<ContractView, 'driver'>, on: Kysely<DB> = db) {
  const readers = await readersOf([contract], on)
  return requireValue(readers, contract.driver.id)
}

/** The drivers of several contracts, by the record that the contract names. */
export async function readersOf(contracts: readonly Pick<ContractView, 'driver'>[], on: Kysely<DB> = db) {
  const rows = await on
    .selectFrom('drivers as named')
    .innerJoin('drivers as reader', (join) => join.on('reader.id', '=', currentRecord(sql.ref('named.id'))))
    .select(['named.id as record', 'reader.id as driver', 'reader.name', 'reader.email', 'reader.phone'])
    .select(['reader.language', 'reader.uid', 'reader.removed_at as removed'])
    .where('named.id', '=', sql<string>`any(${contracts.map(({ driver }) => driver.id)}::uuid[])`)
    .execute()
  return new Map(
    rows.map(({ record, removed, ...reader }) => [
      record,
      { ...reader, hasAccount: reader.uid !== null, isRemoved: removed !== null },
    ]),
  )
}

/**
 * How a person without an account proves who they are: with a code sent by mail, otherwise with facts of the record.
 */
type LinkWay = { by: 'code'; email: string } | { by: 'facts'; facts: Facts; asked: FactName[] }

/** How a driver can prove who they are; `null` when there is neither an address for a code nor a fact to ask for. */
export async function linkWayOf(
  { driver, email }: { driver: string; email: string | null },
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<LinkWay | null> {
  const address = await codeAddress(email, on)
  if (address !== null) return { by: 'code', email: address }
  const facts = await factsOf(driver, now, on)
  return facts && { by: 'facts', facts, asked: facts.licence === null ? ['nif'] : ['nif', 'licence'] }
}

/**
 * The contract that a personal link opens, with its driver, how they prove who they are, and the numbers on their
 * documents, which the page hides. `null` for a link that is not valid.
 */
export async function findByLink(token: string, now: Temporal.Instant, on: Kysely<DB> = db) {
  const link = await findLink(token, now, on)
  if (!link) return null
  const contract = await getContract(link.contract, null, on)
  const reader = await readerOf(contract, on)
  const way = await linkWayOf(reader, now, on)
  if (reader.isRemoved || way === null) return null
  const documentNumbers = await documentNumbersOf(reader.driver, now, on)
  return { link: link.id, until: link.until, contract, reader, way, documentNumbers }
}

/** Whether somebody opened the page of the contract's link from this address since a moment. */
export async function wasOpened(contract: string, address: string | null, since: Temporal.Instant): Promise<boolean> {
  const event = await db
    .selectFrom('contract_events')
    .select('id')
    .where('contract_id', '=', contract)
    .where('event', '=', 'opened')
    .where('address', 'is not distinct from', address)
    .where('at', '>', moment(since))
    .executeTakeFirst()
  return event !== undefined
}

/** Whether somebody opened the contract by its link, or asked for a code to sign it, since a moment. */
export async function isBeingSigned(contract: string, since: Temporal.Instant, on: Kysely<DB> = db): Promise<boolean> {
  const event = await on
    .selectFrom('contract_events')
    .select('id')
    .where('contract_id', '=', contract)
    .where('event', 'in', ['opened', 'code'])
    .where('at', '>', moment(since))
    .executeTakeFirst()
  return event !== undefined
}

/** The sent reminders, each as the text `contract about days`. */
export async function listReminders(on: Kysely<DB> = db): Promise<ReadonlySet<string>> {
  const rows = await on.selectFrom('contract_reminders').select(['contract_id', 'about', 'days']).execute()
  return new Set(rows.map(({ contract_id, about, days }) => `${contract_id} ${about} ${days}`))
}

/** Drivers who have left or whose record was removed. */
export async function listAbsent(on: Kysely<DB> = db): Promise<ReadonlySet<string>> {
  const rows = await on
    .selectFrom('drivers')
    .select('id')
    .where((is) => is.or([is('status', '=', 'inactive'), is('removed_at', 'is not', null)]))
    .where('merged_into', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The ids of a record and of all that were merged into it. */
function recordsOf(driver: string) {
  return sql<string>`(with recursive line as (
    select id from drivers where id = ${driver}::uuid
    union select d.id from drivers d join line on d.merged_into = line.id) select id from line)`
}

/** The record into which another was merged, or the record itself. */
function currentRecord(driver: RawBuilder<unknown>) {
  return sql<string>`(with recursive line as (
    select id, merged_into from drivers where id = ${driver}
    union select d.id, d.merged_into from drivers d join line on d.id = line.merged_into)
    select id from line where merged_into is null)`
}

function selectContracts(on: Kysely<DB>) {
  return on
    .selectFrom('contracts')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .select(['follows', 'relation', 'contracts.ended_on', 'ended_why'])
    .select((of) =>
      of
        .selectFrom('contracts as before')
        .whereRef('before.id', '=', 'contracts.follows')
        .select('before.ordinal')
        .as('before'),
    )
    .select(['contracts.id', 'contracts.ordinal', 'driver_id', 'drivers.ref', 'drivers.name', 'kind'])
    .select(['contracts.language', 'template_version', 'text_sha256', 'file_sha256', 'starts_on', 'ends_on'])
    .select(['state', 'reason', 'contracts.created_at', 'paper_id'])
    .select(
      sql<boolean>`exists (select from contract_papers p where p.contract_id = contracts.id and p.state = 'waiting')`.as(
        'paper_waits',
      ),
    )
    .select((of) =>
      of
        .selectFrom('contract_events')
        .whereRef('contract_id', '=', 'contracts.id')
        .where('event', 'in', CONTRACT_STATES)
        .select((event) => event.fn.max('at').as('at'))
        .as('since'),
    )
    .orderBy('contracts.ordinal', 'desc')
}

function contractOf(row: Awaited<ReturnType<ReturnType<typeof selectContracts>['execute']>>[number]): ContractView {
  return {
    id: row.id,
    number: row.ordinal,
    driver: { id: row.driver_id, ref: shownRef(row.ref), name: row.name },
    kind: row.kind as ContractKind,
    language: row.language === 'en' ? 'en' : 'pt',
    version: row.template_version,
    textHash: row.text_sha256,
    fileHash: row.file_sha256,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    endedOn: row.ended_on,
    endedWhy: row.ended_why,
    follows:
      row.follows === null || row.before === null
        ? null
        : { id: row.follows, number: row.before, relation: row.relation as Relation },
    state: row.state as ContractState,
    paper: row.paper_id !== null ? 'accepted' : row.paper_waits ? 'waiting' : null,
    reason: row.reason,
    createdAt: row.created_at.toString(),
    since: (row.since ?? row.created_at).toString(),
  }
}
