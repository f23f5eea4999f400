import { sql } from 'kysely'
import type { Tx } from '#db/client.server.ts'
import { inParts } from '#db/parts.ts'
import { order } from '#db/queue.server.ts'
import { rowsAsJson, setFromOne } from '#db/rows-as-json.ts'
import { firstOf } from '#domain/certain.ts'
import { normalKey, showPlate } from '#domain/identifiers.ts'
import type { KeyKind, Source } from '#domain/import.ts'
import { driverAt } from '#domain/matching.ts'
import { isRecordId, readRecordId } from '#domain/record-id.ts'
import { Refusal, takeEach } from '#domain/refusal.ts'
import { type Span, overlaps } from '#domain/vehicle.ts'
import { ZONE, lisbon } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { forgetFile } from '#features/files/jobs.ts'
import { findDrivers, getDriver } from '#features/fleet/drivers/queries.server.ts'
import { addKey } from '#features/fleet/keys/commands.server.ts'
import { lockCurrent, requireCurrent } from '#features/fleet/current-drivers/queries.server.ts'
import { readUnready } from '#features/papers/readiness/queries.server.ts'
import {
  type Assignment,
  findVehicles,
  getAssignment,
  listFilesTakenBack,
  listMentioned,
  namedPlates,
  seenAs,
  getVehicle,
  handOverAt,
  listAssignments,
  listAssignmentsOf,
  listPlates,
} from './queries.server.ts'
import {
  type AssignmentInput,
  type NewVehicleInput,
  type VehicleInput,
  type VehicleKeyInput,
  vehicleRecord,
} from './schema.ts'

/** Creates a car; returns the id. Refuses `vehicle.plate-taken`. */
export async function createVehicle(change: Change, input: NewVehicleInput): Promise<string> {
  return firstOf(await createVehicles(change, [input]))
}

/** Creates several cars at once; returns their ids. Refuses what `createVehicle` refuses. */
export async function createVehicles(change: Change, inputs: readonly NewVehicleInput[]): Promise<string[]> {
  const takenPlates = await listPlates(
    inputs.map(({ plate }) => plate),
    change.tx,
  )
  const made = takeEach(inputs, (input) => {
    const id = crypto.randomUUID()
    refuseTakenPlate(takenPlates, input.plate, id)
    takenPlates.set(input.plate, id)
    return { id, input }
  })
  const rows = made.map(({ id, input }) => ({
    id,
    ...vehicleRecord.columns(input),
    created_at: change.now.toString(),
  }))
  for (const part of inParts(rows)) await change.tx.insertInto('vehicles').values(part).execute()
  for (const { id, input } of made) change.note({ subject: `vehicle:${id}`, after: vehicleRecord.only(input) })
  return made.map(({ id }) => id)
}

/**
 * Saves a car's record from the form. Refuses `record.not-found`, `record.changed-meanwhile`, `vehicle.plate-taken`,
 * `vehicle.held`.
 */
export async function saveVehicle(change: Change, id: string, input: VehicleInput): Promise<void> {
  await saveVehicles(change, [{ id, input }])
}

/** Saves the records of several cars at once. Refuses what `saveVehicle` refuses. */
export async function saveVehicles(
  change: Change,
  vehicles: readonly { id: string; input: VehicleInput }[],
): Promise<void> {
  if (vehicles.length === 0) return
  const ids = vehicles.map(({ id }) => readRecordId(id))
  const found = await findVehicles(ids, change.tx)
  const takenPlates = await listPlates(
    vehicles.map(({ input }) => input.plate),
    change.tx,
  )
  const sold = ids.filter((id, at) => vehicles[at]?.input.status === 'sold' && found.get(id)?.status !== 'sold')
  const held = await listAssignmentsOf(sold, change.tx)
  const records = takeEach(vehicles, ({ input }, at) => {
    const id = ids[at] ?? ''
    const before = found.get(id)
    if (!before) throw new Refusal('record.not-found')
    refuseTakenPlate(takenPlates, input.plate, id)
    refuseHeld(held.get(id) ?? [], change.now, before.plate)
    return { id, before, input }
  })
  const rows = records.map(({ id, input }) => ({ id, ...vehicleRecord.columns(input), version: input.version + 1 }))
  const saved = new Set<string>()
  for (const part of inParts(rows)) {
    const [first] = part
    if (!first) continue
    const { rows: written } = await sql<{ id: string }>`update vehicles set ${setFromOne(first)}
      from json_populate_recordset(null::vehicles, ${rowsAsJson(part)}::json) as one
      where vehicles.id = one.id and vehicles.version = one.version - 1 returning vehicles.id`.execute(change.tx)
    for (const { id } of written) saved.add(id)
  }
  takeEach(records, ({ id }) => {
    if (!saved.has(id)) throw new Refusal('record.changed-meanwhile')
  })
  for (const { id, before, input } of records)
    change.note({ subject: `vehicle:${id}`, before: vehicleRecord.only(before), after: vehicleRecord.only(input) })
}

