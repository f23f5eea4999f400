import { type Kysely, type Selectable, sql } from 'kysely'
import { type Tx, db } from '#db/client.server.ts'
import { type Waiting, askAlone } from '#db/together.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import type { DB } from '#db/types.ts'
import { personName } from '#db/person-name.ts'
import {
  lawDoubts,
  APPLICATION_SOURCES,
  APPLICATION_STATES,
  type ApplicationState,
  APPLIED_REGIMES,
  CERTIFICATES,
  contractKindOf,
  DOCUMENT_KINDS,
  OPEN_STATES,
  type Outcomes,
  PLATFORMS_USED,
  END_CAUSES,
} from '#domain/application.ts'
import { normalPhone } from '#domain/identifiers.ts'
import type { PaperState } from '#domain/paper.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import { listReferrerNames } from '#features/adjustments/referrals/queries.server.ts'
import { listContracts } from '#features/contracts/queries.server.ts'
import { findPreparation } from '#features/contracts/preparations/queries.server.ts'
import { findDeparture, isStillSuspended } from '#features/departures/queries.server.ts'
import { findPerson } from '#features/fleet/drivers/queries.server.ts'
import { listTerms } from '#features/fleet/terms/queries.server.ts'
import { papersOf } from '#features/papers/queries.server.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { hashOfSecret } from '#platform/secret.ts'
import type {
  Application,
  ApplicationRow,
  ApprovedApplication,
  Duplicate,
  OfficeApplication,
  PipelineFigures,
  StageName,
} from './schema.ts'
import { listStages } from './stages/queries.server.ts'
import type { Stage } from './stages/schema.ts'

/** The application behind a private link; `null` while nothing was sent with it. */
export async function findOwnApplication(code: string, on: Kysely<DB> = db): Promise<Application | null> {
  const row = await on.selectFrom('applications').selectAll().where(hasCode(code)).executeTakeFirst()
  return row ? { ...applicationOf(row, await listStages(on)), documents: await documentsOf(row.id, on) } : null
}

/**
 * The condition that an application has this code: of its first link, which stays valid, or of a later one that has
 * not ended.
 */
export function hasCode(code: string) {
  const hash = hashOfSecret(code)
  return sql<boolean>`(code_hash = ${hash} or applications.id in (
    select application_id from application_links where code_hash = ${hash} and expires_at > now()))`
}

/** The application of a code. Refuses `application.unknown` when there is none. */
export async function getOwnApplication(code: string, on: Kysely<DB> = db): Promise<Application> {
  const found = await findOwnApplication(code, on)
  if (!found) throw new Refusal('application.unknown')
  return found
}

/** An application as the office sees it. Refuses `record.not-found`, also while it is not sent. */
export async function getApplication(id: string, on: Kysely<DB> = db): Promise<OfficeApplication> {
  const row = await on
    .selectFrom('applications')
    .selectAll()
    .where('id', '=', readRecordId(id))
    .where('state', '<>', 'started')
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  const stages = await listStages(on)
  const [referrerOf, documents, consents, notes, duplicates] = await Promise.all([
    readReferrers([row], on),
    documentsOf(row.id, on),
    on.selectFrom('application_consents').selectAll().where('application_id', '=', row.id).orderBy('text').execute(),
    on
      .selectFrom('application_notes')
      .leftJoin('users', 'users.uid', 'application_notes.by_uid')
      .selectAll('application_notes')
      .select(personName().as('by'))
      .where('application_id', '=', row.id)
      .orderBy('id', 'desc')
      .execute(),
    duplicatesOf(row, on),
  ])
  return {
    ...applicationOf(row, stages),
    referral: referrerOf(row),
    documents,
    duplicates,
    consents: consents.map(({ text, version, language, given_at }) => ({
      text,
      version,
      language,
      givenAt: given_at.toString(),
    })),
    notes: notes.map(({ id: note, at, by, state, stage_id, what, text }) => ({
      id: note,
      at: at.toString(),
      by,
      state: oneOf(APPLICATION_STATES, state),
      stage: stageName(stages, stage_id),
      what: oneOf(['note', 'reopened', 'withdrawn'], what) ?? 'note',
      text,
    })),
  }
}

