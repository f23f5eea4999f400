import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import type { DB } from '#db/types.ts'
import { type RemovalKind, ibanState, type IbanState, shownRef, removalKindOf, namesApart } from '#domain/driver.ts'
import { normalEmail, normalKey, normalPhone, readNif } from '#domain/identifiers.ts'
import type { KeyKind, Source, SourceKey } from '#domain/import.ts'
import { directoryKey } from '#domain/matching.ts'
import { isRecordId, readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { weekAt } from '#domain/week.ts'
import { findOwners } from '#features/fleet/keys/queries.server.ts'
import { blindIndex } from '#platform/field-seal.server.ts'
import { driverRecord } from './schema.ts'
import { IS_AMONG_UNCHECKED, isUnchecked } from '#features/fleet/ibans/queries.server.ts'

/** A driver in the list of the office. */
export type DriverRow = {
  id: string
  ref: string
  name: string
  email: string | null
  phone: string | null
  /** The index by which a NIF is found; the number itself is only in the record. */
  nifIndex: string | null
  status: string
  /** The regime in force this week. */
  regime: string | null
  /** The plates of the cars that the driver has now. */
  plate: string | null
  platforms: readonly string[]
  iban: IbanState
  /** Why the record is no longer in the list; `null` for a current record. */
  gone: RemovalKind | null
}

/**
 * Every driver by name, without merged and removed records. `now` decides which car and terms are current and which
 * bank accounts are still held.
 */
export async function listDrivers(now: Temporal.Instant, on: Kysely<DB> = db): Promise<DriverRow[]> {
  const rows = await selectDrivers(now, on).where('is_gone', '=', false).orderBy('name').orderBy('ref').execute()
  return rows.map((row) => driverRow(row, now))
}

/** The merged and removed records, by name: each can be restored. */
export async function listGoneDrivers(now: Temporal.Instant, on: Kysely<DB> = db): Promise<DriverRow[]> {
  const rows = await selectDrivers(now, on).where('is_gone', '=', true).orderBy('name').orderBy('ref').execute()
  return rows.map((row) => driverRow(row, now))
}

/** One driver as a row of the list. Refuses `record.not-found`, also for an address that is no id at all. */
export async function getDriverRow(id: string, now: Temporal.Instant, on: Kysely<DB> = db): Promise<DriverRow> {
  const row = await selectDrivers(now, on).where('drivers.id', '=', readRecordId(id)).executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return driverRow(row, now)
}

/** The facts that decide whether a driver can work and be paid: a short part of the list's row. */
export type DriverReadiness = Pick<DriverRow, 'id' | 'ref' | 'name' | 'status' | 'regime' | 'iban'> & {
  /** Whether a platform's name of the driver is known. */
  hasKeys: boolean
}

type ReadinessRow = [
  id: string,
  ref: string,
  name: string,
  status: string,
  regime: string | null,
  ibanValid: boolean | null,
  heldUntil: string | null,
  isUnchecked: boolean | null,
  hasKeys: boolean,
]

/**
 * The query for the readiness of every driver, in the order of the list; `askTogether` can send it with others. Its
 * rows are arrays, because the names of columns would take up most of the answer.
 */
export const readinessOfDrivers = (now: Temporal.Instant) => ({
  ask: (on: Kysely<DB>) => {
    const rows = withTermsAndAccount(now, on, IS_AMONG_UNCHECKED.as('is_unchecked'))
      .select((of) =>
        sql`json_build_array(${sql.join([
          of.ref('drivers.id'),
          of.ref('ref'),
          of.ref('name'),
          of.ref('status'),
          of.ref('regime'),
          of.ref('iban_valid'),
          HELD_UNTIL,
          of.ref('is_unchecked'),
          sql`drivers.id in (select driver_id from source_keys where kind in (${sql.join(NAMES_A_DRIVER)}) and driver_id is not null)`,
        ])})`.as('row'),
      )
      .where('is_gone', '=', false)
      .orderBy('name')
      .orderBy('ref')
    return sql`(select coalesce(json_agg(one.row), '[]') as rows from ${rows} one)`
  },
  read: ({ rows }: { rows: ReadinessRow[] }) =>
    rows.map(([id, ref, name, status, regime, ibanValid, heldUntil, isWaiting, hasKeys]): DriverReadiness => ({
      id,
      ref: shownRef(ref),
      name,
      status,
      regime,
      iban: ibanOf(ibanValid, heldUntil === null ? null : Temporal.Instant.from(heldUntil), isWaiting, now),
      hasKeys,
    })),
})

/** Kinds of keys by which a platform knows a driver. */
const NAMES_A_DRIVER = ['driver', 'individual'] as const

const HELD_UNTIL = sql<Temporal.Instant | null>`greatest(account.held_until, drivers.held_until)`

/**
 * Selects the drivers' rows. The joins read each table once for all drivers, or look it up for one driver, but never
 * look it up for each of many.
 */
function selectDrivers(now: Temporal.Instant, on: Kysely<DB>) {
  return withTermsAndAccount(now, on)
    .leftJoin(
      (of) =>
        of
          .selectFrom('assignments')
          .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
          .select(['driver_id', sql<string>`string_agg(plate, ' ' order by lower(period) desc)`.as('plate')])
          .where(sql<boolean>`period @> ${now.toString()}::timestamptz`)
          .groupBy('driver_id')
          .as('cars'),
      (join) => join.onRef('cars.driver_id', '=', 'drivers.id'),
    )
    .leftJoin(
      (of) =>
        of
          .selectFrom('source_keys')
          .select(['driver_id', sql<string[]>`array_agg(distinct source)`.as('platforms')])
          .where('kind', 'in', NAMES_A_DRIVER)
          .groupBy('driver_id')
          .as('known'),
      (join) => join.onRef('known.driver_id', '=', 'drivers.id'),
    )
    .select([
      'drivers.id',
      'ref',
      'name',
      'email',
      'phone',
      'status',
      'regime',
      'iban_valid',
      'merged_into',
      'removed_at',
      'is_unchecked',
      'plate',
      'platforms',
    ])
    .select(sql<string | null>`encode(drivers.nif_index, 'hex')`.as('nifIndex'))
    .select(HELD_UNTIL.as('held_until'))
}

/** Starts a query of the drivers, with the terms in force this week and their newest account. */
function withTermsAndAccount(now: Temporal.Instant, on: Kysely<DB>, isWaiting = isUnchecked) {
  return on
    .selectFrom('drivers')
    .leftJoin(
      (of) =>
        of
          .selectFrom('terms')
          .distinctOn('driver_id')
          .select(['driver_id', 'regime'])
          .where('withdrawn_at', 'is', null)
          .where('valid_from', '<=', weekAt(now))
          .orderBy('driver_id')
          .orderBy('valid_from', 'desc')
          .as('agreed'),
      (join) => join.onRef('agreed.driver_id', '=', 'drivers.id'),
    )
    .leftJoin(
      (of) =>
        of
          .selectFrom('driver_ibans')
          .distinctOn('driver_id')
          .select(['driver_id', 'iban_valid', 'driver_ibans.held_until'])
          .select(isWaiting)
          .orderBy('driver_id')
          .orderBy('driver_ibans.id', 'desc')
          .as('account'),
      (join) => join.onRef('account.driver_id', '=', 'drivers.id'),
    )
}

type SelectedDriver = Omit<DriverRow, 'platforms' | 'iban' | 'gone'> & {
  merged_into: string | null
  removed_at: Temporal.Instant | null
  platforms: string[] | null
  iban_valid: boolean | null
  held_until: Temporal.Instant | null
  is_unchecked: boolean | null
}

function driverRow(
  { held_until, iban_valid, is_unchecked, platforms, merged_into, removed_at, ...row }: SelectedDriver,
  now: Temporal.Instant,
): DriverRow {
  return {
    ...row,
    ref: shownRef(row.ref),
    gone: removalKindOf(merged_into, removed_at),
    platforms: (platforms ?? []).toSorted().toReversed(),
    iban: ibanOf(iban_valid, held_until, is_unchecked, now),
  }
}

function ibanOf(
  valid: boolean | null,
  heldUntil: Temporal.Instant | null,
  isWaiting: boolean | null,
  now: Temporal.Instant,
): IbanState {
  return ibanState(valid === null ? null : { valid, heldUntil, isUnchecked: isWaiting === true }, now)
}

/** The record of one driver. Refuses `record.not-found`, also for an address that is no id at all. */
export async function getDriver(id: string, on: Kysely<DB> = db) {
  const found = await findDrivers([id], on)
  return found(id)
}

/**
 * Reads the records of several drivers. Returns a function that gives one of them, or refuses what `getDriver`
 * refuses.
 */
export async function findDrivers(ids: readonly string[], on: Kysely<DB> = db) {
  const rows = ids.length === 0 ? [] : await selectRecords(ids, on).execute()
  const records = new Map(rows.map((row) => [row.id, row]))
  return (id: string) => {
    const row = records.get(readRecordId(id))
    if (!row) throw new Refusal('record.not-found')
    return driverOf(row)
  }
}

function selectRecords(ids: readonly string[], on: Kysely<DB>) {
  return on
    .selectFrom('drivers')
    .leftJoin('users', 'users.uid', 'drivers.uid')
    .selectAll('drivers')
    .select('users.email as account')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('departures')
          .select('departures.id')
          .whereRef('departures.driver_id', '=', 'drivers.id')
          .where('departures.returned_on', 'is', null),
      ).as('has_left'),
    )
    .where('drivers.id', '=', sql<string>`any(${ids.filter(isRecordId)}::uuid[])`)
}

