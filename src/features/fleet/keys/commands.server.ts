import type { Source, SourceKey } from '#domain/import.ts'
import { type KeyOwner, isNameOfPerson } from '#domain/matching.ts'
import { Refusal } from '#domain/refusal.ts'
import { weekAt } from '#domain/week.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { standingDriver } from '#features/fleet/standing/queries.server.ts'
import { findOwner, getAnswer, getKey } from './queries.server.ts'

/** A record that was merged receives nothing: what is given to it is the one's that stays. */
async function standing(deed: Deed, owner: KeyOwner): Promise<KeyOwner> {
  if (!('driverId' in owner)) return owner
  return { driverId: await standingDriver(owner.driverId, deed.tx) }
}

/**
 * Remembers that a platform's name means this driver, this car or the company. Answers whether it is new. `isAnswer`: a
 * person was asked for it, and did not get it along with a record or a list.
 * Refuses `key.taken`, naming whom, when it already means somebody else, and `driver.removed`.
 */
export async function addKey(
  deed: Deed,
  source: Source,
  key: SourceKey,
  given: KeyOwner,
  { isAnswer = false }: { isAnswer?: boolean } = {},
): Promise<boolean> {
  const owner = await standing(deed, given)
  const written = await deed.tx
    .insertInto('source_keys')
    .values({
      source,
      kind: key.kind,
      value: key.value,
      driver_id: 'driverId' in owner ? owner.driverId : null,
      vehicle_id: 'vehicleId' in owner ? owner.vehicleId : null,
      company: 'company' in owner,
      is_answer: isAnswer,
      created_at: deed.now.toString(),
      created_by: deed.actor.uid,
    })
    .onConflict((conflict) => conflict.columns(['source', 'kind', 'value']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (written) {
    deed.note({ subject: subjectOf(owner), after: { source, kind: key.kind, value: key.value } })
    if ('driverId' in owner) await noticeOwner(deed, source, key, owner.driverId)
    return true
  }

  const known = await findOwner(source, key, deed.tx)
  if (known && subjectOf(known.owner) === subjectOf(owner)) return false
  throw new Refusal('key.taken', { value: key.value, owner: known?.name ?? '' })
}

/** Forgets a key of this owner. Refuses `record.not-found` when it isn't his. */
export async function removeKey(
  deed: Deed,
  id: number,
  owner: { driverId: string } | { vehicleId: string },
): Promise<void> {
  const { source, kind, value } = await getKey(id, owner, deed.tx)
  await deed.tx.deleteFrom('source_keys').where('id', '=', id).execute()
  if ('driverId' in owner) await rememberOwner(deed, owner.driverId, { source, kind, value })
  deed.note({ subject: subjectOf(owner), before: { source, kind, value } })
}

/** Takes one name from a driver, by what it says; one that isn't the driver's is left alone. */
export async function releaseKey(deed: Deed, driverId: string, key: StoredKey): Promise<void> {
  const released = await deed.tx
    .deleteFrom('source_keys')
    .where('driver_id', '=', driverId)
    .where('source', '=', key.source)
    .where('kind', '=', key.kind)
    .where('value', '=', key.value)
    .returning('id')
    .executeTakeFirst()
  if (released) await rememberOwner(deed, driverId, key)
}

type StoredKey = { source: string; kind: string; value: string }

/** Who gets a person's name that was another's is paid later, and the other is told. */
async function rememberOwner(deed: Deed, driverId: string, { source, kind, value }: StoredKey): Promise<void> {
  if (!isNameOfPerson(kind)) return
  const at = deed.now.toString()
  await deed.tx
    .insertInto('released_keys')
    .values({ source, kind, value, driver_id: driverId, released_at: at })
    .onConflict((known) => known.columns(['source', 'kind', 'value', 'driver_id']).doUpdateSet({ released_at: at }))
    .execute()
}

/** A name that comes back to its driver is forgotten as released; one that comes to another holds what that one is paid. */
async function noticeOwner(deed: Deed, source: string, { kind, value }: SourceKey, driverId: string): Promise<void> {
  const released = await deed.tx
    .selectFrom('released_keys')
    .select('driver_id')
    .where('source', '=', source)
    .where('kind', '=', kind)
    .where('value', '=', value)
    .orderBy('released_at', 'desc')
    .execute()
  const last = released[0]?.driver_id
  if (last === undefined) return
  if (last !== driverId) await holdFirstPayment(deed, driverId, last)
  await deed.tx
    .deleteFrom('released_keys')
    .where('source', '=', source)
    .where('kind', '=', kind)
    .where('value', '=', value)
    .where('driver_id', '=', driverId)
    .execute()
}

/**
 * Names of `from` have come to `driverId`. One who was never paid waits as after a change of IBAN (`ibanHoldHours`), and
 * `from` is told, whoever was paid before (`rulings.md` J.8). Answers the wait, for `releaseFirstPayment`; `null` without one.
 */
export async function holdFirstPayment(deed: Deed, driverId: string, from: string): Promise<FirstPaymentHold | null> {
  const paid = await deed.tx
    .selectFrom('settlements')
    .select('id')
    .where('driver_id', '=', driverId)
    .where('state', '=', 'paid')
    .limit(1)
    .executeTakeFirst()
  const { ibanHoldHours } = await settingsIn(weekAt(deed.now), deed.tx)
  const hold = paid ? null : await holdUntil(deed, driverId, deed.now.add({ hours: ibanHoldHours }))
  await writeNotices(deed, [from], { kind: 'keys-moved', heldUntil: hold?.until ?? '' })
  return hold
}

/** A wait of a driver's first payment, and the one that it took the place of. Moments are text, as the database has them. */
export type FirstPaymentHold = { until: string; before: string | null }

async function holdUntil(deed: Deed, driverId: string, until: Temporal.Instant): Promise<FirstPaymentHold> {
  const before = await heldUntil(deed, driverId)
  const { held_until } = await deed.tx
    .updateTable('drivers')
    .set({ held_until: until.toString() })
    .where('id', '=', driverId)
    .returning('held_until')
    .executeTakeFirstOrThrow()
  deed.note({ subject: `driver:${driverId}`, after: { heldUntil: until.toString() } })
  // oxlint-disable-next-line typescript/no-non-null-assertion -- it was set in this statement
  return { until: held_until!.toString(), before }
}

/** Ends this wait and no other: what the driver waited for before holds again, and one that began since goes on. */
export async function releaseFirstPayment(deed: Deed, driverId: string, hold: FirstPaymentHold): Promise<void> {
  if ((await heldUntil(deed, driverId)) !== hold.until) return
  await deed.tx.updateTable('drivers').set({ held_until: hold.before }).where('id', '=', driverId).execute()
  const subject = `driver:${driverId}`
  deed.note({ subject, before: { heldUntil: hold.until }, after: { heldUntil: hold.before } })
}

async function heldUntil(deed: Deed, driverId: string): Promise<string | null> {
  const driver = await deed.tx.selectFrom('drivers').select('held_until').where('id', '=', driverId).executeTakeFirst()
  return driver?.held_until?.toString() ?? null
}

/** Forgets a key, whoever it names: its rows ask again whose they are. Refuses `record.not-found`. */
export async function forgetKey(deed: Deed, id: number): Promise<void> {
  const { source, kind, value, owner } = await getAnswer(id, deed.tx)
  await deed.tx.deleteFrom('source_keys').where('id', '=', id).execute()
  if ('driverId' in owner) await rememberOwner(deed, owner.driverId, { source, kind, value })
  deed.note({ subject: subjectOf(owner), before: { source, kind, value } })
}

function subjectOf(owner: KeyOwner): string {
  if ('driverId' in owner) return `driver:${owner.driverId}`
  if ('vehicleId' in owner) return `vehicle:${owner.vehicleId}`
  return 'company'
}
