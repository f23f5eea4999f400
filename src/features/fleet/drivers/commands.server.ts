import { firstOf } from '#domain/certain.ts'
import { sql } from 'kysely'
import type { Tx } from '#db/client.server.ts'
import { inParts } from '#db/parts.ts'
import { rowsAsJson, setFromOne } from '#db/rows-as-json.ts'
import { sealedNif } from '#db/sealed-columns.server.ts'
import { markedRef, shownRef } from '#domain/driver.ts'
import { maskEmail, normalEmail, normalKey } from '#domain/identifiers.ts'
import type { KeyKind, Source } from '#domain/import.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal, takeEach } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { addKey, addKeys, addKeysToEach, type NewKey, releaseKey } from '#features/fleet/keys/commands.server.ts'
import { listKeys } from '#features/fleet/keys/queries.server.ts'
import { lockBalances } from '#features/ledger/commands.server.ts'
import { voidInvitations } from '#features/sessions/one-time-links/commands.server.ts'
import { lockCurrent, requireCurrent } from '#features/fleet/current-drivers/queries.server.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import {
  contactKeys,
  findDrivers,
  findPerson,
  getDriver,
  listRefs,
  listRemovedKeys,
  listTies,
} from './queries.server.ts'
import { type DriverInput, type DriverKeyInput, type NewDriverInput, driverRecord } from './schema.ts'
import { changeIbans } from '#features/fleet/ibans/commands.server.ts'

/** The fields of a record, without its IBAN. */
type Record = Omit<NewDriverInput, 'iban' | 'holder'>

/**
 * Creates a driver; returns the id. A driver without a short name gets the next free one (`M12`). Refuses
 * `driver.ref-taken`, and `key.taken` when the e-mail or phone is another driver's.
 */
export async function createDriver(change: Change, input: NewDriverInput): Promise<string> {
  return firstOf(await createDrivers(change, [{ input, keys: [] }]))
}

/**
 * Creates several drivers at once, each with platform names in addition to e-mail and phone; returns their ids.
 * Refuses what `createDriver` refuses.
 */
export async function createDrivers(
  change: Change,
  drivers: readonly { input: NewDriverInput; keys: readonly NewKey[] }[],
): Promise<string[]> {
  const inputs = drivers.map(({ input }) => input)
  const typedRefs = inputs.flatMap(({ ref }) => ref ?? [])
  const free = await nextRefs(change.tx, inputs.length - typedRefs.length, typedRefs)
  const takenRefs = await listRefs(typedRefs, change.tx)
  const made = takeEach(inputs, (input) => {
    const ref = input.ref ?? free.shift() ?? ''
    const id = crypto.randomUUID()
    refuseTakenRef(takenRefs, ref, id)
    takenRefs.set(ref, { id, name: input.name })
    return { id, ref, input }
  })
  const rows = made.map(({ id, ref, input }) => ({
    id,
    ...columns(id, input),
    ref,
    created_at: change.now.toString(),
  }))
  for (const part of inParts(rows)) await change.tx.insertInto('drivers').values(part).execute()
  // A new record has no suspension that could end.
  await noteSuspensions(
    change,
    made.flatMap(({ id, input: { status } }) => (status === 'suspended' ? [{ id, status }] : [])),
  )
  for (const { id, ref, input } of made) change.note({ subject: `driver:${id}`, after: logFields({ ...input, ref }) })
  await addKeysToEach(
    change,
    made.map(({ id, input }, at) => ({
      owner: { driverId: id },
      keys: [...contactKeys(input), ...(drivers[at]?.keys ?? [])],
    })),
  )
  await changeIbans(
    change,
    made.flatMap(({ id, input: { iban, holder } }) => (iban ? [{ driverId: id, iban, holder }] : [])),
  )
  return made.map(({ id }) => id)
}

/**
 * Creates a driver whom the office enters. Refuses `driver.known` when the NIF or the e-mail is another driver's,
 * because somebody who comes back keeps the old record.
 */
export async function createNewcomer(change: Change, input: NewDriverInput): Promise<string> {
  const known = await findPerson(input, change.tx)
  if (known) throw new Refusal('driver.known', { id: known.id, ref: known.ref, driver: known.name })
  return createDriver(change, input)
}

/**
 * Saves a record from the form; the match keys of e-mail and phone change with it. A form without a NIF keeps the
 * known one, unless it is marked as wrong (`dropNif`). Refuses what `requireCurrent` refuses,
 * `record.changed-meanwhile`, `driver.ref-taken`, `key.taken`, and `driver.has-left` for a status or last day that
 * differs from the recorded departure.
 */
export async function saveDriver(change: Change, id: string, input: GivenDriver): Promise<void> {
  await saveDrivers(change, [{ id, given: input }])
}

type GivenDriver = Omit<DriverInput, 'dropNif'> & { dropNif?: boolean }

