import { sql } from 'kysely'
import { inParts } from '#db/parts.ts'
import { requireValue } from '#domain/certain.ts'
import { showPlate } from '#domain/identifiers.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal, takeEach } from '#domain/refusal.ts'
import type { CarTitle } from '#domain/vehicle.ts'
import { ZONE } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { saveAttachment } from '#features/files/commands.server.ts'
import { listLiveReadings, listReadings } from '#features/fleet/odometers/queries.server.ts'
import { requireCurrent } from '#features/fleet/current-drivers/queries.server.ts'
import { getVehicle, listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { endStayByWork, resumeStayOfWork } from '#features/fleet/workshop-stays/commands.server.ts'
import { type UpkeepAct, upkeep } from './schema.ts'

type Act<Intent extends UpkeepAct['intent']> = Omit<Extract<UpkeepAct, { intent: Intent }>, 'intent'>

/** Adds a rule for work that has to be repeated, counted from the current odometer. Refuses `record.not-found`. */
export async function addRule(change: Change, vehicleId: string, rule: Act<'rule'>): Promise<void> {
  const last = (await listReadings(vehicleId, change.tx)).find(({ withdrawn }) => withdrawn === null)
  await change.tx
    .insertInto('maintenance_rules')
    .values({
      vehicle_id: vehicleId,
      what: rule.what,
      every_km: rule.everyKm,
      every_months: rule.everyMonths,
      from_km: last?.kilometres ?? null,
      from_on: today(change),
      created_at: change.now.toString(),
      created_by: change.actor.uid,
    })
    .execute()
  await note(change, vehicleId, { what: rule.what })
}

/** Ends a rule: its work is not due any more. Refuses `record.not-found`. */
export async function endRule(change: Change, vehicleId: string, rule: string): Promise<void> {
  const ended = await change.tx
    .updateTable('maintenance_rules')
    .set({ ended_at: change.now.toString() })
    .where('id', '=', readRecordId(rule))
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .returning('what')
    .executeTakeFirst()
  if (!ended) throw new Refusal('record.not-found')
  await note(change, vehicleId, { what: ended.what, state: 'ended' })
}

/** Resumes a rule that was ended: its work is due again, counted as before. Refuses `record.not-found`. */
export async function resumeRule(change: Change, vehicleId: string, rule: string): Promise<void> {
  const resumed = await change.tx
    .updateTable('maintenance_rules')
    .set({ ended_at: null })
    .where('id', '=', readRecordId(rule))
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .where('ended_at', 'is not', null)
    .returning('what')
    .executeTakeFirst()
  if (!resumed) throw new Refusal('record.not-found')
  await note(change, vehicleId, { what: resumed.what, state: 'active' })
}

/** Work as a person enters it, who says whether its kilometres are right whatever the readings say (`isSure`). */
type EnteredJob = Omit<Act<'job'>, 'isSure'> & { isSure?: boolean }

/**
 * Records finished work and its cost; the car's stay in a workshop since the same day ends with it. Refuses `record.not-found` for a rule of another car, `vehicle.work-in-future`,
 * `vehicle.work-kilometres` where a reading says otherwise and the person is not sure (`isSure`), and what
 * `saveAttachment` refuses of the invoice.
 */
export async function addJob(change: Change, vehicleId: string, job: EnteredJob): Promise<void> {
  refuseFuture(change, job)
  if (job.isSure === false) await refuseContradicted(change, vehicleId, job)
  if (job.rule !== null) await requireRuleOf(change, vehicleId, job.rule)
  const kept = await saveAttachment(change.tx, job.paper)
  const [written] = await writeJobs(change, [{ vehicleId, job, kept }])
  if (written !== undefined) await endStayByWork(change, vehicleId, { ...job, job: written })
}

/** Work from an imported list: it belongs to no rule and has no invoice. */
type ListedJob = { vehicleId: string; job: Omit<Act<'job'>, 'rule' | 'paper' | 'inSince' | 'isSure'> }

/** Records work from an imported list. Refuses what `addJob` refuses. */
export async function addListedJobs(change: Change, jobs: readonly ListedJob[]): Promise<void> {
  takeEach(jobs, ({ job }) => refuseFuture(change, job))
  const written = jobs.map(({ vehicleId, job }) => ({
    vehicleId,
    job: { ...job, rule: null, inSince: null },
    kept: null,
  }))
  await writeJobs(change, written)
}

function refuseFuture(change: Change, { on }: { on: string }): void {
  if (on > today(change)) throw new Refusal('vehicle.work-in-future')
}

/** A car drives no kilometres back: it had no more on an earlier day, and no fewer on a later one. */
async function refuseContradicted(
  change: Change,
  vehicleId: string,
  { on, kilometres }: { on: string; kilometres: number | null },
): Promise<void> {
  if (kilometres === null) return
  const readings = await listLiveReadings([vehicleId], change.tx)
  const found = readings
    .map((reading) => ({ day: reading.at.toZonedDateTimeISO(ZONE).toPlainDate().toString(), had: reading.kilometres }))
    .find(({ day, had }) => (day < on && had > kilometres) || (day > on && had < kilometres))
  if (found)
    throw new Refusal('vehicle.work-kilometres', {
      day: found.day.split('-').toReversed().join('/'),
      kilometres: found.had,
    })
}

type WrittenJob = {
  vehicleId: string
  job: Omit<Act<'job'>, 'paper' | 'isSure'>
  kept: Awaited<ReturnType<typeof saveAttachment>>
}

/** Writes work, and returns its ids. */
async function writeJobs(change: Change, jobs: readonly WrittenJob[]): Promise<string[]> {
  if (jobs.length === 0) return []
  const rows = jobs.map(({ vehicleId, job, kept }) => ({
    vehicle_id: vehicleId,
    rule_id: job.rule,
    what: job.what,
    in_since: job.inSince,
    done_on: job.on,
    kilometres: job.kilometres,
    cost_cents: job.cost,
    workshop: job.workshop,
    file_sha256: kept?.sha256 ?? null,
    file_name: kept?.name ?? null,
    created_at: change.now.toString(),
    created_by: change.actor.uid,
  }))
  const ids: string[] = []
  for (const part of inParts(rows)) {
    const written = await change.tx.insertInto('maintenance_jobs').values(part).returning('id').execute()
    ids.push(...written.map(({ id }) => id))
  }
  const cars = await change.tx
    .selectFrom('vehicles')
    .select(['id', 'plate'])
    .where('id', '=', sql<string>`any(${jobs.map(({ vehicleId }) => vehicleId)}::uuid[])`)
    .execute()
  const plates = new Map(cars.map(({ id, plate }) => [id, plate]))
  for (const { vehicleId, job } of jobs) {
    const plate = showPlate(requireValue(plates, vehicleId.toLowerCase()))
    change.note({ subject: `vehicle:${vehicleId}`, after: { plate, what: job.what, amount: job.cost } })
  }
  return ids
}

/** Refuses `record.not-found` for a rule of another car. */
async function requireRuleOf(change: Change, vehicleId: string, rule: string): Promise<void> {
  const row = await change.tx
    .selectFrom('maintenance_rules')
    .select('id')
    .where('id', '=', rule)
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
}

/** Withdraws a wrong record of work, with a reason; a stay in a workshop that it ended goes on. */
export async function withdrawJob(
  change: Change,
  vehicleId: string,
  { job, reason }: Act<'withdraw-job'>,
): Promise<void> {
  const withdrawnJob = await change.tx
    .updateTable('maintenance_jobs')
    .set({ withdrawn_at: change.now.toString(), withdraw_reason: reason })
    .where('id', '=', readRecordId(job))
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .where('withdrawn_at', 'is', null)
    .returning('what')
    .executeTakeFirst()
  if (!withdrawnJob) throw new Refusal('record.not-found')
  await resumeStayOfWork(change, vehicleId, job)
  await note(change, vehicleId, { what: withdrawnJob.what, state: 'withdrawn', reason })
}

/** Adds a monthly cost of a car from a day on. */
export async function addCost(
  change: Change,
  vehicleId: string,
  { kind, what, monthly, from }: Act<'cost'>,
): Promise<void> {
  await change.tx
    .insertInto('car_costs')
    .values({
      vehicle_id: vehicleId,
      kind,
      what,
      monthly_cents: monthly,
      valid_from: from,
      created_at: change.now.toString(),
      created_by: change.actor.uid,
    })
    .execute()
  await note(change, vehicleId, { what, amount: monthly, from })
}

/**
 * Withdraws a monthly cost that was written wrongly, with a reason: it counts in no week. Refuses `record.not-found`, also for a
 * cost of another car.
 */
export async function withdrawCost(
  change: Change,
  vehicleId: string,
  { cost, reason }: Act<'withdraw-cost'>,
): Promise<void> {
  const gone = await change.tx
    .updateTable('car_costs')
    .set({ withdrawn_at: change.now.toString(), withdraw_reason: reason })
    .where('id', '=', readRecordId(cost))
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .where('withdrawn_at', 'is', null)
    .returning(['what', 'monthly_cents as amount'])
    .executeTakeFirst()
  if (!gone) throw new Refusal('record.not-found')
  await note(change, vehicleId, { ...gone, state: 'withdrawn', reason })
}

/** Sets the kind of a monthly cost. Refuses `record.not-found`, also for a cost of another car. */
export async function setCostKind(change: Change, vehicleId: string, { cost, kind }: Act<'cost-kind'>): Promise<void> {
  const previous = await change.tx
    .updateTable('car_costs')
    .set({ kind })
    .where('id', '=', readRecordId(cost))
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .where('withdrawn_at', 'is', null)
    .returning('what')
    .executeTakeFirst()
  if (!previous) throw new Refusal('record.not-found')
  await note(change, vehicleId, { what: previous.what, kind })
}

/** Saves a car's leasing or renting contract; saving again corrects it. */
export async function saveContract(change: Change, vehicleId: string, input: Act<'contract'>): Promise<void> {
  const columns = { ...upkeep.contract.columns(input), includes: [...input.includes] }
  await change.tx
    .insertInto('car_contracts')
    .values({ vehicle_id: vehicleId, ...columns, created_at: change.now.toString(), created_by: change.actor.uid })
    .onConflict((conflict) => conflict.column('vehicle_id').doUpdateSet(columns))
    .execute()
  const { kilometreLimit } = input
  const limit = kilometreLimit === null ? {} : { kilometres: kilometreLimit }
  await note(change, vehicleId, { from: input.beginsOn, months: input.months, ...limit })
}

/** Removes a contract that never existed. Refuses `record.not-found`. */
export async function forgetContract(change: Change, vehicleId: string): Promise<void> {
  const removedContract = await change.tx
    .deleteFrom('car_contracts')
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .returning('begins_on')
    .executeTakeFirst()
  if (!removedContract) throw new Refusal('record.not-found')
  await note(change, vehicleId, { from: removedContract.begins_on, state: 'withdrawn' })
}

/**
 * Ends a monthly cost on a day. Refuses `record.not-found`, and `vehicle.cost-ends-early` for a day before it begins.
 */
export async function endCost(change: Change, vehicleId: string, { cost, until }: Act<'end-cost'>): Promise<void> {
  const ended = await change.tx
    .selectFrom('car_costs')
    .select(['id', 'what', 'valid_from'])
    .where('withdrawn_at', 'is', null)
    .where('id', '=', readRecordId(cost))
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .executeTakeFirst()
  if (!ended) throw new Refusal('record.not-found')
  if (until < ended.valid_from)
    throw new Refusal('vehicle.cost-ends-early', { from: ended.valid_from.split('-').toReversed().join('/') })
  await change.tx.updateTable('car_costs').set({ valid_until: until }).where('id', '=', ended.id).execute()
  await note(change, vehicleId, { what: ended.what, until })
}

/**
 * Resumes a monthly cost that was ended by mistake. Refuses `vehicle.gone` for a car that left, whose costs ended with
 * it, and `record.not-found`.
 */
export async function resumeCost(change: Change, vehicleId: string, cost: string): Promise<void> {
  const id = readRecordId(vehicleId)
  const sale = change.tx.selectFrom('car_sales').select('id').where('vehicle_id', '=', id)
  if (await sale.where('withdrawn_at', 'is', null).executeTakeFirst()) {
    const { plate } = await getVehicle(id, change.tx)
    throw new Refusal('vehicle.gone', { plate: showPlate(plate) })
  }
  const resumed = await change.tx
    .updateTable('car_costs')
    .set({ valid_until: null })
    .where('id', '=', readRecordId(cost))
    .where('vehicle_id', '=', id)
    .where('valid_until', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .returning(['what', 'monthly_cents as amount'])
    .executeTakeFirst()
  if (!resumed) throw new Refusal('record.not-found')
  await note(change, vehicleId, { ...resumed, state: 'active' })
}

/**
 * Saves a car's price, the years for which the company plans to keep it, and its expected value then; saving again
 * corrects it. Refuses `vehicle.sold-before-bought` for a car that left before the day of purchase.
 */
export async function savePurchase(change: Change, vehicleId: string, input: Act<'purchase'>): Promise<void> {
  const sale = change.tx.selectFrom('car_sales').select('left_on').where('vehicle_id', '=', vehicleId)
  const left = await sale.where('withdrawn_at', 'is', null).executeTakeFirst()
  if (left) refuseSoldBeforeBought({ boughtOn: input.boughtOn, leftOn: left.left_on })
  const columns = {
    bought_on: input.boughtOn,
    price_cents: input.price,
    keep_years: input.years,
    worth_cents: input.worth,
  }
  await change.tx
    .insertInto('car_purchases')
    .values({ vehicle_id: vehicleId, ...columns, created_at: change.now.toString(), created_by: change.actor.uid })
    .onConflict((conflict) => conflict.column('vehicle_id').doUpdateSet(columns))
    .execute()
  await note(change, vehicleId, { amount: input.price, from: input.boughtOn })
}

/**
 * Removes a purchase that did not happen, or whose price nobody knows: the car's loss of value no longer counts.
 * Refuses `record.not-found`.
 */
export async function forgetPurchase(change: Change, vehicleId: string): Promise<void> {
  const removedPurchase = await change.tx
    .deleteFrom('car_purchases')
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .returning('price_cents')
    .executeTakeFirst()
  if (!removedPurchase) throw new Refusal('record.not-found')
  await note(change, vehicleId, { amount: removedPurchase.price_cents, state: 'withdrawn' })
}

/** Refuses `vehicle.sold-before-bought` for a sale before the purchase. */
export async function refuseEarlySale({ tx }: Change, vehicleId: string, leftOn: string): Promise<void> {
  const bought = tx.selectFrom('car_purchases').select('bought_on').where('vehicle_id', '=', vehicleId)
  const row = await bought.executeTakeFirst()
  if (row) refuseSoldBeforeBought({ boughtOn: row.bought_on, leftOn })
}

function refuseSoldBeforeBought({ boughtOn, leftOn }: { boughtOn: string; leftOn: string }): void {
  const written = (day: string) => day.split('-').toReversed().join('/')
  if (leftOn < boughtOn)
    throw new Refusal('vehicle.sold-before-bought', { bought: written(boughtOn), left: written(leftOn) })
}

/** Ends the open monthly costs of a car on a day, or on their own first day when that is later; returns their ids. */
export async function endAllCosts(change: Change, vehicleId: string, until: string): Promise<string[]> {
  const ended = await change.tx
    .updateTable('car_costs')
    .set({ valid_until: sql`greatest(valid_from, ${until}::date)` })
    .where('vehicle_id', '=', vehicleId)
    .where('valid_until', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}

/** Reopens monthly costs that were ended. */
export async function reopenCosts(change: Change, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await change.tx.updateTable('car_costs').set({ valid_until: null }).where('id', 'in', ids).execute()
}

/**
 * Sets the title by which the operator has a car. Nobody else may have a driver's own car: refuses `vehicle.not-lent`
 * while somebody else has it, and what `requireCurrent` refuses.
 */
export async function saveTitle(change: Change, vehicleId: string, input: Act<'title'>): Promise<void> {
  if (input.ownerId !== null) {
    await requireCurrent(input.ownerId, change.tx)
    const other = (await listAssignments(vehicleId, change.tx)).find(
      ({ driverId, to }) => driverId !== input.ownerId && (to === null || Temporal.Instant.compare(to, change.now) > 0),
    )
    const { plate } = await getVehicle(vehicleId, change.tx)
    if (other) throw new Refusal('vehicle.not-lent', { plate: showPlate(plate), driver: other.driver })
  }
  const columns = {
    title: input.title,
    owner_id: input.ownerId,
    slot_number: input.slotNumber,
    slot_since: input.slotSince,
    first_registered_on: input.firstRegisteredOn,
  }
  await change.tx
    .insertInto('vehicle_titles')
    .values({ vehicle_id: vehicleId, ...columns })
    .onConflict((conflict) => conflict.column('vehicle_id').doUpdateSet(columns))
    .execute()
  await note(change, vehicleId, { title: input.title })
}

/** What a list says of a car's title; the rest stays. */
export type ListedTitle = { vehicleId: string; title: CarTitle; firstRegisteredOn: string | null }

/** Saves the titles of several cars at once, none of them a driver's own: those have an owner, who is said on the car's page. */
export async function saveListedTitles(change: Change, titles: readonly ListedTitle[]): Promise<void> {
  const rows = titles.map(({ vehicleId, title, firstRegisteredOn }) => ({
    vehicle_id: vehicleId,
    title,
    first_registered_on: firstRegisteredOn,
  }))
  for (const part of inParts(rows))
    await change.tx
      .insertInto('vehicle_titles')
      .values(part)
      .onConflict((conflict) =>
        conflict.column('vehicle_id').doUpdateSet(({ ref }) => ({
          title: ref('excluded.title'),
          first_registered_on: ref('excluded.first_registered_on'),
        })),
      )
      .execute()
  for (const { vehicleId, title } of titles) change.note({ subject: `vehicle:${vehicleId}`, after: { title } })
}

/** Removes the titles of cars that had none before a list. */
export async function removeListedTitles(change: Change, vehicleIds: readonly string[]): Promise<void> {
  if (vehicleIds.length === 0) return
  await change.tx
    .deleteFrom('vehicle_titles')
    .where('vehicle_id', '=', sql<string>`any(${vehicleIds}::uuid[])`)
    .execute()
}

/**
 * Saves the yearly road tax, which is tracked from its next due day on. Refuses `record.not-found` until somebody
 * enters the car's title.
 */
export async function saveRoadTax(change: Change, vehicleId: string, { yearly }: Act<'road-tax'>): Promise<void> {
  const saved = await change.tx
    .updateTable('vehicle_titles')
    .set({ road_tax_cents: yearly, road_tax_since: sql`coalesce(road_tax_since, ${today(change)}::date)` })
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .returning('vehicle_id')
    .executeTakeFirst()
  if (!saved) throw new Refusal('record.not-found')
  await note(change, vehicleId, { amount: yearly })
}

async function note(change: Change, vehicleId: string, after: Record<string, string | number>): Promise<void> {
  const { plate } = await getVehicle(vehicleId, change.tx)
  change.note({ subject: `vehicle:${vehicleId}`, after: { plate: showPlate(plate), ...after } })
}

function today({ now }: Change): string {
  return now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
}