function driverOf(row: Awaited<ReturnType<ReturnType<typeof selectRecords>['executeTakeFirstOrThrow']>>) {
  const nif = openOf('drivers.nif', row.id, row.nif)
  return {
    ...driverRecord.read(row),
    id: row.id,
    ref: row.ref,
    nif,
    nifValid: nif === null || readNif(nif).ok,
    /**
     * Whether a departure is recorded; the last day and the status then come from the departure, and not from the
     * form.
     */
    hasLeft: Boolean(row.has_left),
    /** The moment when the record was removed as a mistake; `null` for other records. */
    removedAt: row.removed_at?.toString() ?? null,
    mergedInto: row.merged_into,
    /** E-mail of the account that signs in as this driver. */
    account: row.account,
    version: row.version,
  }
}

/** The letters of a name. Names that are read as the same have the same letters, but so may other names. */
const LETTERS = sql<string>`letters_of_name(name)`

/**
 * The name of a driver for places without the short name: it includes the short name if another driver has the same
 * name.
 */
export async function nameApart(driver: string, on: Kysely<DB> = db): Promise<string> {
  const id = readRecordId(driver)
  const rows = await on
    .selectFrom('drivers')
    .select(['id', 'ref', 'name'])
    .where(LETTERS, '=', (own) => own.selectFrom('drivers').select(LETTERS.as('letters')).where('id', '=', id))
    .where((row) =>
      row.or([row('id', '=', id), row.and([row('merged_into', 'is', null), row('removed_at', 'is', null)])]),
    )
    .execute()
  const found = namesApart(rows).find((candidate) => candidate.id === id)
  if (!found) throw new Refusal('record.not-found')
  return found.name
}

