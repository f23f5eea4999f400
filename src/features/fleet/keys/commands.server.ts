import { sql } from 'kysely'
import type { Tx } from '#db/client.server.ts'
import { requireValue } from '#domain/certain.ts'
import type { Source, SourceKey } from '#domain/import.ts'
import { type KeyOwner, directoryKey, isNameOfPerson } from '#domain/matching.ts'
import { Refusal, takeEach } from '#domain/refusal.ts'
import { weekAt } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { writeNoticesOfEach } from '#features/mail/inbox/commands.server.ts'
import { currentDrivers } from '#features/fleet/current-drivers/queries.server.ts'
import { findOwners, getAnswer, getKey, isOneOfKeys } from './queries.server.ts'

/**
 * Saves that a platform's name means this driver, this car or the company; returns whether it is new. `isAnswer`: a
 * person answered a question, instead of the name coming with a record or a list. Refuses `key.taken`, naming the
 * owner, when the name already means somebody else, and `driver.removed`.
 */
export async function addKey(
  change: Change,
  source: Source,
  key: SourceKey,
  owner: KeyOwner,
  how: { isAnswer?: boolean } = {},
): Promise<boolean> {
  return (await addKeys(change, [{ source, ...key }], owner, how)) === 1
}

/** Saves several names of one driver, car or company; returns how many are new. */
export async function addKeys(
  change: Change,
  keys: readonly NewKey[],
  owner: KeyOwner,
  how: { isAnswer?: boolean } = {},
): Promise<number> {
  return addKeysToEach(change, [{ owner, keys }], how)
}

/** A platform's name of a driver, a car or the company. */
export type NewKey = SourceKey & { source: Source }

/**
 * Saves names of several owners; a name given to two of them belongs to the first. Names of a merged record go to the
 * record in which it continues.
 */
export async function addKeysToEach(
  change: Change,
  keysOfOwners: readonly { owner: KeyOwner; keys: readonly NewKey[] }[],
  { isAnswer = false }: { isAnswer?: boolean } = {},
): Promise<number> {
  const driverIds = keysOfOwners.map(({ owner, keys }) =>
    keys.length > 0 && 'driverId' in owner ? owner.driverId : null,
  )
  const current = await currentDrivers(
    driverIds.filter((id) => id !== null),
    change.tx,
  )
  const keysByOwner = takeEach(keysOfOwners, ({ owner, keys }, at) => {
    const driverId = driverIds[at] ?? null
    const currentOwner = driverId === null ? owner : { driverId: current(driverId) }
    return keys.map((key) => ({ key, owner: currentOwner }))
  })
  const allKeys = keysByOwner.flat()
  const fresh = await insertKeys(change, allKeys, isAnswer)
  const others = await findOwners(
    allKeys.flatMap((keyOfOwner) => (fresh.has(keyOfOwner) ? [] : [keyOfOwner.key])),
    change.tx,
  )
  takeEach(keysByOwner, (own) => {
    for (const keyOfOwner of own) {
      const { key, owner } = keyOfOwner
      const { source, kind, value } = key
      const known = others.get(directoryKey(source, key))
      if (fresh.has(keyOfOwner)) change.note({ subject: subjectOf(owner), after: { source, kind, value } })
      else if (!known || subjectOf(known.owner) !== subjectOf(owner))
        throw new Refusal('key.taken', { value, owner: known?.name ?? '' })
    }
  })
  await followReleases(change, [...fresh])
  return fresh.size
}

type OwnKey = { key: NewKey; owner: KeyOwner }

/** Inserts keys, and returns those that are new. */
async function insertKeys(change: Change, all: readonly OwnKey[], isAnswer: boolean): Promise<ReadonlySet<OwnKey>> {
  if (all.length === 0) return new Set()
  const idsOf = (name: 'driverId' | 'vehicleId') =>
    all.map(({ owner }) => (name in owner ? (Reflect.get(owner, name) as string) : null))
  const { rows: written } = await sql<{ place: number }>`
    with asked as (select * from unnest(${all.map(({ key }) => key.source)}::text[], ${all.map(({ key }) => key.kind)}::text[],
      ${all.map(({ key }) => key.value)}::text[], ${idsOf('driverId')}::uuid[], ${idsOf('vehicleId')}::uuid[], ${all.map(({ owner }) => 'company' in owner)}::boolean[])
      with ordinality as asked (source, kind, value, driver_id, vehicle_id, company, place)),
    written as (insert into source_keys (source, kind, value, driver_id, vehicle_id, company, is_answer, created_at, created_by)
      select source, kind, value, driver_id, vehicle_id, company, ${isAnswer}::boolean, ${change.now.toString()}::timestamptz, ${change.actor.uid}
      from asked order by place on conflict (source, kind, value) do nothing returning source, kind, value)
    select min(place)::int as place from asked join written using (source, kind, value) group by source, kind, value`.execute(
    change.tx,
  )
  const places = new Set(written.map(({ place }) => place - 1))
  return new Set(all.filter((_, place) => places.has(place)))
}