/** Refuses `vehicle.held`, naming the driver, for a car that somebody has. */
function refuseHeld(assignments: readonly Assignment[], now: Temporal.Instant, plate: string): void {
  const held = assignments.find(({ to }) => to === null || Temporal.Instant.compare(to, now) > 0)
  if (held) throw new Refusal('vehicle.held', { plate: showPlate(plate), driver: held.driver })
}

/**
 * Removes cars that were created by mistake, as if they had never been, with what was recorded about them and taken back: only while
 * nothing else mentions them. Refuses `vehicle.in-use`, naming those that something mentions.
 */
export async function removeVehicles(change: Change, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await lockVehicles(change.tx, ids)
  const found = await findVehicles(ids, change.tx)
  const used = await listMentioned(ids, change.tx)
  if (used.size > 0)
    throw new Refusal('vehicle.in-use', {
      plates: namedPlates([...used].map((id) => found.get(id)?.plate ?? '')),
      count: used.size,
    })
  const files = await listFilesTakenBack(ids, change.tx)
  await change.tx
    .deleteFrom('vehicles')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  for (const sha256 of files) await order(change.tx, forgetFile, { sha256 })
  for (const [id, before] of found)
    change.note({ subject: `vehicle:${id}`, before: vehicleRecord.only(before), after: null })
}

function refuseTakenPlate(cars: ReadonlyMap<string, string>, plate: string, ownId: string): void {
  const takenBy = cars.get(plate)
  if (takenBy !== undefined && takenBy !== ownId) throw new Refusal('vehicle.plate-taken', { plate: showPlate(plate) })
}

/** Adds a tag or card of a car. Refuses `record.not-found` and `key.taken`. */
export async function addVehicleKey(change: Change, vehicleId: string, input: VehicleKeyInput): Promise<void> {
  await getVehicle(vehicleId, change.tx)
  const [source, kind] = input.name.split(':') as [Source, KeyKind]
  await addKey(change, source, normalKey({ kind, value: input.value }), { vehicleId })
}

/**
 * Assigns a car to a driver for a time; returns the assignment's id. Refuses `assignment.overlaps`, naming who has it
 * and when, `vehicle.gone`, `vehicle.not-given`, and what `requireCurrent` and `readUnready` refuse.
 */
export async function assignVehicle(change: Change, vehicleId: string, input: AssignmentInput): Promise<string> {
  return firstOf(await assignVehicles(change, [{ vehicleId, ...input }]))
}

/** Assigns several cars, or one car to several drivers; returns the ids. Refuses what `assignVehicle` refuses. */
export async function assignVehicles(change: Change, givings: readonly Giving[]): Promise<string[]> {
  if (givings.length === 0) return []
  const given = givings.map(withStoredIds)
  const vehicleIds = given.map(({ vehicleId }) => vehicleId)
  const driverIds = given.map(({ driverId }) => driverId)
  const plateOf = await lockVehicles(change.tx, vehicleIds)
  const requireOne = await lockCurrent(driverIds, change.tx)
  const refuseHaving = await readMayHave(change, given)
  const driverOf = await findDrivers(driverIds, change.tx)
  const held = new Map<string, HeldPeriod[]>(await listAssignmentsOf(vehicleIds.filter(isRecordId), change.tx))
  const made = takeEach(given, ({ vehicleId, ...input }) => {
    const plate = plateOf(vehicleId)
    requireOne(input.driverId)
    refuseHaving(plate, { vehicleId, ...input })
    const { name: driver } = driverOf(input.driverId)
    const others = held.get(vehicleId) ?? []
    refuseOverlap(others, plate, input)
    held.set(vehicleId, [...others, { ...input, driver }])
    return { id: crypto.randomUUID(), vehicleId, plate, driver, input }
  })
  const rows = made.map(({ id, vehicleId, input }) => ({
    id,
    vehicle_id: vehicleId,
    driver_id: input.driverId,
    period: period(input),
    created_at: change.now.toString(),
    created_by: change.actor.uid,
  }))
  for (const part of inParts(rows)) await change.tx.insertInto('assignments').values(part).execute()
  for (const { vehicleId, plate, driver, input } of made) noteBoth(change, vehicleId, plate, null, { ...input, driver })
  return made.map(({ id }) => id)
}