/** The form's fields of every record, by id, for a file of all records. */
export async function listDriverRecords(on: Kysely<DB> = db) {
  const rows = await on.selectFrom('drivers').selectAll().execute()
  return new Map(rows.map((row) => [row.id, driverRecord.read(row)]))
}

/**
 * All current drivers with the facts by which persons are told apart, to recognise the people of a list. `nif` is the
 * index by which the number is found (`nifIndexOf`), because the number itself is sealed.
 */
export async function listIdentities(on: Kysely<DB> = db) {
  const [drivers, keys] = await Promise.all([
    on
      .selectFrom('drivers')
      .select(['id', 'ref', 'name', 'legal_name as legalName', 'nif as sealedNif', 'email', 'phone'])
      .select(sql<string | null>`encode(nif_index, 'hex')`.as('nif'))
      .where('is_gone', '=', false)
      .orderBy('ref')
      .execute(),
    on
      .selectFrom('source_keys')
      .select(['driver_id', 'kind', 'value'])
      .where('kind', 'in', ['email', 'phone'])
      .where('driver_id', 'is not', null)
      .execute(),
  ])
  // oxlint-disable-next-line typescript/no-non-null-assertion -- only keys of drivers are asked for
  const keysByDriver = Map.groupBy(keys, ({ driver_id }) => driver_id!)
  return drivers.map((driver) => {
    const valuesOf = (kind: string) =>
      (keysByDriver.get(driver.id) ?? []).filter((key) => key.kind === kind).map(({ value }) => value)
    return {
      ...driver,
      emails: [...(driver.email ? [normalEmail(driver.email)] : []), ...valuesOf('email')],
      phones: [...(driver.phone ? [normalPhone(driver.phone)] : []), ...valuesOf('phone')],
    }
  })
}

