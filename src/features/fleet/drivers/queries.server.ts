import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { keptByGround } from '#db/kept-by-ground.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import type { DB } from '#db/types.ts'
import { type Gone, type IbanState, ibanState, shownRef, whyGone } from '#domain/driver.ts'
import { maskIban, normalEmail, normalKey, normalPhone, readNif } from '#domain/identifiers.ts'
import type { KeyKind, Source, SourceKey } from '#domain/import.ts'
import { type Cents, basisPoints, cents } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { FEE_BASES, type Fee, REGIMES, TOLL_POLICIES, TRIP_VATS, type Terms } from '#domain/terms.ts'
import { type Week, weekAt } from '#domain/week.ts'
import { findOwner } from '#features/fleet/keys/queries.server.ts'
import { blindIndex } from '#platform/field-seal.server.ts'
import { driverRecord } from './schema.ts'

/** Whether the newest IBAN waits for a second person. */
const isUnchecked = sql<boolean>`exists (select from unchecked_ibans where unchecked_ibans.id = driver_ibans.id)`.as(
  'is_unchecked',
)

/** Where a driver is paid. `heldUntil` is the end of the wait after a change; whoever pays compares it with the moment. */
export type PayTarget = {
  driverId: string
  /** Sealed: whoever pays opens it (`openIban`), nobody else does. */
  iban: SealedIban | null
  holder: string | null
  heldUntil: Temporal.Instant | null
  /** It takes two people, and only its writer has looked at this IBAN. */
  isUnchecked: boolean
  valid: boolean
}

/** An account that nobody has opened: its end, and what two of the same have in common. */
export type SealedIban = { ends: string; index: string; sealed: Uint8Array }

/** Terms and the Monday they are in force from. */
export type TermsInForce = { terms: Terms; from: string }

/** A driver in the list of the office. */
export type DriverRow = {
  id: string
  ref: string
  name: string
  email: string | null
  phone: string | null
  /** What a NIF is found by; the number itself is in the record alone. */
  nifIndex: string | null
  status: string
  /** In force this week. */
  regime: string | null
  /** Car held at this moment. */
  plate: string | null
  platforms: readonly string[]
  iban: IbanState
  /** Why it is in the list no longer; `null` for a record that receives what is given to it. */
  gone: Gone | null
}

/** Everybody, by name, but records that were merged into another or put away. `now` decides car, regime and what is still held. */
export async function listDrivers(now: Temporal.Instant, on: Kysely<DB> = db): Promise<DriverRow[]> {
  const rows = await selectDrivers(now, on).where('is_gone', '=', false).orderBy('name').orderBy('ref').execute()
  return rows.map((row) => driverRow(row, now))
}

/** The records that were merged into another or put away, by name: each can come back. */
export async function listGoneDrivers(now: Temporal.Instant, on: Kysely<DB> = db): Promise<DriverRow[]> {
  const rows = await selectDrivers(now, on).where('is_gone', '=', true).orderBy('name').orderBy('ref').execute()
  return rows.map((row) => driverRow(row, now))
}

/** The same of one driver. Refuses `record.not-found`, also for an address that is no id at all. */
export async function getDriverRow(id: string, now: Temporal.Instant, on: Kysely<DB> = db): Promise<DriverRow> {
  const row = await selectDrivers(now, on).where('drivers.id', '=', readRecordId(id)).executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return driverRow(row, now)
}

/** Each table is gone through once for all drivers, or looked up for the one that is asked for: never once for each of many. */
function selectDrivers(now: Temporal.Instant, on: Kysely<DB>) {
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
          .select(isUnchecked)
          .orderBy('driver_id')
          .orderBy('driver_ibans.id', 'desc')
          .as('account'),
      (join) => join.onRef('account.driver_id', '=', 'drivers.id'),
    )
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
          .where('kind', 'in', ['driver', 'individual'])
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
    .select(sql<Temporal.Instant | null>`greatest(account.held_until, drivers.held_until)`.as('held_until'))
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
    gone: whyGone(merged_into, removed_at),
    platforms: (platforms ?? []).toSorted().toReversed(),
    iban: ibanState(
      iban_valid === null ? null : { valid: iban_valid, heldUntil: held_until, isUnchecked: is_unchecked === true },
      now,
    ),
  }
}

