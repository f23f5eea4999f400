import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { type Waiting } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import type { DriverName } from '#domain/driver.ts'
import { type FineBody, type FineState, type SendingWay, identificationClock, isClockRunning } from '#domain/fine.ts'
import { cents } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import type { FinePaper, FineView } from './schema.ts'

/** Every fine, the newest first; `now` decides how many days are left. */
export async function listFines(now: Temporal.Instant, on: Kysely<DB> = db): Promise<FineView[]> {
  return read(selectFines(on), now)
}

/** The fines of which a driver was informed, or for which a live charge makes them pay. */
export async function listOwnFines(
  driver: OwnDriverId,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<FineView[]> {
  return read(selectFines(on).where(isShownTo(driver)), now)
}

/** SQL condition that a driver was informed of the fine, or pays for it. */
function isShownTo(driver: OwnDriverId) {
  return sql<boolean>`(standing_record(fines.driver_id) = ${driver} and fines.informed_at is not null)
    or exists (select from counting_charges c where c.fine_id = fines.id and c.person_id = ${driver})`
}

/** The fines of a car for which somebody still has to name the driver. */
export async function listOpenFinesOfCar(
  vehicleId: string,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<FineView[]> {
  const fines = await read(selectFines(on).where('fines.vehicle_id', '=', readRecordId(vehicleId)), now)
  return fines.filter(({ isRunning }) => isRunning)
}

/** One fine. Refuses `record.not-found`. */
export async function getFine(id: string, now: Temporal.Instant, on: Kysely<DB> = db): Promise<FineView> {
  const [found] = await read(selectFines(on).where('fines.id', '=', readRecordId(id)), now)
  if (!found) throw new Refusal('record.not-found')
  return found
}

/**
 * The fines that wait for a driver's name: their number, and the working days left for the most urgent; `null` for
 * none.
 */
export const pressingFines = (now: Temporal.Instant) => ({
  ask: (on: Kysely<DB>) =>
    on
      .selectFrom('fines')
      .select([
        sql<number>`count(*)`.as('count'),
        sql`min(notified_on)`.as('since'),
        sql<string | null>`min(id::text)`.as('only'),
      ])
      .where('state', 'not in', ['sent', 'not-applicable']),
  read: ({ count, since, only }: Waiting) => {
    if (since === null) return null
    const { left } = identificationClock(Temporal.PlainDate.from(since), today(now))
    return { count, left, only: count === 1 ? only : null }
  },
})

/**
 * A document of a fine. Refuses `record.not-found` when there is none; with `driver`, also for a fine that is not
 * shown to them.
 */
export async function readFinePaper(id: string, paper: FinePaper, driver: OwnDriverId | null) {
  const row = await db
    .selectFrom('fines')
    .innerJoin('files', 'files.sha256', `${paper}_sha256`)
    .select(['sha256', 'media_type'])
    .select(`${paper}_name as name`)
    .where('fines.id', '=', readRecordId(id))
    .$if(driver !== null, (query) => query.where(isShownTo(driver as OwnDriverId)))
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return { name: row.name ?? '', mediaType: row.media_type, bytes: await readKeptFile(row.sha256) }
}

function selectFines(on: Kysely<DB>) {
  return (
    on
      .selectFrom('fines')
      .innerJoin('vehicles', 'vehicles.id', 'fines.vehicle_id')
      .leftJoin('drivers as named', 'named.id', 'fines.driver_id')
      .leftJoin('assignments', (join) =>
        join
          .onRef('assignments.vehicle_id', '=', 'fines.vehicle_id')
          .on(sql<boolean>`assignments.period @> fines.committed_at`),
      )
      // An assignment of a merged record counts for the record in which it continues.
      .leftJoin('drivers as holding', 'holding.id', 'assignments.driver_id')
      .selectAll('fines')
      .select(['plate', 'named.name as named_name', 'named.ref as named_ref'])
      .select(['holding.id as holding_id', 'holding.name as holding_name', 'holding.ref as holding_ref'])
      .orderBy('fines.ordinal', 'desc')
  )
}

async function read(query: ReturnType<typeof selectFines>, now: Temporal.Instant): Promise<FineView[]> {
  const rows = await query.execute()
  return rows.map((row): FineView => {
    const state = row.state as FineState
    const clock = identificationClock(Temporal.PlainDate.from(row.notified_on), today(now))
    return {
      id: row.id,
      number: row.number,
      body: row.body as FineBody,
      authority: row.authority,
      committedAt: row.committed_at.toString(),
      place: row.place,
      offence: row.offence,
      vehicle: { id: row.vehicle_id, plate: row.plate },
      notifiedOn: row.notified_on,
      amount: row.amount_cents === null ? null : cents(row.amount_cents),
      driver: person(row.driver_id, row.named_name, row.named_ref),
      holder: person(row.holding_id, row.holding_name, row.holding_ref),
      informedAt: row.informed_at?.toString() ?? null,
      state,
      signedBy: row.signed_by,
      sentOn: row.sent_on,
      sentWay: row.sent_way as SendingWay | null,
      closedReason: row.closed_reason,
      notice: row.notice_name,
      document: row.document_name,
      proof: row.proof_name,
      until: clock.until.toString(),
      left: clock.left,
      urgency: clock.urgency,
      isRunning: isClockRunning(state),
    }
  })
}

function person(id: string | null, name: string | null, ref: string | null): DriverName | null {
  return id === null ? null : { id, name: name ?? '', ref: ref ?? '' }
}

function today(now: Temporal.Instant): Temporal.PlainDate {
  return now.toZonedDateTimeISO(ZONE).toPlainDate()
}
