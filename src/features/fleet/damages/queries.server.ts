import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { momentOf } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import type { DamageCause } from '#domain/accident.ts'
import type { DamageCost } from '#domain/car-business.ts'
import type { OwnDriverId } from '#domain/access.ts'
import type { DamageType, Part, Severity } from '#domain/inspection.ts'
import { cents } from '#domain/money.ts'
import type { PaperSignature } from '#domain/pdf-signature.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import type { DamagePaper, DamageState, DamageView } from './schema.ts'

/** Every damage ever found on a car, the oldest first. */
export async function listDamagesOfCar(vehicleId: string, on: Kysely<DB> = db): Promise<DamageView[]> {
  return read(selectDamages(on).where('damages.vehicle_id', '=', readRecordId(vehicleId)))
}

/** The damages that came from accidents, with what their repair cost, by the accident. */
export async function listDamagesOfAccidents(
  on: Kysely<DB> = db,
): Promise<ReadonlyMap<string, readonly Pick<DamageView, 'id' | 'invoice'>[]>> {
  const rows = await on
    .selectFrom('damages')
    .select(['id', 'accident_id', 'invoice_cents'])
    .where('accident_id', 'is not', null)
    .execute()
  const damages = rows.flatMap(({ id, accident_id: accident, invoice_cents: invoice }) =>
    accident === null ? [] : [{ accident, id, invoice: invoice === null ? null : cents(invoice) }],
  )
  return Map.groupBy(damages, ({ accident }) => accident)
}

/** The damage that one inspection found. */
export async function listDamagesOfInspection(inspectionId: string, on: Kysely<DB> = db): Promise<DamageView[]> {
  return read(selectDamages(on).where('damages.inspection_id', '=', readRecordId(inspectionId)))
}

/** The damages proposed to a driver, or for which a live charge makes them pay, the newest first. */
export async function listOwnDamages(driver: OwnDriverId, on: Kysely<DB> = db): Promise<DamageView[]> {
  return (await read(selectDamages(on).where(isShownTo(driver)))).toReversed()
}

/** SQL condition that the damage was proposed to a driver, or that they pay for it. */
function isShownTo(driver: OwnDriverId) {
  return sql<boolean>`(standing_record(damages.driver_id) = ${driver} and damages.proposed_at is not null)
    or exists (select from counting_charges c where c.damage_id = damages.id and c.person_id = ${driver})`
}

/** The cost of damages and the part charged to drivers, by car; a settled damage without an invoice costs nothing. */
export async function listDamageCosts(on: Kysely<DB> = db): Promise<ReadonlyMap<string, readonly DamageCost[]>> {
  const { rows } = await sql<{ car: string; found: string; invoice: number | null; charged: number; open: boolean }>`
    select damages.vehicle_id as car, (coalesce(inspections.at, report.happened_at) at time zone ${ZONE})::date::text as found, invoice_cents as invoice,
      coalesce((select sum(amount_cents) from counting_charges c where c.damage_id = damages.id), 0)::bigint as charged,
      damages.state <> 'settled' and is_new as open
    from damages left join inspections on inspections.id = damages.inspection_id
      left join damage_reports report on report.id = damages.report_id
    where invoice_cents is not null or damages.state <> 'settled' and is_new`.execute(on)
  const costs = rows.map(({ car, found, invoice, charged, open }) => ({
    car,
    on: found,
    invoice: invoice === null ? null : cents(invoice),
    charged: cents(charged),
    isOpen: open,
  }))
  return Map.groupBy(costs, ({ car }) => car)
}

/** The driver who pays for a damage at present; `null` for nobody. */
export async function findPayer(id: string, on: Kysely<DB> = db): Promise<{ id: string; name: string } | null> {
  const payer = await on
    .selectFrom('counting_charges')
    .innerJoin('drivers', 'drivers.id', 'person_id')
    .select(['drivers.id', 'name'])
    .where('damage_id', '=', id)
    .executeTakeFirst()
  return payer ?? null
}

/** One damage. Refuses `record.not-found`. */
export async function getDamage(id: string, on: Kysely<DB> = db): Promise<DamageView> {
  const [found] = await read(selectDamages(on).where('damages.id', '=', readRecordId(id)))
  if (!found) throw new Refusal('record.not-found')
  return found
}