/**
 * The driver that an approval made, and what is still to be done; `null` for an application without one. Refuses
 * `record.not-found`.
 */
export async function findApproved(
  id: string,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<ApprovedApplication | null> {
  const { driverId, regime, language } = await getApplication(id, on)
  if (driverId === null) return null
  const choice = { driver: driverId, kind: contractKindOf(regime), language }
  const [papers, terms, contracts, preparation] = await Promise.all([
    papersOf({ holder: 'driver', id: driverId }, now, on),
    listTerms(driverId, on),
    listContracts(on),
    findPreparation(choice, now, on),
  ])
  const inState = (state: PaperState) => papers.filter((paper) => paper.state === state).length
  const contract = contracts.find(({ driver, kind }) => driver.id === driverId && kind === choice.kind)
  return {
    driverId,
    choice,
    hasTerms: terms.length > 0,
    contract: contract?.id ?? null,
    papers: { sent: inState('sent'), asked: inState('asked'), accepted: inState('accepted') },
    isPrepared: preparation !== null,
    open: preparation?.open ?? [],
  }
}

/** The driver who had left and would come back by an approval; `null` for a new person. */
export async function findLeaver({ nif, email }: Pick<Application, 'nif' | 'email'>, on: Kysely<DB> = db) {
  const person = await findPerson({ nif, email }, on)
  const departure = person && (await findDeparture(person.id, on))
  return departure
    ? { id: person.id, name: person.name, isSuspended: await isStillSuspended(person.id, departure, on) }
    : null
}

/** Every application that was sent, the newest first. */
export async function listApplications(on: Kysely<DB> = db): Promise<ApplicationRow[]> {
  const stages = await listStages(on)
  const rows = await on
    // Read drivers' phones once, not once for each application.
    .with(
      (cte) => cte('people').materialized(),
      (of) =>
        of
          .selectFrom('drivers')
          .select(['id', 'email', 'nif_index'])
          .select(sql<string | null>`right(regexp_replace(phone, '\\D', '', 'g'), 9)`.as('phone'))
          .where('is_gone', '=', false),
    )
    .selectFrom('applications as a')
    .selectAll('a')
    .select((row) => [
      row
        .selectFrom('application_documents as d')
        .select(sql<string[] | null>`array_agg(distinct kind)`.as('kinds'))
        .whereRef('d.application_id', '=', 'a.id')
        .as('papers'),
      sql<boolean>`exists (select from applications o where o.id <> a.id and o.state <> 'started'
          and (o.email = a.email or o.phone = a.phone or o.nif_index = a.nif_index))
        or exists (select from people d where d.id is distinct from a.driver_id
          and (d.email = a.email or d.nif_index = a.nif_index or d.phone = right(a.phone, 9)))`.as('known'),
    ])
    .where('state', '<>', 'started')
    .orderBy('sent_at', 'desc')
    .execute()
  const referrerOf = await readReferrers(rows, on)
  return rows.map((row) => ({
    ...applicationOf(row, stages),
    referral: referrerOf(row),
    place: row.place,
    documents: DOCUMENT_KINDS.filter((kind) => row.papers?.includes(kind)),
    isKnown: row.known,
    doubts: lawDoubts(
      { licenceYear: row.licence_year, certificateUntil: row.certificate_until, vehicleYear: row.vehicle_year },
      lisbonDay(row.sent_at),
    ),
  }))
}

/** The outcomes of applications sent since `from`, deleted ones included. */
export async function pipelineFigures(from: Temporal.PlainDate, on: Kysely<DB> = db): Promise<PipelineFigures> {
  const { rows } = await sql<{ is_referred: boolean; state: string; cause: string; count: number }>`
    select is_referred, state, cause, sum(count)::int as count from (
      select source = 'referral' as is_referred, state, coalesce(cause, '') as cause, 1 as count
      from applications where state <> 'started' and sent_at >= ${from.toString()}::date
      union all
      select source = 'referral', state, cause, count from application_tallies where month >= ${from.toString()}::date
    ) as sent group by is_referred, state, cause`.execute(on)
  const countOf = (matches: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(matches).reduce((sum, { count }) => sum + count, 0)
  const outcomes = (isReferred: boolean): Outcomes => {
    const ended = (...states: ApplicationState[]) =>
      countOf(
        ({ is_referred, state }) => is_referred === isReferred && states.some((countedState) => countedState === state),
      )
    return {
      open: ended(...OPEN_STATES),
      approved: ended('approved'),
      rejected: ended('rejected'),
      withdrawn: ended('withdrawn'),
    }
  }
  return {
    referred: outcomes(true),
    direct: outcomes(false),
    causes: END_CAUSES.map((cause) => ({ cause, count: countOf((row) => row.cause === cause) }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count),
  }
}

/** Number of applications that wait for the office. */
export const openApplications = {
  ask: (on: Kysely<DB>) =>
    on
      .selectFrom('applications')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('state', 'in', OPEN_STATES),
  read: ({ count }: Pick<Waiting, 'count'>) => count,
}

export function countOpenApplications(on: Kysely<DB> = db): Promise<number> {
  return askAlone(openApplications, on)
}

/** A document of an application, with its bytes. Refuses `record.not-found`. */
export async function readDocument(applicationId: string, documentId: string) {
  const document = await db
    .selectFrom('application_documents')
    .innerJoin('files', 'files.sha256', 'application_documents.file_sha256')
    .innerJoin('applications', 'applications.id', 'application_documents.application_id')
    .select(['application_documents.name', 'file_sha256', 'media_type'])
    .where('application_id', '=', readRecordId(applicationId))
    .where('application_documents.id', '=', /^\d{1,15}$/.test(documentId) ? Number(documentId) : -1)
    .where('applications.state', '<>', 'started')
    .executeTakeFirst()
  if (!document) throw new Refusal('record.not-found')
  return { name: document.name, mediaType: document.media_type, bytes: await readKeptFile(document.file_sha256) }
}

type Row = Selectable<DB['applications']>

/** Reads the referrers of some applications. The answer gives the name of each one's referrer; where no driver has the link, its ending. */
async function readReferrers(rows: readonly Pick<Row, 'referral'>[], on: Kysely<DB>) {
  const names = await listReferrerNames([...new Set(rows.flatMap(({ referral }) => referral ?? []))], on)
  return ({ referral }: Pick<Row, 'referral'>) => (referral === null ? null : (names.get(referral) ?? referral))
}

async function documentsOf(applicationId: string, on: Kysely<DB>) {
  const rows = await on
    .selectFrom('application_documents')
    .select(['id', 'kind', 'name', 'added_at'])
    .where('application_id', '=', applicationId)
    .orderBy('id')
    .execute()
  return rows.map(({ id, kind, name, added_at }) => ({
    id,
    kind: oneOf(DOCUMENT_KINDS, kind) ?? 'identity',
    name,
    addedAt: added_at.toString(),
  }))
}

/** Other people and applications that may be the same person; only the office is told. */
async function duplicatesOf(
  { id, email, phone, nif_index: nif, driver_id }: Row,
  on: Kysely<DB>,
): Promise<Duplicate[]> {
  const [drivers, applications] = await Promise.all([
    on
      .selectFrom('drivers')
      .select(['id', 'name', 'email', 'phone', 'nif_index'])
      .where('is_gone', '=', false)
      .execute(),
    on
      .selectFrom('applications')
      .select(['id', 'name', 'email', 'phone', 'nif_index'])
      .where('id', '<>', id)
      .where('state', '<>', 'started')
      .where((row) =>
        row.or([row('email', '=', email), row('phone', '=', phone), ...(nif ? [row('nif_index', '=', nif)] : [])]),
      )
      .execute(),
  ])
  const others = [
    ...drivers.filter((driver) => driver.id !== driver_id).map((driver) => ({ ...driver, kind: 'driver' as const })),
    ...applications.map((other) => ({ ...other, kind: 'application' as const })),
  ]
  return others.flatMap((other) => {
    const same: Duplicate['same'] = [
      ...(other.email?.toLowerCase() === email.toLowerCase() ? ['email' as const] : []),
      ...(other.phone && normalPhone(other.phone) === normalPhone(phone) ? ['phone' as const] : []),
      ...(nif !== null && other.nif_index?.equals(nif) ? ['nif' as const] : []),
    ]
    return same.length > 0 ? [{ kind: other.kind, id: other.id, name: other.name, same }] : []
  })
}

function applicationOf(row: Row, stages: readonly Stage[]): Omit<Application, 'documents'> {
  const { vehicle_make: make, vehicle_model: model, vehicle_plate: plate, vehicle_year: year } = row
  return {
    id: row.id,
    state: oneOf(APPLICATION_STATES, row.state) ?? 'received',
    stage: stageName(stages, row.stage_id),
    source: oneOf(APPLICATION_SOURCES, row.source) ?? 'unsaid',
    language: row.language === 'en' ? 'en' : 'pt',
    name: row.name,
    email: row.email,
    phone: row.phone,
    municipality: row.municipality,
    regime: oneOf(APPLIED_REGIMES, row.regime) ?? 'rental',
    referral: row.referral,
    nif: openOf('applications.nif', row.id, row.nif),
    licenceYear: row.licence_year,
    certificate: oneOf(CERTIFICATES, row.certificate),
    certificateUntil: row.certificate_until,
    platforms: oneOf(PLATFORMS_USED, row.platforms),
    vehicle: make && model && plate && year ? { make, model, plate, year } : null,
    sentAt: row.sent_at?.toString() ?? null,
    decidedAt: row.decided_at?.toString() ?? null,
    reason: row.reason,
    cause: oneOf(END_CAUSES, row.cause),
    driverId: row.driver_id,
  }
}

/** The part of an application that a decision about it reads. */
export type ApplicationOutline = Pick<Application, 'id' | 'state' | 'stage' | 'name' | 'email' | 'language'>

/** Locks applications that were sent, in the order of their ids. Answers them by id. */
export async function lockOutlines(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, ApplicationOutline>> {
  const rows = await tx
    .selectFrom('applications')
    .select(['id', 'state', 'stage_id', 'name', 'email', 'language'])
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const stages = await listStages(tx)
  const sent = rows.flatMap(({ state: storedState, stage_id, language, ...row }) => {
    const state = oneOf(APPLICATION_STATES, storedState) ?? 'received'
    const outline = {
      ...row,
      state,
      stage: stageName(stages, stage_id),
      language: language === 'en' ? 'en' : 'pt',
    } as const
    return storedState === 'started' ? [] : [outline]
  })
  return new Map(sent.map((outline) => [outline.id, outline]))
}

function stageName(stages: readonly Stage[], id: string | null): StageName | null {
  const stage = stages.find((candidate) => candidate.id === id)
  return stage ? { id: stage.id, ...stage.name } : null
}

/** The day in Lisbon on which an application was sent: the law of that day applies to it. */
function lisbonDay(at: Temporal.Instant | null): Temporal.PlainDate {
  return (at ?? Temporal.Now.instant()).toZonedDateTimeISO(ZONE).toPlainDate()
}

function oneOf<Value extends string>(known: readonly Value[], text: string | null): Value | null {
  return known.find((value) => value === text) ?? null
}