/** Saves several records; each driver may occur once. Refuses what `saveDriver` refuses. */
export async function saveDrivers(
  change: Change,
  drivers: readonly { id: string; given: GivenDriver }[],
): Promise<void> {
  const ids = drivers.map(({ id }) => id)
  const requireOne = await lockCurrent(ids, change.tx)
  const found = await findDrivers(ids, change.tx)
  const takenRefs = await listRefs(
    drivers.flatMap(({ given }) => given.ref ?? []),
    change.tx,
  )
  const saved = takeEach(drivers, ({ id, given: { dropNif = false, ...given } }) => {
    requireOne(id)
    const before = found(id)
    const input = { ...given, nif: given.nif ?? (dropNif ? null : before.nif) }
    const isSameStay = input.status === before.status && input.endedOn === before.endedOn
    if (before.hasLeft && !isSameStay) throw new Refusal('driver.has-left')
    const ref = input.ref ?? before.ref
    refuseTakenRef(takenRefs, ref, id)
    return { id, before, input, ref }
  })
  await writeRecords(
    change.tx,
    saved.map(({ id, input, ref }) => ({ id, ...columns(id, input), ref, version: input.version + 1 })),
  )
  await noteSuspensions(
    change,
    saved.map(({ id, input }) => ({ id, status: input.status })),
  )
  for (const { id, before, input } of saved) {
    await mailAddressChange(change, before, input.email)
    const [oldKeys, newKeys] = [contactKeys(before), contactKeys(input)]
    const gone = oldKeys.filter((old) => !newKeys.some((key) => key.kind === old.kind && key.value === old.value))
    for (const { source, kind, value } of gone) await releaseKey(change, id, { source, kind, value })
  }
  await addKeysToEach(
    change,
    saved.map(({ id, input }) => ({ owner: { driverId: id }, keys: contactKeys(input) })),
  )
  for (const { id, before, input, ref } of saved)
    change.note({ subject: `driver:${id}`, before: logFields(before), after: logFields({ ...input, ref }) })
}

type StoredDriver = ReturnType<typeof columns> & { id: string; ref: string; version: number }

/** Updates records. Refuses `record.changed-meanwhile` for one whose stored version is not the previous one. */
async function writeRecords(tx: Tx, records: readonly StoredDriver[]): Promise<void> {
  const [first] = records
  if (!first) return
  const { rows: written } = await sql<{ id: string }>`update drivers set ${setFromOne(first)}
    from json_populate_recordset(null::drivers, ${rowsAsJson(records)}::json) as one
    where drivers.id = one.id and drivers.version = one.version - 1 returning drivers.id`.execute(tx)
  const kept = new Set(written.map(({ id }) => id))
  takeEach(records, ({ id }) => {
    if (!kept.has(id)) throw new Refusal('record.changed-meanwhile')
  })
}

/**
 * Mails the record's former address and the account's when the address changes, because codes for signing go to the
 * record's address, and only the account's holder can change the account's.
 */
async function mailAddressChange(
  change: Change,
  { id, email, language }: Pick<Awaited<ReturnType<typeof getDriver>>, 'id' | 'email' | 'language'>,
  next: string | null,
): Promise<void> {
  const same = (address: string) => next !== null && normalEmail(address) === normalEmail(next)
  if (email === null || same(email)) return
  const account = await change.tx
    .selectFrom('drivers')
    .innerJoin('users', 'users.uid', 'drivers.uid')
    .select('users.email')
    .where('drivers.id', '=', id)
    .executeTakeFirst()
  const recipients = new Set([email, account?.email].filter((address) => address != null && !same(address)))
  for (const recipient of recipients) {
    const mail = { template: 'contact-changed', params: { to: next === null ? '' : maskEmail(next) } } as const
    await writeMail(change, { ...mail, recipient: recipient ?? '', language, driverId: id })
  }
}

/**
 * Saves the days of a suspension: from the day on which the record gets that status until the day before it gets
 * another.
 */
export async function noteSuspension(change: Change, id: string, status: string): Promise<void> {
  await noteSuspensions(change, [{ id, status }])
}

async function noteSuspensions({ tx, now }: Change, drivers: readonly { id: string; status: string }[]): Promise<void> {
  if (drivers.length === 0) return
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const open = await tx
    .selectFrom('driver_suspensions')
    .select(['id', 'driver_id', 'from_on'])
    .where('driver_id', '=', sql<string>`any(${drivers.map(({ id }) => id)}::uuid[])`)
    .where('until_on', 'is', null)
    .execute()
  const suspended = new Set(drivers.flatMap(({ id, status }) => (status === 'suspended' ? [id] : [])))
  const known = new Set(open.map(({ driver_id }) => driver_id))
  const begun = [...suspended.difference(known)].map((driver) => ({ driver_id: driver, from_on: today.toString() }))
  for (const part of inParts(begun)) await tx.insertInto('driver_suspensions').values(part).execute()
  const ending = open.filter(({ driver_id }) => !suspended.has(driver_id))
  if (ending.length === 0) return
  const ids = sql<number>`any(${ending.map(({ id }) => id)}::bigint[])`
  const ended = tx.deleteFrom('driver_suspensions').where('id', '=', ids).where('from_on', '=', today.toString())
  await ended.execute()
  const until = today.subtract({ days: 1 }).toString()
  await tx.updateTable('driver_suspensions').set({ until_on: until }).where('id', '=', ids).execute()
}

