import { inParts } from '#db/parts.ts'
import { Refusal } from '#domain/refusal.ts'
import { readRecordId } from '#domain/record-id.ts'
import { readCorners } from '#domain/zone.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { getZone, typedZone } from './queries.server.ts'
import type { ZoneInput } from './schema.ts'

/** The most zones: each is checked for every car. */
const MAX_ZONES = 50

/** Makes a zone; answers its id. Refuses `zone.taken`, `zone.too-many`, and what is wrong with its corners. */
export async function makeZone(change: Change, input: ZoneInput): Promise<string> {
  await requireFree(change, input.name, null)
  const { id } = await change.tx
    .insertInto('position_zones')
    .values({ ...columnsOf(change, input), made_at: change.now.toString(), made_by: change.actor.uid })
    .returning('id')
    .executeTakeFirstOrThrow()
  await assignCars(change, id, input)
  change.note({ subject: `zone:${id}`, after: logFields(input) })
  return id
}

/** Changes a zone; the new shape counts from now on. Refuses `record.not-found`, and as `makeZone` does. */
export async function saveZone(change: Change, id: string, input: ZoneInput): Promise<void> {
  const before = await getZone(id, change.tx)
  await requireFree(change, input.name, before.id)
  await change.tx
    .updateTable('position_zones')
    .set({ ...columnsOf(change, input), version: before.version + 1 })
    .where('id', '=', before.id)
    .execute()
  await change.tx.deleteFrom('position_zone_cars').where('zone_id', '=', before.id).execute()
  await assignCars(change, before.id, input)
  change.note({ subject: `zone:${before.id}`, before: logFields(typedZone(before)), after: logFields(input) })
}

/** Ends a zone: it is not checked any more. Refuses `record.not-found`. */
export async function endZone(change: Change, id: string): Promise<void> {
  const zone = await getZone(id, change.tx)
  await change.tx
    .updateTable('position_zones')
    .set({ ended_at: change.now.toString(), ended_by: change.actor.uid })
    .where('id', '=', zone.id)
    .execute()
  change.note({ subject: `zone:${zone.id}`, before: logFields(typedZone(zone)), after: null })
}

/** Opens an ended zone again, from now on. Refuses `record.not-found`, and `zone.taken` when another has its name by now. */
export async function reopenZone(change: Change, id: string): Promise<void> {
  const row = await change.tx
    .updateTable('position_zones')
    .set({ ended_at: null, ended_by: null, since: change.now.toString() })
    .where('id', '=', readRecordId(id))
    .where('ended_at', 'is not', null)
    .returning(['id', 'name'])
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  await requireFree(change, row.name, row.id)
  change.note({ subject: `zone:${row.id}`, after: logFields(typedZone(await getZone(row.id, change.tx))) })
}

function columnsOf({ now }: Change, { name, shape, middle, radius, corners, covers, tellsLeaving }: ZoneInput) {
  const polygon = shape === 'polygon' ? readCorners(corners ?? '') : null
  if (polygon && !polygon.ok)
    throw new Refusal(`zone.${polygon.wrong}`, 'line' in polygon ? { line: polygon.line } : {})
  return {
    name,
    shape,
    lat: shape === 'circle' ? (middle?.lat ?? null) : null,
    lon: shape === 'circle' ? (middle?.lon ?? null) : null,
    radius: shape === 'circle' ? (radius ?? null) : null,
    corners: polygon ? JSON.stringify(polygon.corners.map(({ lat, lon }) => [lat, lon])) : null,
    covers,
    tells_leaving: tellsLeaving,
    since: now.toString(),
  }
}

async function assignCars({ tx }: Change, id: string, { covers, cars = [] }: ZoneInput): Promise<void> {
  if (covers === 'all' || cars.length === 0) return
  const rows = await tx.selectFrom('vehicles').select('id').where('id', 'in', cars).execute()
  if (rows.length < cars.length) throw new Refusal('record.not-found')
  for (const part of inParts(cars.map((car) => ({ zone_id: id, vehicle_id: car }))))
    await tx.insertInto('position_zone_cars').values(part).execute()
}

async function requireFree({ tx }: Change, name: string, own: string | null): Promise<void> {
  const others = await tx
    .selectFrom('position_zones')
    .select(['id', 'name'])
    .where('ended_at', 'is', null)
    .where('id', 'is distinct from', own)
    .execute()
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) throw new Refusal('zone.taken', { name })
  if (others.length >= MAX_ZONES) throw new Refusal('zone.too-many', { most: MAX_ZONES })
}

/** A zone as the history shows it, with only the number of its cars. */
function logFields({ name, shape, middle, radius, corners, covers, cars, tellsLeaving }: Partial<ZoneInput>) {
  return {
    name: name ?? '',
    shape: shape ?? '',
    middle: middle ? `${middle.lat}, ${middle.lon}` : null,
    radius: radius ?? null,
    corners: corners ? corners.slice(0, 2_000) : null,
    covers: covers ?? '',
    cars: covers === 'some' ? (cars?.length ?? 0) : null,
    tellsLeaving: tellsLeaving ?? false,
  }
}