/** The record of one driver. Refuses `record.not-found`, also for an address that is no id at all. */
export async function getDriver(id: string, on: Kysely<DB> = db) {
  const row = await on
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
    .where('drivers.id', '=', readRecordId(id))
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  const nif = openOf('drivers.nif', row.id, row.nif)
  return {
    ...driverRecord.read(row),
    id: row.id,
    ref: row.ref,
    nif,
    nifValid: nif === null || readNif(nif).ok,
    /** Whether a departure is recorded: then it says the last day and the state, not the record. */
    hasLeft: Boolean(row.has_left),
    /** When the record was put away, as one made by mistake; `null` while it is there. */
    removedAt: row.removed_at?.toString() ?? null,
    mergedInto: row.merged_into,
    /** E-mail of the account that signs in as this driver. */
    account: row.account,
    version: row.version,
  }
}

/** Every record as its form has it, by id: for a file of them. */
export async function listDriverRecords(on: Kysely<DB> = db) {
  const rows = await on.selectFrom('drivers').selectAll().execute()
  return new Map(rows.map((row) => [row.id, driverRecord.read(row)]))
}

/**
 * Everybody who is here, by all that tells one person from another: among them a list's people are looked for. `nif` is
 * what the number is found by (`nifIndexOf`), the number itself is sealed.
 */
