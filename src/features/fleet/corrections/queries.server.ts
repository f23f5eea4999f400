import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { waitingOf } from '#db/together.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import type { Correctable, CorrectionState } from '#domain/correction.ts'
import { shownRef } from '#domain/driver.ts'
import { maskNif } from '#domain/identifiers.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { weekAt } from '#domain/week.ts'
import { listEvents } from '#features/audit/queries.server.ts'
import { getDriver, listCars } from '#features/fleet/drivers/queries.server.ts'
import { listIbans } from '#features/fleet/ibans/queries.server.ts'
import { listTerms } from '#features/fleet/terms/queries.server.ts'
import { listKeys } from '#features/fleet/keys/queries.server.ts'
import type { Correction, LastChange, OwnData } from './schema.ts'

/** Every request: the waiting ones first, the oldest on top, then the answered ones, the latest first. */
export async function listCorrections(on: Kysely<DB> = db): Promise<Correction[]> {
  const rows = await selectCorrections(on)
    .orderBy(sql`answered_at is not null`)
    .orderBy('answered_at', 'desc')
    .orderBy('asked_at')
    .execute()
  return rows.map(correctionOf)
}

/** A driver's own requests, the newest first. */
export async function listOwnCorrections(driver: OwnDriverId, on: Kysely<DB> = db): Promise<Correction[]> {
  const rows = await selectCorrections(on).where('driver_id', '=', driver).orderBy('asked_at', 'desc').execute()
  return rows.map(correctionOf)
}

/** The waiting requests of one driver, the oldest first. */
export async function listOpenCorrectionsOf(
  driver: string,
  on: Kysely<DB> = db,
): Promise<{ id: string; field: Correctable }[]> {
  const rows = await selectCorrections(on)
    .where('driver_id', '=', readRecordId(driver))
    .where('state', '=', 'open')
    .orderBy('asked_at')
    .execute()
  return rows.map(correctionOf).map(({ id, field }) => ({ id, field }))
}

/** One request. Refuses `record.not-found`. */
export async function getCorrection(id: string, on: Kysely<DB> = db): Promise<Correction> {
  const row = await selectCorrections(on).where('corrections.id', '=', readRecordId(id)).executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return correctionOf(row)
}

/**
 * The requests that wait for the office: their number, the moment of the oldest (UTC, as text), and the id if there
 * is only one.
 */
export const openCorrections = {
  ask: (on: Kysely<DB>) =>
    on
      .selectFrom('corrections')
      .where('state', '=', 'open')
      .select([
        sql<number>`count(*)`.as('count'),
        sql`min(asked_at)`.as('since'),
        sql<string | null>`min(id::text)`.as('only'),
      ]),
  read: waitingOf,
}

/** The facts that can be corrected, each with the field under which the log has its changes. */
const LOG_FIELDS: readonly [Correctable, string][] = [
  ['name', 'name'],
  ['email', 'email'],
  ['phone', 'phone'],
  ['nif', 'nifEnds'],
  ['iban', 'ibanEnds'],
  ['startedOn', 'startedOn'],
]

/** The signed-in driver's own record, with the last change of each fact, if there was one. */
export async function getOwnData(id: OwnDriverId, now: Temporal.Instant, on: Kysely<DB> = db): Promise<OwnData> {
  const { name, legalName, email, phone, nif, startedOn } = await getDriver(id, on)
  const [account] = await listIbans(id, now, on)
  const car = (await listCars(id, on)).find(({ to }) => to === null)
  const terms = (await listTerms(id, on)).find(({ from }) => from <= weekAt(now))
  const keys = await listKeys({ driverId: id }, on)
  return {
    name,
    legalName,
    email,
    phone,
    startedOn,
    nif: nif === null ? null : maskNif(nif),
    account: account ? { masked: account.masked, holder: account.holder, isHeld: account.state === 'held' } : null,
    car: car ? { plate: car.plate, from: car.from } : null,
    // E-mail and phone are keys too, but shown above.
    platforms: [
      ...new Set(keys.filter(({ kind }) => kind !== 'email' && kind !== 'phone').map(({ source }) => source)),
    ],
    regime: terms?.terms.regime ?? null,
    changed: await lastChanges(id, on),
  }
}

async function lastChanges(id: OwnDriverId, on: Kysely<DB>): Promise<Partial<Record<Correctable, LastChange>>> {
  const events = await listEvents(`driver:${id}`, on)
  const lastChange: Partial<Record<Correctable, LastChange>> = {}
  for (const [fact, logField] of LOG_FIELDS) {
    const last = events.find(({ changes }) => changes.some(({ field }) => field === logField))
    if (last) lastChange[fact] = { at: last.at, isOwn: last.role === 'driver' }
  }
  return lastChange
}

function selectCorrections(on: Kysely<DB>) {
  return on
    .selectFrom('corrections')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .select(['corrections.id', 'driver_id', 'drivers.ref', 'drivers.name', 'field', 'words', 'asked_at', 'state'])
    .select(['answer', 'answered_at'])
}

function correctionOf(row: Awaited<ReturnType<ReturnType<typeof selectCorrections>['execute']>>[number]): Correction {
  return {
    id: row.id,
    driver: { id: row.driver_id, ref: shownRef(row.ref), name: row.name },
    field: row.field as Correctable,
    words: openOf('corrections.words', row.driver_id, row.words),
    askedAt: row.asked_at.toString(),
    state: row.state as CorrectionState,
    answer: row.answer,
    answeredAt: row.answered_at?.toString() ?? null,
  }
}
