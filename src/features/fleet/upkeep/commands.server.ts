import { sql } from 'kysely'
import { showPlate } from '#domain/identifiers.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import { keepAttachment } from '#features/files/commands.server.ts'
import { listReadings } from '#features/fleet/odometers/queries.server.ts'
import { requireStanding } from '#features/fleet/standing/queries.server.ts'
import { getVehicle, listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import type { UpkeepAct } from './schema.ts'

type Act<Intent extends UpkeepAct['intent']> = Omit<Extract<UpkeepAct, { intent: Intent }>, 'intent'>

/** Work that comes again from now on, counted from what the odometer says today. Refuses `record.not-found`. */
export async function addRule(deed: Deed, vehicleId: string, rule: Act<'rule'>): Promise<void> {
  const last = (await listReadings(vehicleId, deed.tx)).find(({ withdrawn }) => withdrawn === null)
  await deed.tx
    .insertInto('maintenance_rules')
    .values({
      ...{ vehicle_id: vehicleId, what: rule.what, every_km: rule.everyKm, every_months: rule.everyMonths },
      ...{ from_km: last?.kilometres ?? null, from_on: today(deed) },
      ...{ created_at: deed.now.toString(), created_by: deed.actor.uid },
    })
    .execute()
  await note(deed, vehicleId, { what: rule.what })
}

/** It is done no more. */
export async function endRule(deed: Deed, vehicleId: string, rule: string): Promise<void> {
  const ended = await deed.tx
    .updateTable('maintenance_rules')
    .set({ ended_at: deed.now.toString() })
    .where('id', '=', readRecordId(rule))
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .returning('what')
    .executeTakeFirst()
  if (!ended) throw new Refusal('record.not-found')
  await note(deed, vehicleId, { what: ended.what, state: 'ended' })
}

/**
 * Writes down what was done and what it cost. Refuses `record.not-found` for work of another car, `vehicle.work-in-future`, and
 * what `keepAttachment` refuses of the invoice.
 */
export async function addJob(deed: Deed, vehicleId: string, job: Act<'job'>): Promise<void> {
  if (job.on > today(deed)) throw new Refusal('vehicle.work-in-future')
  if (job.rule !== null) await requireRuleOf(deed, vehicleId, job.rule)
  const kept = await keepAttachment(deed.tx, job.paper)
  await deed.tx
    .insertInto('maintenance_jobs')
    .values({
      ...{ vehicle_id: vehicleId, rule_id: job.rule, what: job.what, done_on: job.on, kilometres: job.kilometres },
      ...{ cost_cents: job.cost, workshop: job.workshop },
      ...{ file_sha256: kept?.sha256 ?? null, file_name: kept?.name ?? null },
      ...{ created_at: deed.now.toString(), created_by: deed.actor.uid },
    })
    .execute()
  await note(deed, vehicleId, { what: job.what, amount: job.cost })
}

/** What is done on one car is no work of another. */
async function requireRuleOf(deed: Deed, vehicleId: string, rule: string): Promise<void> {
  const found = await deed.tx
    .selectFrom('maintenance_rules')
    .select('id')
    .where('id', '=', rule)
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .executeTakeFirst()
  if (!found) throw new Refusal('record.not-found')
}

/** Takes a wrong one back, with its reason. */
export async function withdrawJob(deed: Deed, vehicleId: string, { job, reason }: Act<'withdraw-job'>): Promise<void> {
  const gone = await deed.tx
    .updateTable('maintenance_jobs')
    .set({ withdrawn_at: deed.now.toString(), withdraw_reason: reason })
    .where('id', '=', readRecordId(job))
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .where('withdrawn_at', 'is', null)
    .returning('what')
    .executeTakeFirst()
  if (!gone) throw new Refusal('record.not-found')
  await note(deed, vehicleId, { what: gone.what, state: 'withdrawn', reason })
}

/** What a car costs every month from a day on. */
export async function addCost(deed: Deed, vehicleId: string, { what, monthly, from }: Act<'cost'>): Promise<void> {
  await deed.tx
    .insertInto('car_costs')
    .values({
      ...{ vehicle_id: vehicleId, what, monthly_cents: monthly, valid_from: from },
      ...{ created_at: deed.now.toString(), created_by: deed.actor.uid },
    })
    .execute()
  await note(deed, vehicleId, { what, amount: monthly, from })
}

/** It is paid until a day. Refuses `record.not-found`, and `vehicle.cost-ends-early` before it begins. */
export async function endCost(deed: Deed, vehicleId: string, { cost, until }: Act<'end-cost'>): Promise<void> {
  const ended = await deed.tx
    .selectFrom('car_costs')
    .select(['id', 'what', 'valid_from'])
    .where('id', '=', readRecordId(cost))
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .executeTakeFirst()
  if (!ended) throw new Refusal('record.not-found')
  if (until < ended.valid_from)
    throw new Refusal('vehicle.cost-ends-early', { from: ended.valid_from.split('-').toReversed().join('/') })
  await deed.tx.updateTable('car_costs').set({ valid_until: until }).where('id', '=', ended.id).execute()
  await note(deed, vehicleId, { what: ended.what, until })
}

/**
 * Writes down what a car was bought for, how long it is to stay and what it is expected to be worth then; a second time puts it right.
 * Refuses `vehicle.sold-before-bought` for a car that left before that day.
 */
export async function savePurchase(deed: Deed, vehicleId: string, said: Act<'purchase'>): Promise<void> {
  const sale = deed.tx.selectFrom('car_sales').select('left_on').where('vehicle_id', '=', vehicleId)
  const left = await sale.where('withdrawn_at', 'is', null).executeTakeFirst()
  if (left) refuseSoldBeforeBought({ boughtOn: said.boughtOn, leftOn: left.left_on })
  const kept = { bought_on: said.boughtOn, price_cents: said.price, keep_years: said.years, worth_cents: said.worth }
  await deed.tx
    .insertInto('car_purchases')
    .values({ vehicle_id: vehicleId, ...kept, created_at: deed.now.toString(), created_by: deed.actor.uid })
    .onConflict((conflict) => conflict.column('vehicle_id').doUpdateSet(kept))
    .execute()
  await note(deed, vehicleId, { amount: said.price, from: said.boughtOn })
}

/** It was not bought, or nobody knows for how much: its loss of value counts no longer. Refuses `record.not-found`. */
export async function forgetPurchase(deed: Deed, vehicleId: string): Promise<void> {
  const gone = await deed.tx
    .deleteFrom('car_purchases')
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .returning('price_cents')
    .executeTakeFirst()
  if (!gone) throw new Refusal('record.not-found')
  await note(deed, vehicleId, { amount: gone.price_cents, state: 'withdrawn' })
}

/** A car does not leave before it came. Refuses `vehicle.sold-before-bought`. */
export async function refuseEarlySale({ tx }: Deed, vehicleId: string, leftOn: string): Promise<void> {
  const bought = tx.selectFrom('car_purchases').select('bought_on').where('vehicle_id', '=', vehicleId)
  const row = await bought.executeTakeFirst()
  if (row) refuseSoldBeforeBought({ boughtOn: row.bought_on, leftOn })
}

function refuseSoldBeforeBought({ boughtOn, leftOn }: { boughtOn: string; leftOn: string }): void {
  const typed = (day: string) => day.split('-').toReversed().join('/')
  if (leftOn < boughtOn)
    throw new Refusal('vehicle.sold-before-bought', { bought: typed(boughtOn), left: typed(leftOn) })
}

/** What is still paid for a car every month ends on a day, or on its own first one where that is later; answers which. */
export async function endAllCosts(deed: Deed, vehicleId: string, until: string): Promise<string[]> {
  const ended = await deed.tx
    .updateTable('car_costs')
    .set({ valid_until: sql`greatest(valid_from, ${until}::date)` })
    .where('vehicle_id', '=', vehicleId)
    .where('valid_until', 'is', null)
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}

/** They are paid again, without an end. */
export async function reopenCosts(deed: Deed, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await deed.tx.updateTable('car_costs').set({ valid_until: null }).where('id', 'in', ids).execute()
}

/**
 * Says by which title the operator has a car. A driver's own is given to nobody else: `vehicle.not-lent` while somebody else
 * has it. Refuses what `requireStanding` does.
 */
export async function saveTitle(deed: Deed, vehicleId: string, said: Act<'title'>): Promise<void> {
  if (said.ownerId !== null) {
    await requireStanding(said.ownerId, deed.tx)
    const other = (await listAssignments(vehicleId, deed.tx)).find(
      ({ driverId, to }) => driverId !== said.ownerId && (to === null || Temporal.Instant.compare(to, deed.now) > 0),
    )
    const { plate } = await getVehicle(vehicleId, deed.tx)
    if (other) throw new Refusal('vehicle.not-lent', { plate: showPlate(plate), driver: other.driver })
  }
  const kept = {
    ...{ title: said.title, owner_id: said.ownerId, slot_number: said.slotNumber, slot_since: said.slotSince },
    first_registered_on: said.firstRegisteredOn,
  }
  await deed.tx
    .insertInto('vehicle_titles')
    .values({ vehicle_id: vehicleId, ...kept })
    .onConflict((conflict) => conflict.column('vehicle_id').doUpdateSet(kept))
    .execute()
  await note(deed, vehicleId, { title: said.title })
}

/** Writes down the road tax of a year; what is due from the first such day on is followed. Refuses `record.not-found` while nobody said whose the car is. */
export async function saveRoadTax(deed: Deed, vehicleId: string, { yearly }: Act<'road-tax'>): Promise<void> {
  const saved = await deed.tx
    .updateTable('vehicle_titles')
    .set({ road_tax_cents: yearly, road_tax_since: sql`coalesce(road_tax_since, ${today(deed)}::date)` })
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .returning('vehicle_id')
    .executeTakeFirst()
  if (!saved) throw new Refusal('record.not-found')
  await note(deed, vehicleId, { amount: yearly })
}

async function note(deed: Deed, vehicleId: string, after: Record<string, string | number>): Promise<void> {
  const { plate } = await getVehicle(vehicleId, deed.tx)
  deed.note({ subject: `vehicle:${vehicleId}`, after: { plate: showPlate(plate), ...after } })
}

function today({ now }: Deed): string {
  return now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
}