export async function listIdentities(on: Kysely<DB> = db) {
  const [drivers, keys] = await Promise.all([
    on
      .selectFrom('drivers')
      .select(['id', 'ref', 'name', 'nif as sealedNif', 'email', 'phone'])
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
  const named = Map.groupBy(keys, ({ driver_id }) => driver_id!)
  return drivers.map((driver) => {
    const known = (kind: string) =>
      (named.get(driver.id) ?? []).filter((key) => key.kind === kind).map(({ value }) => value)
    return {
      ...driver,
      emails: [...(driver.email ? [normalEmail(driver.email)] : []), ...known('email')],
      phones: [...(driver.phone ? [normalPhone(driver.phone)] : []), ...known('phone')],
    }
  })
}

/** What stands for a NIF among `listIdentities` and in the list of drivers. */
export function nifIndexOf(nif: string | null): string | null {
  return nif === null ? null : blindIndex('nif', nif).toString('hex')
}

/** The newest IBAN of a driver with its hold, or `null`. */
export async function currentIban(on: Kysely<DB>, driverId: string): Promise<PayTarget | null> {
  return (await listPayTargets(on, [driverId])).get(driverId) ?? null
}

/** Where each of these drivers is paid, by driver. One who has no IBAN is there with `iban: null`. */
export async function listPayTargets(on: Kysely<DB>, driverIds: readonly string[]): Promise<Map<string, PayTarget>> {
  if (driverIds.length === 0) return new Map()
  const rows = await on
    .selectFrom('drivers')
    .leftJoin('driver_ibans', 'driver_ibans.driver_id', 'drivers.id')
    .distinctOn('drivers.id')
    .select(['drivers.id as driverId', 'name', 'iban', 'iban_index', 'iban_ends', 'iban_valid', 'holder'])
    .select(sql<Temporal.Instant | null>`greatest(driver_ibans.held_until, drivers.held_until)`.as('held_until'))
    .select(isUnchecked)
    .where('drivers.id', '=', sql<string>`any(${[...driverIds]}::uuid[])`)
    .orderBy('drivers.id')
    .orderBy('driver_ibans.id', (order) => order.desc().nullsLast())
    .execute()
  return new Map(
    rows.map(({ driverId, name, iban, iban_index, iban_ends, iban_valid, holder, held_until, is_unchecked }) => [
      driverId,
      {
        driverId,
        // oxlint-disable-next-line typescript/no-non-null-assertion -- an IBAN is kept with its end and index
        iban: iban && { ends: iban_ends!, index: iban_index!.toString('hex'), sealed: iban },
        holder: holder ?? name,
        heldUntil: held_until,
        isUnchecked: is_unchecked,
        valid: iban_valid === true,
      },
    ]),
  )
}

/** The account itself, for whoever pays to it or asked for it with a reason. */
export function openIban({ driverId, iban }: { driverId: string; iban: SealedIban }): string {
  return openOf('driver_ibans.iban', driverId, iban.sealed)
}

/** Every IBAN a driver had, newest first, masked. */
export async function listIbans(driverId: string, now: Temporal.Instant, on: Kysely<DB> = db) {
  const rows = await on
    .selectFrom('driver_ibans')
    .innerJoin('drivers', 'drivers.id', 'driver_ibans.driver_id')
    .leftJoin('users', 'users.uid', 'added_by')
    .select([
      'driver_ibans.id',
      'iban',
      'iban_valid',
      'holder',
      'added_at',
      'driver_ibans.held_until',
      'users.email as by',
      'added_by',
    ])
    .select(isUnchecked)
    .select('drivers.held_until as record_held')
    .where('driver_ibans.driver_id', '=', readRecordId(driverId))
    .orderBy('driver_ibans.id', 'desc')
    .execute()
  return rows.map(
    ({ id, iban, iban_valid, holder, added_at, added_by, held_until, record_held, by, is_unchecked }, index) => {
      // What holds the record holds the account it is paid to.
      const heldUntil = index === 0 ? later(held_until, record_held) : held_until
      const state = ibanState({ valid: iban_valid === true, heldUntil, isUnchecked: is_unchecked }, now)
      return {
        id,
        masked: maskIban(openOf('driver_ibans.iban', driverId, iban)),
        holder,
        by,
        writer: added_by,
        addedAt: added_at.toString(),
        heldUntil: heldUntil?.toString() ?? null,
        state,
        // Why it waits: the account was changed, or names of another record came to this one.
        heldFor: state !== 'held' ? null : heldUntil === held_until ? ('change' as const) : ('names' as const),
      }
    },
  )
}

function later(one: Temporal.Instant | null, other: Temporal.Instant | null): Temporal.Instant | null {
  if (one === null || other === null) return one ?? other
  return Temporal.Instant.compare(one, other) < 0 ? other : one
}

/** What is in force in a week, by driver: the latest that starts on or before its Monday and was not withdrawn. */
export function termsInForce(on: Kysely<DB>, week: Week, only?: string): Promise<ReadonlyMap<string, TermsInForce>> {
  return only === undefined ? keptTerms(week, on) : readTermsInForce(week, on, only)
}

/** Weeks whose terms are kept while none are agreed or withdrawn. */
const WEEKS_OF_TERMS_KEPT = 4
const keptTerms = keptByGround(
  (week: Week) => week,
  () => [{ table: 'terms' }],
  (week, on) => readTermsInForce(week, on),
  WEEKS_OF_TERMS_KEPT,
)

async function readTermsInForce(week: Week, on: Kysely<DB>, only?: string): Promise<Map<string, TermsInForce>> {
  const rows = await on
    .selectFrom('terms')
    .selectAll()
    .distinctOn('driver_id')
    .where('withdrawn_at', 'is', null)
    .where('valid_from', '<=', week)
    // oxlint-disable-next-line typescript/no-non-null-assertion -- `$if` asked whether it is there
    .$if(only !== undefined, (query) => query.where('driver_id', '=', only!))
    .orderBy('driver_id')
    .orderBy('valid_from', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.driver_id, { terms: readTerms(row), from: row.valid_from }]))
}

/** One row of what was agreed with a driver, as its screen shows it. */
export type AgreedTerms = {
  id: number
  from: string
  terms: Terms
  reason: string
  by: string | null
  at: string
  /** The first approved week that stands on it: from then on it cannot change. */
  approvedWeek: string | null
  /** Since when it counts no more, who said so and why; `null` while it counts. */
  withdrawn: { at: string; by: string | null; purpose: 'change' | 'removal'; reason: string } | null
}

/** Everything agreed with a driver that counts, the latest week first. */
export async function listTerms(driverId: string, on: Kysely<DB> = db): Promise<AgreedTerms[]> {
  return (await listEveryTerms(driverId, on)).filter(({ withdrawn }) => withdrawn === null)
}