/** Removes a key of this owner. Refuses `record.not-found` when the owner does not have it. */
export async function removeKey(
  change: Change,
  id: number,
  owner: { driverId: string } | { vehicleId: string },
): Promise<void> {
  const { source, kind, value } = await getKey(id, owner, change.tx)
  await change.tx.deleteFrom('source_keys').where('id', '=', id).execute()
  if ('driverId' in owner) await saveRelease(change, owner.driverId, { source, kind, value })
  change.note({ subject: subjectOf(owner), before: { source, kind, value } })
}

/** Removes one name from a driver, by its value; does nothing when the driver does not have it. */
export async function releaseKey(change: Change, driverId: string, key: StoredKey): Promise<void> {
  const released = await change.tx
    .deleteFrom('source_keys')
    .where('driver_id', '=', driverId)
    .where('source', '=', key.source)
    .where('kind', '=', key.kind)
    .where('value', '=', key.value)
    .returning('id')
    .executeTakeFirst()
  if (released) await saveRelease(change, driverId, key)
}

type StoredKey = { source: string; kind: string; value: string }

/** Saves whose name was released: a driver who gets it next is paid later, and the former owner is informed. */
async function saveRelease(change: Change, driverId: string, { source, kind, value }: StoredKey): Promise<void> {
  if (!isNameOfPerson(kind)) return
  const at = change.now.toString()
  await change.tx
    .insertInto('released_keys')
    .values({ source, kind, value, driver_id: driverId, released_at: at })
    .onConflict((known) => known.columns(['source', 'kind', 'value', 'driver_id']).doUpdateSet({ released_at: at }))
    .execute()
}

/** Deletes the release of names that return to their driver; holds the payment of another driver who gets one. */
async function followReleases(change: Change, fresh: readonly OwnKey[]): Promise<void> {
  const named = fresh.flatMap(({ key, owner }) => ('driverId' in owner ? [{ ...key, driverId: owner.driverId }] : []))
  if (named.length === 0) return
  const released = await change.tx
    .selectFrom('released_keys')
    .select(['source', 'kind', 'value', 'driver_id'])
    .where(isOneOfKeys(named))
    .orderBy('released_at', 'desc')
    .execute()
  const formerOwners = Map.groupBy(released, ({ source, kind, value }) => `${source} ${kind} ${value}`)
  const withFormerOwners = named.map(({ source, kind, value, driverId }) => {
    const formerly = (formerOwners.get(`${source} ${kind} ${value}`) ?? []).map(({ driver_id }) => driver_id)
    return { source, kind, value, driverId, formerly }
  })
  const moved = withFormerOwners.flatMap(({ driverId, formerly: [last] }) =>
    last !== undefined && last !== driverId ? [{ driverId, from: last }] : [],
  )
  await holdFirstPayments(change, moved)
  const returning = withFormerOwners.filter(({ driverId, formerly }) => formerly.includes(driverId))
  if (returning.length === 0) return
  await sql`delete from released_keys using unnest(${returning.map(({ source }) => source)}::text[],
      ${returning.map(({ kind }) => kind)}::text[], ${returning.map(({ value }) => value)}::text[],
      ${returning.map(({ driverId }) => driverId)}::uuid[]) as back (source, kind, value, driver_id)
    where released_keys.source = back.source and released_keys.kind = back.kind and released_keys.value = back.value
      and released_keys.driver_id = back.driver_id`.execute(change.tx)
}

/**
 * Holds the payment of `driverId`, who got names of `from`. A driver who was never paid waits as long as after a
 * change of IBAN (`ibanHoldHours`), and `from` is informed in any case (`rulings.md` J.8). Returns the wait, for
 * `releaseFirstPayment`; `null` without one.
 */
