import { showPlate } from '#domain/identifiers.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE, lisbon } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { saveAttachment } from '#features/files/commands.server.ts'
import { addReading } from '#features/fleet/odometers/commands.server.ts'
import { endAllCosts, refuseEarlySale, reopenCosts } from '#features/fleet/upkeep/commands.server.ts'
import { getVehicle, listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { findOpenStay } from '#features/fleet/workshop-stays/queries.server.ts'
import { findSale } from './queries.server.ts'
import type { SaleAct } from './schema.ts'

type Act<Intent extends SaleAct['intent']> = Omit<Extract<SaleAct, { intent: Intent }>, 'intent'>

/**
 * Takes a car out of the fleet: nobody can be assigned to it after that day, and its monthly costs end. Refuses
 * `vehicle.gone`, `vehicle.sale-in-future`, `vehicle.held` while somebody has it after that day, and what
 * `refuseEarlySale`, `addReading` and `saveAttachment` refuse.
 */
export async function sellVehicle(change: Change, vehicleId: string, sale: Act<'record'>): Promise<void> {
  const { id, plate } = await lock(change, vehicleId)
  if (await findSale(id, change.tx)) throw new Refusal('vehicle.gone', { plate: showPlate(plate) })
  const today = change.now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  if (sale.leftOn > today) throw new Refusal('vehicle.sale-in-future')
  await refuseEarlySale(change, id, sale.leftOn)
  const from = lisbon(Temporal.PlainDate.from(sale.leftOn).add({ days: 1 }).toPlainDateTime())
  // A car that was handed back on the day of the sale itself counts as handed back.
  const end = Temporal.Instant.compare(from, change.now) > 0 ? change.now : from
  const held = (await listAssignments(id, change.tx)).find(
    ({ to }) => to === null || Temporal.Instant.compare(to, end) > 0,
  )
  if (held) throw new Refusal('vehicle.held', { plate: showPlate(plate), driver: held.driver })
  const kept = await saveAttachment(change.tx, sale.paper)
  if (sale.kilometres !== null)
    await addReading(change, id, { at: end.subtract({ seconds: 1 }), kilometres: sale.kilometres, reason: '' })
  await change.tx
    .insertInto('car_sales')
    .values({
      vehicle_id: id,
      way: sale.way,
      left_on: sale.leftOn,
      buyer: sale.buyer,
      price_cents: sale.price,
      kilometres: sale.kilometres,
      file_sha256: kept?.sha256 ?? null,
      file_name: kept?.name ?? null,
      ended_costs: await endAllCosts(change, id, sale.leftOn),
      created_at: change.now.toString(),
      created_by: change.actor.uid,
    })
    .execute()
  await change.tx.updateTable('vehicles').set({ status: 'sold' }).where('id', '=', id).execute()
  const after = {
    plate: showPlate(plate),
    way: sale.way,
    on: sale.leftOn,
    ...(sale.price ? { amount: sale.price } : {}),
  }
  change.note({ subject: `vehicle:${id}`, after })
}

/**
 * Takes a sale back: the car is in service again, or in the workshop where it was, and its costs continue. Refuses `record.not-found` for a car that
 * has not left.
 */
export async function undoSale(change: Change, vehicleId: string, reason: string): Promise<void> {
  const { id, plate } = await lock(change, vehicleId)
  const gone = await change.tx
    .updateTable('car_sales')
    .set({ withdrawn_at: change.now.toString(), withdraw_reason: reason })
    .where('vehicle_id', '=', id)
    .where('withdrawn_at', 'is', null)
    .returning('ended_costs')
    .executeTakeFirst()
  if (!gone) throw new Refusal('record.not-found')
  await reopenCosts(change, gone.ended_costs)
  const status = (await findOpenStay(id, change.tx)) ? 'maintenance' : 'active'
  await change.tx.updateTable('vehicles').set({ status }).where('id', '=', id).execute()
  change.note({ subject: `vehicle:${id}`, after: { plate: showPlate(plate), status, reason } })
}

/** Locks a car, so that only one person at a time records or undoes its sale. */
async function lock(change: Change, vehicleId: string) {
  const car = await getVehicle(vehicleId, change.tx)
  await change.tx.selectFrom('vehicles').select('id').where('id', '=', car.id).forUpdate().execute()
  return car
}