/** Everything ever agreed with a driver, the latest week first; of one week, first what counts, then the last withdrawn. */
export async function listEveryTerms(driverId: string, on: Kysely<DB> = db): Promise<AgreedTerms[]> {
  const rows = await on
    .selectFrom('terms')
    .leftJoin('users', 'users.uid', 'created_by')
    .leftJoin('users as withdrawer', 'withdrawer.uid', 'withdrawn_by')
    .selectAll('terms')
    .select(['users.email as by', 'withdrawer.email as withdrawer'])
    .select((of) =>
      of
        .selectFrom('settlements')
        .whereRef('settlements.driver_id', '=', 'terms.driver_id')
        .whereRef('settlements.terms_from', '=', 'terms.valid_from')
        .where('state', 'in', APPROVED)
        .select(sql<string | null>`min(week)`.as('week'))
        .as('approved_week'),
    )
    .where('terms.driver_id', '=', readRecordId(driverId))
    .orderBy('valid_from', 'desc')
    .orderBy('withdrawn_at', (order) => order.desc().nullsFirst())
    .orderBy('terms.id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    from: row.valid_from,
    terms: readTerms(row),
    reason: row.reason,
    by: row.by,
    at: row.created_at.toString(),
    approvedWeek: row.approved_week,
    withdrawn: row.withdrawn_at && {
      at: row.withdrawn_at.toString(),
      by: row.withdrawer,
      purpose: row.withdrawn_for === 'removal' ? 'removal' : 'change',
      reason: row.withdrawal_reason ?? '',
    },
  }))
}

/** One of them, withdrawn or not. Refuses `record.not-found`, also for somebody else's. */
export async function getTerms(driverId: string, termsId: number, on: Kysely<DB> = db): Promise<AgreedTerms> {
  const found = (await listEveryTerms(driverId, on)).find(({ id }) => id === termsId)
  if (!found) throw new Refusal('record.not-found')
  return found
}

/** States in which a settlement no longer follows its terms. */
export const APPROVED = ['approved', 'in-batch', 'paid']

type StoredTerms = {
  rules: unknown
  regime: string
  fee_mode: string
  fee_cents: number | null
  fee_always: boolean
  fee_basis_points: number | null
  fee_base: string | null
  trip_vat: string
  toll_policy: string
  rent_cents: number
  rent_by_days: boolean
  driver_share_basis_points: number | null
  energy_cap_cents: number | null
}

function readTerms(row: StoredTerms): Terms {
  const { floor, cap, chargingCap, ...rules } = row.rules as TermsRules
  const fee = readFee(row)
  return {
    ...rules,
    regime: oneOf(REGIMES, row.regime),
    fee:
      fee.mode === 'percent'
        ? { ...fee, ...(floor === undefined ? {} : { floor }), ...(cap === undefined ? {} : { cap }) }
        : fee,
    tripVat: oneOf(TRIP_VATS, row.trip_vat),
    tollPolicy: oneOf(TOLL_POLICIES, row.toll_policy),
    rent: cents(row.rent_cents),
    rentByDays: row.rent_by_days,
    split:
      row.driver_share_basis_points === null
        ? null
        : {
            driverShare: basisPoints(row.driver_share_basis_points),
            energyCap: row.energy_cap_cents === null ? null : cents(row.energy_cap_cents),
            ...(chargingCap === undefined ? {} : { chargingCap }),
          },
  }
}

/** The rules that are agreed only now and then, as the database keeps them. */
export type TermsRules = Pick<
  Terms,
  'feeByDays' | 'exemption' | 'kilometres' | 'ceiling' | 'receipt' | 'receiptBase' | 'follows'
> & {
  floor?: Cents
  cap?: Cents
  chargingCap?: Cents
}

function readFee(row: StoredTerms): Fee {
  if (row.fee_mode === 'fixed') return { mode: 'fixed', amount: cents(row.fee_cents ?? 0), always: row.fee_always }
  if (row.fee_mode === 'percent') {
    return { mode: 'percent', rate: basisPoints(row.fee_basis_points ?? 0), base: oneOf(FEE_BASES, row.fee_base ?? '') }
  }
  return { mode: 'none' }
}