/** A car, and the driver who is given it for a time. */
type Giving = AssignmentInput & { vehicleId: string }

/** Spells the ids as the database does, because an address may spell them differently. */
function withStoredIds({ vehicleId, driverId, ...times }: Giving): Giving {
  return { ...times, vehicleId: vehicleId.toLowerCase(), driverId: driverId.toLowerCase() }
}

/**
 * Corrects who had a car and when; the costs and trips of the car follow. Refuses what `assignVehicle` refuses, also
 * for a longer time.
 */
export async function correctAssignment(
  change: Change,
  vehicleId: string,
  id: string,
  input: AssignmentInput,
): Promise<void> {
  const plate = await lockVehicle(change.tx, vehicleId)
  const before = await getAssignment(vehicleId, id, change.tx)
  await requireCurrent(input.driverId, change.tx)
  const { name: driver } = await getDriver(input.driverId, change.tx)
  const others = (await listAssignments(vehicleId, change.tx)).filter((assignment) => assignment.id !== id)
  refuseOverlap(others, plate, input)
  if (input.driverId !== before.driverId || isLater(input.to, before.to)) {
    const refuseHaving = await readMayHave(change, [{ vehicleId, ...input }])
    refuseHaving(plate, { vehicleId, ...input })
  }
  await change.tx
    .updateTable('assignments')
    .set({ driver_id: input.driverId, period: period(input) })
    .where('id', '=', id)
    .execute()
  noteBoth(change, vehicleId, plate, before, { ...input, driver })
}

/**
 * Refuses `assignment.changed`, naming its present state, when an assignment is no longer as the page showed it
 * (`seenAs`), because two people may have it open at the same time. Refuses `record.not-found` when it was removed.
 */
export async function requireAsSeen(
  change: Change,
  vehicleId: string,
  id: string,
  seen: string | undefined,
): Promise<void> {
  if (seen === undefined) return
  await lockVehicle(change.tx, vehicleId)
  const current = await getAssignment(vehicleId, id, change.tx)
  if (seenAs(current) !== seen)
    throw new Refusal('assignment.changed', { driver: current.driver, period: spanText(current) })
}

/** Ends an assignment at a moment. Refuses `assignment.empty` unless that is after it began. */
export async function endAssignment(
  change: Change,
  vehicleId: string,
  id: string,
  at: Temporal.Instant,
): Promise<void> {
  const { driverId, from } = await getAssignment(vehicleId, id, change.tx)
  if (from && Temporal.Instant.compare(at, from) <= 0) throw new Refusal('assignment.empty')
  await correctAssignment(change, vehicleId, id, { driverId, from, to: at })
}

/**
 * Moves the moment at which a car changed hands: the end of one assignment, the beginning of another, or both.
 * Refuses `assignment.moved` when the car did not change hands at that moment, and `assignment.empty` when an
 * assignment would have no time left.
 */
export async function moveHandOver(
  change: Change,
  vehicleId: string,
  { at, to }: { at: Temporal.Instant; to: Temporal.Instant },
): Promise<void> {
  await lockVehicle(change.tx, vehicleId)
  const { ending, beginning } = handOverAt(await listAssignments(vehicleId, change.tx), at)
  if (!ending && !beginning) throw new Refusal('assignment.moved')
  const { compare } = Temporal.Instant
  if (ending?.from && compare(to, ending.from) <= 0) throw new Refusal('assignment.empty')
  if (beginning?.to && compare(to, beginning.to) >= 0) throw new Refusal('assignment.empty')
  const ends = async () => ending && (await correctAssignment(change, vehicleId, ending.id, { ...spanOf(ending), to }))
  const begins = async () =>
    beginning && (await correctAssignment(change, vehicleId, beginning.id, { ...spanOf(beginning), from: to }))
  // Shorten one assignment first, so that two drivers never have the car at the same time.
  for (const step of compare(to, at) > 0 ? [begins, ends] : [ends, begins]) await step()
}