/** The index of a NIF, as `listIdentities` and the list of drivers have it. */
export function nifIndexOf(nif: string | null): string | null {
  return nif === null ? null : blindIndex('nif', nif).toString('hex')
}

/** The driver with this NIF, otherwise the one with this e-mail; `null` for a new person. */
export async function findPerson(
  { nif, email }: { nif: string | null; email: string | null },
  on: Kysely<DB> = db,
): Promise<{ id: string; ref: string; name: string; nifIndex: string | null } | null> {
  const people = on
    .selectFrom('drivers')
    .select(['id', 'ref', 'name'])
    .select(sql<string | null>`encode(nif_index, 'hex')`.as('nifIndex'))
    .where('is_gone', '=', false)
    .orderBy('created_at')
    .orderBy('ref')
    .limit(1)
  const byNif =
    nif === null ? undefined : await people.where('nif_index', '=', blindIndex('nif', nif)).executeTakeFirst()
  if (byNif) return byNif
  return (email === null ? undefined : await people.where('email', '=', email).executeTakeFirst()) ?? null
}

/** The cars that a driver had and when, newest first. */
export async function listCars(driverId: string, on: Kysely<DB> = db) {
  const rows = await on
    .selectFrom('assignments')
    .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .select(['assignments.id', 'vehicle_id', 'plate', 'make', 'model'])
    .select(sql<Temporal.Instant | null>`lower(period)`.as('from'))
    .select(sql<Temporal.Instant | null>`upper(period)`.as('to'))
    .where('driver_id', '=', readRecordId(driverId))
    .orderBy(sql`lower(period)`, (order) => order.desc().nullsLast())
    .execute()
  return rows.map(({ from, to, vehicle_id, ...row }) => ({
    ...row,
    vehicleId: vehicle_id,
    from: from?.toString() ?? null,
    to: to?.toString() ?? null,
  }))
}

/** The drivers who have these short names, by short name. */
export async function listRefs(
  refs: readonly string[],
  on: Kysely<DB>,
): Promise<Map<string, { id: string; name: string }>> {
  if (refs.length === 0) return new Map()
  const rows = await on
    .selectFrom('drivers')
    .select(['id', 'name', 'ref'])
    .where('ref', '=', sql<string>`any(${refs}::text[])`)
    .execute()
  return new Map(rows.map(({ id, name, ref }) => [ref, { id, name }]))
}

/** The short name of every driver, by id. */
export async function listDriverRefs(on: Kysely<DB> = db): Promise<Map<string, string>> {
  const drivers = await on.selectFrom('drivers').select(['id', 'ref']).execute()
  return new Map(drivers.map(({ id, ref }) => [id, ref]))
}

/**
 * The match keys for e-mail and phone. They are keys of Bolt, which also names drivers by them; Uber's reports do
 * not.
 */
export function contactKeys({ email, phone }: { email: string | null; phone: string | null }) {
  const keys: SourceKey[] = []
  if (email) keys.push(normalKey({ kind: 'email', value: email }))
  if (phone) keys.push(normalKey({ kind: 'phone', value: phone }))
  return keys.filter(({ value }) => value !== '').map((key) => ({ source: 'bolt' as const, ...key }))
}

/** A platform name of a removed record; `owner` is who has it by now, `null` while it is free. */
export type RemovedKey = { source: Source; key: SourceKey; owner: string | null }