export async function holdFirstPayment(
  change: Change,
  driverId: string,
  from: string,
): Promise<FirstPaymentHold | null> {
  const holds = await holdFirstPayments(change, [{ driverId, from }])
  return holds.get(driverId) ?? null
}

/** Holds the first payments of several drivers who got names of others; returns the waits by driver. */
async function holdFirstPayments(
  change: Change,
  moved: readonly { driverId: string; from: string }[],
): Promise<ReadonlyMap<string, FirstPaymentHold>> {
  if (moved.length === 0) return new Map()
  const ids = [...new Set(moved.map(({ driverId }) => driverId))]
  const { rows: unpaid } = await sql<{ id: string }>`select id from unnest(${ids}::uuid[]) as receiver (id)
    where not exists (select from settlements where driver_id = receiver.id and state = 'paid')`.execute(change.tx)
  const { ibanHoldHours } = await settingsIn(weekAt(change.now), change.tx)
  const until = change.now.add({ hours: ibanHoldHours })
  const holds = await holdUntil(
    change.tx,
    unpaid.map(({ id }) => id),
    until,
  )
  for (const { driverId } of moved)
    if (holds.has(driverId)) change.note({ subject: `driver:${driverId}`, after: { heldUntil: until.toString() } })
  await writeNoticesOfEach(
    change,
    'keys-moved',
    moved.map(({ driverId, from }) => ({ driverId: from, facts: { heldUntil: holds.get(driverId)?.until ?? '' } })),
  )
  return holds
}

/**
 * The wait of a driver's first payment, and the earlier wait that it replaced. Moments are text, as the database has
 * them.
 */
export type FirstPaymentHold = { until: string; before: string | null }

/** Sets the waits of drivers, and returns them by driver. */
async function holdUntil(
  tx: Tx,
  drivers: readonly string[],
  until: Temporal.Instant,
): Promise<ReadonlyMap<string, FirstPaymentHold>> {
  if (drivers.length === 0) return new Map()
  const driverIds = sql<string>`any(${[...drivers]}::uuid[])`
  const before = await tx
    .selectFrom('drivers')
    .select(['id', 'held_until'])
    .where('id', '=', driverIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const held = await tx
    .updateTable('drivers')
    .set({ held_until: until.toString() })
    .where('id', '=', driverIds)
    .returning(['id', 'held_until'])
    .execute()
  const untilOf = new Map(held.map(({ id, held_until }) => [id, held_until?.toString() ?? '']))
  return new Map(
    before.map(({ id, held_until }) => [
      id,
      { until: requireValue(untilOf, id), before: held_until?.toString() ?? null },
    ]),
  )
}

/** Ends this wait and restores the one that it replaced; does nothing when another wait has begun since. */
export async function releaseFirstPayment(change: Change, driverId: string, hold: FirstPaymentHold): Promise<void> {
  if ((await heldUntil(change, driverId)) !== hold.until) return
  await change.tx.updateTable('drivers').set({ held_until: hold.before }).where('id', '=', driverId).execute()
  const subject = `driver:${driverId}`
  change.note({ subject, before: { heldUntil: hold.until }, after: { heldUntil: hold.before } })
}

async function heldUntil(change: Change, driverId: string): Promise<string | null> {
  const driver = await change.tx
    .selectFrom('drivers')
    .select('held_until')
    .where('id', '=', driverId)
    .executeTakeFirst()
  return driver?.held_until?.toString() ?? null
}

/**
 * Removes a key, whoever owns it; its rows then raise the question again whose they are. Refuses `record.not-found`.
 */
export async function forgetKey(change: Change, id: number): Promise<void> {
  const { source, kind, value, owner } = await getAnswer(id, change.tx)
  await change.tx.deleteFrom('source_keys').where('id', '=', id).execute()
  if ('driverId' in owner) await saveRelease(change, owner.driverId, { source, kind, value })
  change.note({ subject: subjectOf(owner), before: { source, kind, value } })
}

function subjectOf(owner: KeyOwner): string {
  if ('driverId' in owner) return `driver:${owner.driverId}`
  if ('vehicleId' in owner) return `vehicle:${owner.vehicleId}`
  return 'company'
}