/** Whether one end is later than another; `null`, an open end, is later than any. */
function isLater(end: Temporal.Instant | null, other: Temporal.Instant | null): boolean {
  return other !== null && (end === null || Temporal.Instant.compare(end, other) > 0)
}

function spanOf({ driverId, from, to }: AssignmentInput): AssignmentInput {
  return { driverId, from, to }
}

/**
 * Hands a car from its current driver to another at a moment, with an open end. The moment itself belongs to the new
 * driver. Refuses `assignment.same-driver`, `assignment.empty`, and `assignment.overlaps` when somebody has the car
 * later.
 */
export async function handOver(
  change: Change,
  vehicleId: string,
  driverId: string,
  at: Temporal.Instant,
): Promise<void> {
  await lockVehicle(change.tx, vehicleId)
  const assignments = await listAssignments(vehicleId, change.tx)
  const holder = driverAt(assignments, at)
  const current = assignments.find(
    (assignment) => assignment.driverId === holder && driverAt([assignment], at) !== null,
  )
  if (current?.driverId === driverId) throw new Refusal('assignment.same-driver', { driver: current.driver })
  if (current) await endAssignment(change, vehicleId, current.id, at)
  await assignVehicle(change, vehicleId, { driverId, from: at, to: null })
}

/**
 * Assigns a car on the driver's page: from a moment on, taking it from whoever has it then; or without a moment for
 * all past time too, and then refused like `assignVehicle` when somebody had the car.
 */
export async function giveCar(
  change: Change,
  driverId: string,
  { vehicleId, from }: { vehicleId: string; from: Temporal.Instant | null },
): Promise<void> {
  if (from) await handOver(change, vehicleId, driverId, from)
  else await assignVehicle(change, vehicleId, { driverId, from: null, to: null })
}