/** The names of a removed record: those that a restored record gets back, and those that another driver has by now. */
export async function listRemovedKeys(
  driver: { id: string; email: string | null; phone: string | null },
  on: Kysely<DB> = db,
): Promise<RemovedKey[]> {
  const stored = await on
    .selectFrom('removed_keys')
    .select(['source', 'kind', 'value'])
    .where('driver_id', '=', driver.id)
    .orderBy('source')
    .orderBy('kind')
    .execute()
  // Records that were removed before names were stored only have their e-mail and phone.
  const contact = contactKeys(driver).filter(
    (own) => !stored.some(({ kind, value }) => kind === own.kind && value === own.value),
  )
  const names = [...stored, ...contact].map(({ source, kind, value }) => ({
    source: source as Source,
    key: { kind: kind as KeyKind, value },
  }))
  const owners = await findOwners(
    names.map(({ source, key }) => ({ source, ...key })),
    on,
  )
  return names.map((name) => ({ ...name, owner: owners.get(directoryKey(name.source, name.key))?.name ?? null }))
}

/** The kinds of data that refer to a driver. While there is any, the record is no mistake. */
const DRIVER_TIES = [
  'rows',
  'statements',
  'journals',
  'plans',
  'adjustments',
  'cars',
  'ownCars',
  'contracts',
  'papers',
  'fines',
  'inspections',
  'damages',
  'accidents',
  'damageReports',
  'receipts',
  'goals',
  'referrals',
  'account',
  'application',
  'departures',
  'merges',
] as const

export type DriverTie = (typeof DRIVER_TIES)[number]

/** The data that prevents the removal of a record, as a number by kind; none for a record made by mistake. */
export async function listTies(driverId: string, on: Kysely<DB> = db): Promise<{ tie: DriverTie; count: number }[]> {
  const { rows } = await sql<{ tie: DriverTie; count: number }>`
    select tie, count::int from drivers d, lateral (values
      -- Start from the driver's names: a record made by mistake has few or none.
      -- Look each name up by itself (offset 0): a join would read every row of its source.
      ('rows', (select count(distinct named.id) from source_keys k, lateral (select id from import_rows r where r.state = 'live'
        and r.keys @> jsonb_build_array(jsonb_build_object('kind', k.kind, 'value', k.value)) and r.source = k.source offset 0) named
        where k.driver_id = d.id)),
      ('statements', (select count(*) from settlements where driver_id = d.id)),
      ('journals', (select count(*) from journals where driver_id = d.id)),
      ('plans', (select count(*) from plans where driver_id = d.id)),
      ('adjustments', (select count(*) from adjustments where driver_id = d.id)
        + (select count(*) from recurring_adjustments where driver_id = d.id)
        + (select count(*) from other_incomes where driver_id = d.id)),
      ('cars', (select count(*) from assignments where driver_id = d.id)),
      ('ownCars', (select count(*) from vehicle_titles where owner_id = d.id)),
      -- Withdrawn contracts and refused papers do not keep a record.
      ('contracts', (select count(*) from contracts where driver_id = d.id and state <> 'withdrawn')),
      ('papers', (select count(*) from papers where driver_id = d.id and state <> 'refused')),
      ('fines', (select count(*) from fines where driver_id = d.id)),
      ('inspections', (select count(*) from inspections where driver_id = d.id)),
      ('damages', (select count(*) from damages where driver_id = d.id)),
      ('accidents', (select count(*) from accidents where driver_id = d.id)),
      ('damageReports', (select count(*) from damage_reports where d.id in (driver_id, holder_id))),
      ('receipts', (select count(*) from receipt_findings where driver_id = d.id)),
      ('goals', (select count(*) from goal_drivers where driver_id = d.id)),
      ('referrals', (select count(*) from referrals where d.id in (referrer_id, referred_id))),
      ('account', (d.uid is not null)::int),
      ('application', (select count(*) from applications where driver_id = d.id)),
      ('departures', (select count(*) from departures where driver_id = d.id)),
      ('merges', (select count(*) from driver_merges where undone_at is null and d.id in (gone_id, stays_id)))
    ) tied (tie, count)
    where d.id = ${readRecordId(driverId)} and count > 0`.execute(on)
  return rows
}
