import { firstOf } from '#domain/certain.ts'
import { sql } from 'kysely'
import type { Tx } from '#db/client.server.ts'
import { sealedNif } from '#db/sealed-columns.server.ts'
import { markedRef, shownRef } from '#domain/driver.ts'
import { maskEmail, normalEmail, normalKey } from '#domain/identifiers.ts'
import type { KeyKind, Source } from '#domain/import.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import { addKey, addKeys, releaseKey } from '#features/fleet/keys/commands.server.ts'
import { listKeys } from '#features/fleet/keys/queries.server.ts'
import { lockBalances } from '#features/ledger/commands.server.ts'
import { voidInvitations } from '#features/sessions/one-time-links/commands.server.ts'
import { requireStanding } from '#features/fleet/standing/queries.server.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import { contactKeys, findPerson, getDriver, listRemovedKeys, listTies } from './queries.server.ts'
import { type DriverInput, type DriverKeyInput, type NewDriverInput, driverRecord } from './schema.ts'
import { changeIban } from '#features/fleet/ibans/commands.server.ts'

/** What a record knows besides its IBAN. */
type Record = Omit<NewDriverInput, 'iban' | 'holder'>

/**
 * Takes a driver in; answers the id. Without a short name it gets the next free one (M12).
 * Refuses `driver.ref-taken`, and `key.taken` when the e-mail or phone is another driver's.
 */
export async function createDriver(deed: Deed, input: NewDriverInput): Promise<string> {
  const ref = input.ref ?? (await nextRef(deed.tx))
  await refuseTakenRef(deed.tx, ref, null)
  const id = crypto.randomUUID()
  await deed.tx
    .insertInto('drivers')
    .values({ id, ...columns(id, input), ref, created_at: deed.now.toString() })
    .execute()
  // A new record has no days that could end.
  if (input.status === 'suspended') await noteSuspension(deed, id, input.status)
  deed.note({ subject: `driver:${id}`, after: remembered({ ...input, ref }) })
  await addKeys(deed, contactKeys(input), { driverId: id })
  if (input.iban) await changeIban(deed, id, { iban: input.iban, holder: input.holder })
  return id
}

/**
 * The same for a person the office takes in by hand, who has no record yet. Refuses `driver.known` when NIF or e-mail are
 * another driver's: who comes back keeps the old record.
 */
export async function createNewcomer(deed: Deed, input: NewDriverInput): Promise<string> {
  const known = await findPerson(input, deed.tx)
  if (known) throw new Refusal('driver.known', { id: known.id, ref: known.ref, driver: known.name })
  return createDriver(deed, input)
}

/**
 * Keeps a record as the form has it; e-mail and phone move as match keys too. Without a NIF the one that is known stays,
 * unless it is said to be wrong (`dropNif`).
 * Refuses what `requireStanding` does, `record.changed-meanwhile`, `driver.ref-taken`, `key.taken`, and `driver.has-left` for
 * another state or last day than the recorded departure says.
 */
export async function saveDriver(
  deed: Deed,
  id: string,
  { dropNif = false, ...given }: Omit<DriverInput, 'dropNif'> & { dropNif?: boolean },
): Promise<void> {
  await requireStanding(id, deed.tx)
  const before = await getDriver(id, deed.tx)
  const input = { ...given, nif: given.nif ?? (dropNif ? null : before.nif) }
  const stays = input.status === before.status && input.endedOn === before.endedOn
  if (before.hasLeft && !stays) throw new Refusal('driver.has-left')
  const ref = input.ref ?? before.ref
  await refuseTakenRef(deed.tx, ref, id)
  const written = await deed.tx
    .updateTable('drivers')
    .set({ ...columns(id, input), ref, version: input.version + 1 })
    .where('id', '=', id)
    .where('version', '=', input.version)
    .returning('id')
    .executeTakeFirst()
  if (!written) throw new Refusal('record.changed-meanwhile')
  await noteSuspension(deed, id, input.status)
  await tellOfAddress(deed, before, input.email)

  const [had, has] = [contactKeys(before), contactKeys(input)]
  const gone = had.filter((old) => !has.some((key) => key.kind === old.kind && key.value === old.value))
  for (const { source, kind, value } of gone) await releaseKey(deed, id, { source, kind, value })
  await addKeys(deed, has, { driverId: id })
  deed.note({ subject: `driver:${id}`, before: remembered(before), after: remembered({ ...input, ref }) })
}

/**
 * Codes to sign with go to the address of the record: whoever had the one before is told of another, and so is the account, whose
 * address nobody but its holder changes.
 */
async function tellOfAddress(
  deed: Deed,
  { id, email, language }: Pick<Awaited<ReturnType<typeof getDriver>>, 'id' | 'email' | 'language'>,
  next: string | null,
): Promise<void> {
  const same = (address: string) => next !== null && normalEmail(address) === normalEmail(next)
  if (email === null || same(email)) return
  const account = await deed.tx
    .selectFrom('drivers')
    .innerJoin('users', 'users.uid', 'drivers.uid')
    .select('users.email')
    .where('drivers.id', '=', id)
    .executeTakeFirst()
  const told = new Set([email, account?.email].filter((address) => address != null && !same(address)))
  for (const recipient of told) {
    const mail = { template: 'contact-changed', params: { to: next === null ? '' : maskEmail(next) } } as const
    await writeMail(deed, { ...mail, recipient: recipient ?? '', language, driverId: id })
  }
}