/** Whether a driver may have a car, no matter who has it now: what `assignVehicle` would refuse, except overlaps. */
export async function mayBeGiven(change: Change, vehicleId: string, input: AssignmentInput): Promise<boolean> {
  try {
    await requireGivable(change, vehicleId, input)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/**
 * Refuses a car that the driver may not have, for plans: what `assignVehicle` refuses except overlaps, and
 * `record.not-found`.
 */
export async function requireGivable(change: Change, vehicleId: string, input: AssignmentInput): Promise<void> {
  const { plate } = await getVehicle(vehicleId, change.tx)
  await requireCurrent(input.driverId, change.tx)
  const refuseHaving = await readMayHave(change, [{ vehicleId, ...input }])
  refuseHaving(plate, { vehicleId, ...input })
}

/**
 * Reads whether some drivers may have some cars: the car is here, is not another driver's own, and no required
 * document is missing. Returns a function that refuses one assignment.
 */
async function readMayHave(
  change: Change,
  givings: readonly Giving[],
): Promise<(plate: string, giving: Giving) => void> {
  const vehicleIds = givings.map(({ vehicleId }) => vehicleId).filter(isRecordId)
  const gone = await readGone(change, vehicleIds)
  const owners = await readOwners(change.tx, vehicleIds)
  const refuseUnready = await readUnready(change, givings.map(withStoredIds))
  return (plate, typed) => {
    const giving = withStoredIds(typed)
    refuseGone(gone, plate, giving)
    refuseLending(owners, plate, giving)
    refuseUnready(giving)
  }
}

/** Removes an assignment that never existed in fact. Refuses `record.not-found`. */
export async function removeAssignment(change: Change, vehicleId: string, id: string): Promise<void> {
  const plate = await lockVehicle(change.tx, vehicleId)
  const before = await getAssignment(vehicleId, id, change.tx)
  await change.tx.deleteFrom('assignments').where('id', '=', id).execute()
  noteBoth(change, vehicleId, plate, before, null)
}

/** Locks a car, so that its assignments change one after the other and an overlap is always found. */
async function lockVehicle(tx: Tx, vehicleId: string): Promise<string> {
  const plateOf = await lockVehicles(tx, [vehicleId])
  return plateOf(vehicleId)
}

async function lockVehicles(tx: Tx, vehicleIds: readonly string[]): Promise<(vehicleId: string) => string> {
  const rows = await tx
    .selectFrom('vehicles')
    .select(['id', 'plate'])
    .where('id', '=', sql<string>`any(${vehicleIds.filter(isRecordId)}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const plates = new Map(rows.map(({ id, plate }) => [id, plate]))
  return (vehicleId) => {
    const plate = plates.get(readRecordId(vehicleId))
    if (plate === undefined) throw new Refusal('record.not-found')
    return plate
  }
}

/** The owner of each of these cars, and the day since which it is linked to them; leaves out cars of the operator. */
async function readOwners(tx: Tx, vehicleIds: readonly string[]) {
  const rows = await tx
    .selectFrom('vehicle_titles')
    .innerJoin('drivers', 'drivers.id', 'owner_id')
    .select(['vehicle_id', 'drivers.id', 'name', 'slot_since'])
    .where('vehicle_id', '=', sql<string>`any(${vehicleIds}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.vehicle_id, row]))
}

/**
 * Refuses `vehicle.not-given`, naming the owner, when somebody else would get a driver's own car from the day on
 * which it is linked to that driver.
 */
function refuseLending(
  owners: Awaited<ReturnType<typeof readOwners>>,
  plate: string,
  { vehicleId, driverId, to }: Giving,
): void {
  const owner = owners.get(vehicleId)
  if (!owner || owner.id === driverId) return
  if (owner.slot_since !== null && to && isBy(to, owner.slot_since)) return
  throw new Refusal('vehicle.not-given', { plate: showPlate(plate), driver: owner.name })
}

/** The last day of those of these cars that have left. */
async function readGone({ tx, now }: Change, vehicleIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const cars = await tx
    .selectFrom('vehicles')
    .leftJoin('car_sales', (join) => join.onRef('vehicle_id', '=', 'vehicles.id').on('withdrawn_at', 'is', null))
    .select(['vehicles.id', 'left_on'])
    .where('vehicles.id', '=', sql<string>`any(${vehicleIds}::uuid[])`)
    .where('status', '=', 'sold')
    .execute()
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  return new Map(cars.map(({ id, left_on }) => [id, left_on ?? today]))
}

/**
 * Refuses `vehicle.gone`, which tells how the car comes back, for times after a car left; earlier assignments are
 * facts.
 */
function refuseGone(gone: ReadonlyMap<string, string>, plate: string, { vehicleId, to }: Giving): void {
  const end = gone.get(vehicleId)
  if (end === undefined) return
  if (to && isBy(to, Temporal.PlainDate.from(end).add({ days: 1 }).toString())) return
  throw new Refusal('vehicle.gone', { plate: showPlate(plate) })
}

/** Whether a moment is no later than the beginning of a day. */
function isBy(moment: Temporal.Instant, day: string): boolean {
  return Temporal.Instant.compare(moment, lisbon(Temporal.PlainDate.from(day).toPlainDateTime())) <= 0
}

/** Refuses an overlap, naming the other driver. The constraint of the table refuses it too, but cannot name anybody. */
function refuseOverlap(others: readonly HeldPeriod[], plate: string, input: AssignmentInput): void {
  const other = others.find((heldPeriod) => overlaps(heldPeriod, input))
  if (!other) return
  throw new Refusal('assignment.overlaps', { plate: showPlate(plate), driver: other.driver, period: spanText(other) })
}

/** `[from, to)` as PostgreSQL reads a range; an open end is left empty. */
function period({ from, to }: Span): string {
  return `[${from ?? ''},${to ?? ''})`
}

/** "04/06/2026 06:00 – …": the same in both languages. */
function spanText({ from, to }: Span): string {
  return `${writtenMoment(from)} – ${writtenMoment(to)}`
}

function writtenMoment(moment: Temporal.Instant | null): string {
  if (!moment) return '…'
  const { day, month, year, hour, minute } = moment.toZonedDateTimeISO(ZONE)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(day)}/${two(month)}/${year} ${two(hour)}:${two(minute)}`
}

type HeldPeriod = Span & { driverId: string; driver: string }

/** Notes a changed assignment in the history of the car and of everybody it concerns. */
function noteBoth(
  change: Change,
  vehicleId: string,
  plate: string,
  before: HeldPeriod | null,
  after: HeldPeriod | null,
): void {
  const fact = ({ driver, from, to }: HeldPeriod) => ({
    plate: showPlate(plate),
    driver,
    from: from?.toString() ?? null,
    to: to?.toString() ?? null,
  })
  const facts = { before: before && fact(before), after: after && fact(after) }
  const drivers = new Set([before?.driverId, after?.driverId].filter((id) => id !== undefined))
  for (const subject of [`vehicle:${vehicleId}`, ...[...drivers].map((id) => `driver:${id}`)])
    change.note({ subject, ...facts })
}
