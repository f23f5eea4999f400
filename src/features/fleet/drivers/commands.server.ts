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
import type { Change } from '#features/audit/commands.server.ts'
import { addKey, addKeys, releaseKey } from '#features/fleet/keys/commands.server.ts'
import { listKeys } from '#features/fleet/keys/queries.server.ts'
import { lockBalances } from '#features/ledger/commands.server.ts'
import { voidInvitations } from '#features/sessions/one-time-links/commands.server.ts'
import { requireCurrent } from '#features/fleet/current-drivers/queries.server.ts'
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
export async function createDriver(change: Change, input: NewDriverInput): Promise<string> {
  const ref = input.ref ?? (await nextRef(change.tx))
  await refuseTakenRef(change.tx, ref, null)
  const id = crypto.randomUUID()
  await change.tx
    .insertInto('drivers')
    .values({ id, ...columns(id, input), ref, created_at: change.now.toString() })
    .execute()
  // A new record has no days that could end.
  if (input.status === 'suspended') await noteSuspension(change, id, input.status)
  change.note({ subject: `driver:${id}`, after: remembered({ ...input, ref }) })
  await addKeys(change, contactKeys(input), { driverId: id })
  if (input.iban) await changeIban(change, id, { iban: input.iban, holder: input.holder })
  return id
}

/**
 * Makes a driver of a person whom the office takes in by hand and who has no record yet. Refuses `driver.known` when NIF or e-mail are
 * another driver's: who comes back keeps the old record.
 */
export async function createNewcomer(change: Change, input: NewDriverInput): Promise<string> {
  const known = await findPerson(input, change.tx)
  if (known) throw new Refusal('driver.known', { id: known.id, ref: known.ref, driver: known.name })
  return createDriver(change, input)
}

/**
 * Keeps a record as the form has it; e-mail and phone move as match keys too. Without a NIF the one that is known stays,
 * unless it is said to be wrong (`dropNif`).
 * Refuses what `requireCurrent` does, `record.changed-meanwhile`, `driver.ref-taken`, `key.taken`, and `driver.has-left` for
 * another state or last day than the recorded departure says.
 */
export async function saveDriver(
  change: Change,
  id: string,
  { dropNif = false, ...given }: Omit<DriverInput, 'dropNif'> & { dropNif?: boolean },
): Promise<void> {
  await requireCurrent(id, change.tx)
  const before = await getDriver(id, change.tx)
  const input = { ...given, nif: given.nif ?? (dropNif ? null : before.nif) }
  const stays = input.status === before.status && input.endedOn === before.endedOn
  if (before.hasLeft && !stays) throw new Refusal('driver.has-left')
  const ref = input.ref ?? before.ref
  await refuseTakenRef(change.tx, ref, id)
  const written = await change.tx
    .updateTable('drivers')
    .set({ ...columns(id, input), ref, version: input.version + 1 })
    .where('id', '=', id)
    .where('version', '=', input.version)
    .returning('id')
    .executeTakeFirst()
  if (!written) throw new Refusal('record.changed-meanwhile')
  await noteSuspension(change, id, input.status)
  await tellOfAddress(change, before, input.email)

  const [had, has] = [contactKeys(before), contactKeys(input)]
  const gone = had.filter((old) => !has.some((key) => key.kind === old.kind && key.value === old.value))
  for (const { source, kind, value } of gone) await releaseKey(change, id, { source, kind, value })
  await addKeys(change, has, { driverId: id })
  change.note({ subject: `driver:${id}`, before: remembered(before), after: remembered({ ...input, ref }) })
}

/**
 * Codes to sign with go to the address of the record: whoever had the one before is told of another, and so is the account, whose
 * address nobody but its holder changes.
 */
async function tellOfAddress(
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

/** The days on which somebody is suspended: from the day the record says so until the day before it says something else. */
export async function noteSuspension({ tx, now }: Change, id: string, status: string): Promise<void> {
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
 * The record was no mistake: it is back with its names, and with the next short name when its own was given away. A name
 * that somebody else has by now stays with them (`listRemovedKeys` says which). Refuses `record.changed-meanwhile`.
 */
export async function restoreDriver(change: Change, id: string): Promise<void> {
  await change.tx.selectFrom('drivers').select('id').where('id', '=', readRecordId(id)).forUpdate().execute()
  const driver = await getDriver(id, change.tx)
  if (driver.removedAt === null) throw new Refusal('record.changed-meanwhile')
  const own = shownRef(driver.ref)
  const taken = await change.tx.selectFrom('drivers').select('id').where('ref', '=', own).executeTakeFirst()
  const ref = taken ? await nextRef(change.tx) : own
  const names = await listRemovedKeys(driver, change.tx)
  await change.tx
    .updateTable('drivers')
    .set({ removed_at: null, ref, version: driver.version + 1 })
    .where('id', '=', id)
    .execute()
  for (const { source, key, owner } of names) if (owner === null) await addKey(change, source, key, { driverId: id })
  await change.tx.deleteFrom('removed_keys').where('driver_id', '=', id).execute()
  const lost = names.filter(({ owner }) => owner !== null).map(({ key }) => key.value)
  change.note({ subject: `driver:${id}`, before: { removed: true }, after: { removed: false, ref, lost } })
}

/** Remembers a platform's name for a driver. Refuses what `requireCurrent` does, and `key.taken`. */
export async function addDriverKey(change: Change, driverId: string, input: DriverKeyInput): Promise<void> {
  await requireCurrent(driverId, change.tx)
  const [source, kind] = input.name.split(':') as [Source, KeyKind]
  await addKey(change, source, normalKey({ kind, value: input.value }), { driverId })
}