/** The database checks these words on the way in; one that is unknown here is a defect. */
function oneOf<Word extends string>(words: readonly Word[], text: string): Word {
  const word = words.find((known) => known === text)
  if (word === undefined) throw new TypeError(`"${text}" is none of ${words.join(', ')}`)
  return word
}

/** Whoever has this NIF or, failing that, this e-mail already; `null` for a new person. */
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

/** Who had which car when, newest first, for the driver's own page. */
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

/** The short name of every driver, by id. */
export async function listDriverRefs(on: Kysely<DB> = db): Promise<Map<string, string>> {
  const drivers = await on.selectFrom('drivers').select(['id', 'ref']).execute()
  return new Map(drivers.map(({ id, ref }) => [id, ref]))
}

/** Bolt names its drivers by e-mail and phone too; Uber's reports name nobody so. */
export function contactKeys({ email, phone }: { email: string | null; phone: string | null }) {
  const keys: SourceKey[] = []
  if (email) keys.push(normalKey({ kind: 'email', value: email }))
  if (phone) keys.push(normalKey({ kind: 'phone', value: phone }))
  return keys.filter(({ value }) => value !== '').map((key) => ({ source: 'bolt' as const, ...key }))
}

/** A name of a record that was put away; `owner` is who has it by now, `null` while it is free. */
export type RemovedKey = { source: Source; key: SourceKey; owner: string | null }

/** The names that come back with a record when it is restored, and those that somebody else has by now. */
export async function listRemovedKeys(
  driver: { id: string; email: string | null; phone: string | null },
  on: Kysely<DB> = db,
): Promise<RemovedKey[]> {
  const kept = await on
    .selectFrom('removed_keys')
    .select(['source', 'kind', 'value'])
    .where('driver_id', '=', driver.id)
    .orderBy('source')
    .orderBy('kind')
    .execute()
  // Records that were put away before names were kept with them have the contact of the record alone.
  const contact = contactKeys(driver).filter(
    (own) => !kept.some(({ kind, value }) => kind === own.kind && value === own.value),
  )
  const names = [...kept, ...contact].map(({ source, kind, value }) => ({
    source: source as Source,
    key: { kind: kind as KeyKind, value },
  }))
  const owners = await Promise.all(names.map(({ source, key }) => findOwner(source, key, on)))
  return names.map((name, index) => ({ ...name, owner: owners[index]?.name ?? null }))
}

/** What speaks of a driver: as long as something does, the record is no mistake. */
const DRIVER_TIES = [
  'rows',
  'statements',
  'journals',
  'plans',
  'adjustments',
  'cars',
  'account',
  'application',
  'departures',
  'merges',
] as const
export type DriverTie = (typeof DRIVER_TIES)[number]

/** What stands in the way of putting a record away, each with how many there are; none when it was made by mistake. */
export async function listTies(driverId: string, on: Kysely<DB> = db): Promise<{ tie: DriverTie; count: number }[]> {
  const { rows } = await sql<{ tie: DriverTie; count: number }>`
    select tie, count::int from drivers d, lateral (values
      -- By the names of the driver, not row by row: a record made by mistake has few, or none.
      ('rows', (select count(distinct r.id) from source_keys k join import_rows r on r.state = 'live' and r.source = k.source
        and r.keys @> jsonb_build_array(jsonb_build_object('kind', k.kind, 'value', k.value)) where k.driver_id = d.id)),
      ('statements', (select count(*) from settlements where driver_id = d.id)),
      ('journals', (select count(*) from journals where driver_id = d.id)),
      ('plans', (select count(*) from plans where driver_id = d.id)),
      ('adjustments', (select count(*) from adjustments where driver_id = d.id)
        + (select count(*) from recurring_adjustments where driver_id = d.id)),
      ('cars', (select count(*) from assignments where driver_id = d.id)),
      ('account', (d.uid is not null)::int),
      ('application', (select count(*) from applications where driver_id = d.id)),
      ('departures', (select count(*) from departures where driver_id = d.id)),
      ('merges', (select count(*) from driver_merges where undone_at is null and d.id in (gone_id, stays_id)))
    ) tied (tie, count)
    where d.id = ${readRecordId(driverId)} and count > 0`.execute(on)
  return rows
}