/** The contested damages that nobody has answered: their number, and the first with its car; `null` for none. */
export const contestedDamages = {
  ask: (on: Kysely<DB>) =>
    on
      .selectFrom('damages')
      .select([
        'damages.id',
        'vehicle_id as vehicle',
        'contested_at as since',
        sql<number>`count(*) over ()`.as('count'),
      ])
      .where('state', '=', 'contested')
      .orderBy('contested_at')
      .orderBy('ordinal')
      .limit(1),
  read: (row: { count: number; id: string; vehicle: string; since: string } | null) =>
    row && { count: row.count, since: momentOf(row.since), vehicle: row.vehicle, first: row.id },
}

/** The document of a cost. Refuses `record.not-found`; with `driver`, also for a damage that is not shown to them. */
export async function readDamagePaper(id: string, paper: DamagePaper, driver: OwnDriverId | null) {
  const row = await db
    .selectFrom('damages')
    .innerJoin('files', 'files.sha256', `${paper}_sha256`)
    .select(['sha256', 'media_type'])
    .select(`${paper}_name as name`)
    .where('damages.id', '=', readRecordId(id))
    .$if(driver !== null, (query) => query.where(isShownTo(driver as OwnDriverId)))
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return { name: row.name ?? '', mediaType: row.media_type, bytes: await readKeptFile(row.sha256) }
}

/**
 * The close-up photo of a damage. Refuses `record.not-found`; with `driver`, also for a damage that is not shown to
 * them.
 */
export async function readDamagePhoto(id: string, driver: OwnDriverId | null) {
  const row = await db
    .selectFrom('damages')
    .innerJoin('files', 'files.sha256', 'photo_sha256')
    .select(['sha256', 'media_type'])
    .where('damages.id', '=', readRecordId(id))
    .$if(driver !== null, (query) => query.where(isShownTo(driver as OwnDriverId)))
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return { name: 'photo.jpg', mediaType: row.media_type, bytes: await readKeptFile(row.sha256) }
}

function selectDamages(on: Kysely<DB>) {
  return (
    on
      .selectFrom('damages')
      .innerJoin('vehicles', 'vehicles.id', 'damages.vehicle_id')
      .leftJoin('inspections', 'inspections.id', 'damages.inspection_id')
      .leftJoin('damage_reports as report', 'report.id', 'damages.report_id')
      .leftJoin('drivers', 'drivers.id', 'damages.driver_id')
      .selectAll('damages')
      .select(['plate', 'drivers.name', 'drivers.ref'])
      // A damage was found either by an inspection or by a report.
      .select(sql<Temporal.Instant>`coalesce(inspections.at, report.happened_at)`.as('found_at'))
      .select(
        sql<boolean>`exists (select from counting_charges c where c.damage_id = damages.id and (c.plan_id is not null
        or exists (select from settlements s where s.driver_id = c.driver_id and s.week = c.week and s.state not in ('issued', 'void'))))`.as(
          'is_charged',
        ),
      )
      .select(
        sql<PaperSignature | null>`(select signature from files where sha256 = invoice_sha256)`.as('invoice_signature'),
      )
      .orderBy('damages.ordinal')
  )
}

async function read(query: ReturnType<typeof selectDamages>): Promise<DamageView[]> {
  return (await query.execute()).map((row) => ({
    id: row.id,
    vehicle: { id: row.vehicle_id, plate: row.plate },
    inspectionId: row.inspection_id,
    reportId: row.report_id,
    foundAt: row.found_at.toString(),
    type: row.type as DamageType,
    part: row.part as Part,
    x: row.x,
    y: row.y,
    severity: row.severity as Severity,
    isNew: row.is_new,
    note: row.note,
    hasPhoto: row.photo_sha256 !== null,
    driver: row.driver_id === null ? null : { id: row.driver_id, name: row.name ?? '', ref: row.ref ?? '' },
    cause: row.cause as DamageCause | null,
    accidentId: row.accident_id,
    state: row.state as DamageState,
    isCharged: row.is_charged,
    estimate: row.estimate_cents === null ? null : cents(row.estimate_cents),
    estimatePaper: row.estimate_name,
    invoice: row.invoice_cents === null ? null : cents(row.invoice_cents),
    invoicePaper: row.invoice_name,
    invoiceSignature: row.invoice_signature,
    proposedAt: row.proposed_at?.toString() ?? null,
    contestedAt: row.contested_at?.toString() ?? null,
    contestedWords: row.contested_words,
    answer: row.answer,
    settledReason: row.settled_reason,
  }))
}