/** The days on which somebody is suspended: from the day the record says so until the day before it says something else. */
export async function noteSuspension({ tx, now }: Deed, id: string, status: string): Promise<void> {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const open = await tx
    .selectFrom('driver_suspensions')
    .select(['id', 'from_on'])
    .where('driver_id', '=', id)
    .where('until_on', 'is', null)
    .executeTakeFirst()
  if ((open !== undefined) === (status === 'suspended')) return
  if (!open) await tx.insertInto('driver_suspensions').values({ driver_id: id, from_on: today.toString() }).execute()
  else if (open.from_on === today.toString())
    await tx.deleteFrom('driver_suspensions').where('id', '=', open.id).execute()
  else {
    const until = today.subtract({ days: 1 }).toString()
    await tx.updateTable('driver_suspensions').set({ until_on: until }).where('id', '=', open.id).execute()
  }
}

async function nextRef(tx: Tx): Promise<string> {
  for (;;) {
    const { rows } = await sql<{ ref: string }>`select 'M' || nextval('driver_numbers') as ref`.execute(tx)
    const ref = firstOf(rows).ref
    const taken = await tx.selectFrom('drivers').select('id').where('ref', '=', ref).executeTakeFirst()
    if (!taken) return ref
  }
}

async function refuseTakenRef(tx: Tx, ref: string, ownId: string | null): Promise<void> {
  const taken = await tx.selectFrom('drivers').select(['id', 'name']).where('ref', '=', ref).executeTakeFirst()
  if (taken && taken.id !== ownId) throw new Refusal('driver.ref-taken', { ref, driver: taken.name })
}

function columns(id: string, input: Record) {
  return { ...driverRecord.columns(input), ...sealedNif('drivers.nif', id, input.nif) }
}

/** What the audit log keeps of a record: of the NIF, only its end. */
function remembered(record: Record) {
  return { ...driverRecord.only(record), nifEnds: record.nif?.slice(-3) ?? null }
}

/**
 * Puts away a record that was made by mistake: it is in no list any more, its names are free, and its short name too. Refuses
 * `record.not-found`, and `driver.in-use` while anything speaks of the driver (`listTies`).
 */
export async function removeDriver(deed: Deed, id: string, reason: string): Promise<void> {
  await lockBalances(deed.tx)
  await deed.tx.selectFrom('drivers').select('id').where('id', '=', readRecordId(id)).forUpdate().execute()
  const driver = await getDriver(id, deed.tx)
  if (driver.removedAt !== null || driver.mergedInto !== null) throw new Refusal('record.changed-meanwhile')
  if ((await listTies(id, deed.tx)).length > 0) throw new Refusal('driver.in-use')
  for (const { source, kind, value } of await listKeys({ driverId: id }, deed.tx)) {
    await deed.tx.insertInto('removed_keys').values({ driver_id: id, source, kind, value }).execute()
    await releaseKey(deed, id, { source, kind, value })
  }
  await deed.tx.deleteFrom('released_keys').where('driver_id', '=', id).execute()
  await voidInvitations(deed.tx, id)
  await deed.tx
    .updateTable('drivers')
    .set({ removed_at: deed.now.toString(), ref: markedRef(driver), version: driver.version + 1 })
    .where('id', '=', id)
    .execute()
  deed.note({ subject: `driver:${id}`, before: { removed: false }, after: { removed: true, reason } })
}

/**
 * The record was no mistake: it is back with its names, and with the next short name when its own was given away. A name
 * that somebody else has by now stays with them (`listRemovedKeys` says which). Refuses `record.changed-meanwhile`.
 */
export async function restoreDriver(deed: Deed, id: string): Promise<void> {
  await deed.tx.selectFrom('drivers').select('id').where('id', '=', readRecordId(id)).forUpdate().execute()
  const driver = await getDriver(id, deed.tx)
  if (driver.removedAt === null) throw new Refusal('record.changed-meanwhile')
  const own = shownRef(driver.ref)
  const taken = await deed.tx.selectFrom('drivers').select('id').where('ref', '=', own).executeTakeFirst()
  const ref = taken ? await nextRef(deed.tx) : own
  const names = await listRemovedKeys(driver, deed.tx)
  await deed.tx
    .updateTable('drivers')
    .set({ removed_at: null, ref, version: driver.version + 1 })
    .where('id', '=', id)
    .execute()
  for (const { source, key, owner } of names) if (owner === null) await addKey(deed, source, key, { driverId: id })
  await deed.tx.deleteFrom('removed_keys').where('driver_id', '=', id).execute()
  const lost = names.filter(({ owner }) => owner !== null).map(({ key }) => key.value)
  deed.note({ subject: `driver:${id}`, before: { removed: true }, after: { removed: false, ref, lost } })
}

/** Remembers a platform's name for a driver. Refuses what `requireStanding` does, and `key.taken`. */
export async function addDriverKey(deed: Deed, driverId: string, input: DriverKeyInput): Promise<void> {
  await requireStanding(driverId, deed.tx)
  const [source, kind] = input.name.split(':') as [Source, KeyKind]
  await addKey(deed, source, normalKey({ kind, value: input.value }), { driverId })
}
