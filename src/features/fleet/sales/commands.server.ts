import { showPlate } from '#domain/identifiers.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE, lisbon } from '#domain/week.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import { keepAttachment } from '#features/files/commands.server.ts'
import { addReading } from '#features/fleet/odometers/commands.server.ts'
import { endAllCosts, refuseEarlySale, reopenCosts } from '#features/fleet/upkeep/commands.server.ts'
import { getVehicle, listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { findSale } from './queries.server.ts'
import type { SaleAct } from './schema.ts'

type Act<Intent extends SaleAct['intent']> = Omit<Extract<SaleAct, { intent: Intent }>, 'intent'>

/**
 * The car leaves the fleet: from that day on it is given to nobody, and what was paid for it every month ends. Refuses
 * `vehicle.gone`, `vehicle.sale-in-future`, `vehicle.held` while somebody has it on that day or later, and what `refuseEarlySale`,
 * `addReading` and `keepAttachment` do.
 */
export async function sellVehicle(deed: Deed, vehicleId: string, sale: Act<'record'>): Promise<void> {
  const { id, plate } = await lock(deed, vehicleId)
  if (await findSale(id, deed.tx)) throw new Refusal('vehicle.gone', { plate: showPlate(plate) })
  const today = deed.now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  if (sale.leftOn > today) throw new Refusal('vehicle.sale-in-future')
  await refuseEarlySale(deed, id, sale.leftOn)
  const from = lisbon(Temporal.PlainDate.from(sale.leftOn).add({ days: 1 }).toPlainDateTime())
  // Given back on the very day is given back.
  const end = Temporal.Instant.compare(from, deed.now) > 0 ? deed.now : from
  const held = (await listAssignments(id, deed.tx)).find(
    ({ to }) => to === null || Temporal.Instant.compare(to, end) > 0,
  )
  if (held) throw new Refusal('vehicle.held', { plate: showPlate(plate), driver: held.driver })
  const kept = await keepAttachment(deed.tx, sale.paper)
  if (sale.kilometres !== null)
    await addReading(deed, id, { at: end.subtract({ seconds: 1 }), kilometres: sale.kilometres, reason: '' })
  await deed.tx
    .insertInto('car_sales')
    .values({
      ...{ vehicle_id: id, way: sale.way, left_on: sale.leftOn, buyer: sale.buyer, price_cents: sale.price },
      ...{ kilometres: sale.kilometres, file_sha256: kept?.sha256 ?? null, file_name: kept?.name ?? null },
      ...{ ended_costs: await endAllCosts(deed, id, sale.leftOn) },
      ...{ created_at: deed.now.toString(), created_by: deed.actor.uid },
    })
    .execute()
  await deed.tx.updateTable('vehicles').set({ status: 'sold' }).where('id', '=', id).execute()
  const after = {
    plate: showPlate(plate),
    way: sale.way,
    on: sale.leftOn,
    ...(sale.price ? { amount: sale.price } : {}),
  }
  deed.note({ subject: `vehicle:${id}`, after })
}

/** It did not leave after all: it is in service again and its costs go on. Refuses `record.not-found` for a car that is here. */
export async function keepVehicle(deed: Deed, vehicleId: string, reason: string): Promise<void> {
  const { id, plate } = await lock(deed, vehicleId)
  const gone = await deed.tx
    .updateTable('car_sales')
    .set({ withdrawn_at: deed.now.toString(), withdraw_reason: reason })
    .where('vehicle_id', '=', id)
    .where('withdrawn_at', 'is', null)
    .returning('ended_costs')
    .executeTakeFirst()
  if (!gone) throw new Refusal('record.not-found')
  await reopenCosts(deed, gone.ended_costs)
  await deed.tx.updateTable('vehicles').set({ status: 'active' }).where('id', '=', id).execute()
  deed.note({ subject: `vehicle:${id}`, after: { plate: showPlate(plate), state: 'active', reason } })
}

/** One change of where a car is at a time. */
async function lock(deed: Deed, vehicleId: string) {
  const car = await getVehicle(vehicleId, deed.tx)
  await deed.tx.selectFrom('vehicles').select('id').where('id', '=', car.id).forUpdate().execute()
  return car
}