/** The next `count` free short names, without those in `besides`. */
async function nextRefs(tx: Tx, count: number, besides: readonly string[]): Promise<string[]> {
  const free: string[] = []
  while (free.length < count) {
    const { rows } = await sql<{ ref: string }>`select 'M' || number as ref
      from (select nextval('driver_numbers') as number from generate_series(1, ${count - free.length}::int)) next
      where not exists (select from drivers where ref = 'M' || number) order by number`.execute(tx)
    free.push(...rows.flatMap(({ ref }) => (besides.includes(ref) ? [] : [ref])))
  }
  return free
}

function refuseTakenRef(refs: ReadonlyMap<string, { id: string; name: string }>, ref: string, ownId: string): void {
  const otherDriver = refs.get(ref)
  if (otherDriver && otherDriver.id !== ownId) throw new Refusal('driver.ref-taken', { ref, driver: otherDriver.name })
}

function columns(id: string, input: Record) {
  return { ...driverRecord.columns(input), ...sealedNif('drivers.nif', id, input.nif) }
}

/** A record for the audit log, with only the end of the NIF. */
function logFields(record: Record) {
  return { ...driverRecord.only(record), nifEnds: record.nif?.slice(-3) ?? null }
}

/**
 * Removes a record made by mistake: no list shows it any more, and its platform names and short name become free.
 * Refuses `record.not-found`, and `driver.in-use` while anything refers to the driver (`listTies`).
 */
export async function removeDriver(change: Change, id: string, reason: string): Promise<void> {
  await lockBalances(change.tx)
  await change.tx.selectFrom('drivers').select('id').where('id', '=', readRecordId(id)).forUpdate().execute()
  const driver = await getDriver(id, change.tx)
  if (driver.removedAt !== null || driver.mergedInto !== null) throw new Refusal('record.changed-meanwhile')
  if ((await listTies(id, change.tx)).length > 0) throw new Refusal('driver.in-use')
  for (const { source, kind, value } of await listKeys({ driverId: id }, change.tx)) {
    await change.tx.insertInto('removed_keys').values({ driver_id: id, source, kind, value }).execute()
    await releaseKey(change, id, { source, kind, value })
  }
  await change.tx.deleteFrom('released_keys').where('driver_id', '=', id).execute()
  await voidInvitations(change.tx, id)
  await change.tx
    .updateTable('drivers')
    .set({ removed_at: change.now.toString(), ref: markedRef(driver), version: driver.version + 1 })
    .where('id', '=', id)
    .execute()
  change.note({ subject: `driver:${id}`, before: { removed: false }, after: { removed: true, reason } })
}

/**
 * Restores a removed record with its platform names; if its short name was given away, it gets the next free one. A
 * platform name that another driver has by now stays with that driver (`listRemovedKeys` tells which). Refuses
 * `record.changed-meanwhile`.
 */
export async function restoreDriver(change: Change, id: string): Promise<void> {
  await change.tx.selectFrom('drivers').select('id').where('id', '=', readRecordId(id)).forUpdate().execute()
  const driver = await getDriver(id, change.tx)
  if (driver.removedAt === null) throw new Refusal('record.changed-meanwhile')
  const ownRef = shownRef(driver.ref)
  const otherDriver = await change.tx.selectFrom('drivers').select('id').where('ref', '=', ownRef).executeTakeFirst()
  const ref = otherDriver ? firstOf(await nextRefs(change.tx, 1, [])) : ownRef
  const names = await listRemovedKeys(driver, change.tx)
  await change.tx
    .updateTable('drivers')
    .set({ removed_at: null, ref, version: driver.version + 1 })
    .where('id', '=', id)
    .execute()
  const freeNames = names.flatMap(({ source, key, owner }) => (owner === null ? [{ source, ...key }] : []))
  await addKeys(change, freeNames, { driverId: id })
  await change.tx.deleteFrom('removed_keys').where('driver_id', '=', id).execute()
  const lost = names.filter(({ owner }) => owner !== null).map(({ key }) => key.value)
  change.note({ subject: `driver:${id}`, before: { removed: true }, after: { removed: false, ref, lost } })
}

/** Adds a platform's name of a driver. Refuses what `requireCurrent` refuses, and `key.taken`. */
export async function addDriverKey(change: Change, driverId: string, input: DriverKeyInput): Promise<void> {
  await requireCurrent(driverId, change.tx)
  const [source, kind] = input.name.split(':') as [Source, KeyKind]
  await addKey(change, source, normalKey({ kind, value: input.value }), { driverId })
}
