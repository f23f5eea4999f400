import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { showPlate } from '#domain/identifiers.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Place } from '#domain/trip.ts'
import { type Shape, writeCorners } from '#domain/zone.ts'
import type { Zone } from './schema.ts'

/** The zones in force, by name. */
export async function listZones(on: Kysely<DB> = db): Promise<Zone[]> {
  const rows = await on
    .selectFrom('position_zones')
    .leftJoin('position_zone_cars', 'zone_id', 'position_zones.id')
    .leftJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .selectAll('position_zones')
    .select(
      sql<
        { id: string; plate: string }[]
      >`coalesce(jsonb_agg(jsonb_build_object('id', vehicles.id, 'plate', plate) order by plate)
        filter (where vehicles.id is not null), '[]')`.as('cars'),
    )
    .where('ended_at', 'is', null)
    .groupBy('position_zones.id')
    .orderBy('name')
    .orderBy('position_zones.id')
    .execute()
  return rows.map(({ id, name, covers, cars, tells_leaving, version, since, made_at, ...shape }) => ({
    id,
    name,
    shape: shapeOf(shape),
    covers: covers as Zone['covers'],
    cars: cars.map((car) => ({ id: car.id, plate: showPlate(car.plate) })),
    tellsLeaving: tells_leaving,
    version,
    since: since.toString(),
    madeAt: made_at.toString(),
  }))
}

type Row = { shape: string; lat: number | null; lon: number | null; radius: number | null; corners: unknown }

function shapeOf({ shape, lat, lon, radius, corners }: Row): Shape {
  if (shape === 'circle' && lat !== null && lon !== null && radius !== null) return { shape, lat, lon, radius }
  return {
    shape: 'polygon',
    corners: (corners as [number, number][]).map(([north, east]): Place => ({ lat: north, lon: east })),
  }
}

/** One zone. Refuses `record.not-found`. */
export async function getZone(id: string, on: Kysely<DB> = db): Promise<Zone> {
  const recordId = readRecordId(id)
  const zone = (await listZones(on)).find((candidate) => candidate.id === recordId)
  if (!zone) throw new Refusal('record.not-found')
  return zone
}

/** A zone in the form's fields. */
export function typedZone({ name, shape, covers, cars, tellsLeaving }: Zone) {
  return {
    name,
    shape: shape.shape,
    middle: shape.shape === 'circle' ? { lat: shape.lat, lon: shape.lon } : undefined,
    radius: shape.shape === 'circle' ? shape.radius : undefined,
    corners: shape.shape === 'polygon' ? writeCorners(shape.corners) : '',
    covers,
    cars: cars.map(({ id }) => id),
    tellsLeaving,
  }
}

/** Whether a zone applies to a car. */
export function isOfCar({ covers, cars }: Pick<Zone, 'covers' | 'cars'>, vehicleId: string): boolean {
  return covers === 'all' || cars.some(({ id }) => id === vehicleId)
}

/** Ended zones, the latest first: as many as somebody may want again. */
export async function listEndedZones(on: Kysely<DB> = db): Promise<{ id: string; name: string }[]> {
  return on
    .selectFrom('position_zones')
    .select(['id', 'name'])
    .where('ended_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .orderBy('id')
    .limit(10)
    .execute()
}
