import type { Tx } from '#db/client.server.ts'
import { normalKey, showPlate } from '#domain/identifiers.ts'
import type { KeyKind, Source } from '#domain/import.ts'
import { driverAt } from '#domain/matching.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Span, overlaps } from '#domain/vehicle.ts'
import { ZONE, lisbon } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { addKey } from '#features/fleet/keys/commands.server.ts'
import { requireCurrent } from '#features/fleet/current-drivers/queries.server.ts'
import { refuseUnready } from '#features/papers/readiness/queries.server.ts'
import { getAssignment, seenAs, getVehicle, handOverAt, listAssignments } from './queries.server.ts'
import {
  type AssignmentInput,
  type NewVehicleInput,
  type VehicleInput,
  type VehicleKeyInput,
  vehicleRecord,
} from './schema.ts'

/** Takes a car in; answers the id. Refuses `vehicle.plate-taken`. */
export async function createVehicle(change: Change, input: NewVehicleInput): Promise<string> {
  await refuseTakenPlate(change.tx, input.plate, null)
  const { id } = await change.tx
    .insertInto('vehicles')
    .values({ ...vehicleRecord.columns(input), created_at: change.now.toString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  change.note({ subject: `vehicle:${id}`, after: vehicleRecord.only(input) })
  return id
}

/** Keeps a record as the form has it. Refuses `record.not-found`, `record.changed-meanwhile`, `vehicle.plate-taken`, `vehicle.held`. */
export async function saveVehicle(change: Change, id: string, input: VehicleInput): Promise<void> {
  const before = await getVehicle(id, change.tx)
  await refuseTakenPlate(change.tx, input.plate, id)
  if (input.status === 'sold' && before.status !== 'sold') await refuseHeld(change, id, before.plate)
  const saved = await change.tx
    .updateTable('vehicles')
    .set({ ...vehicleRecord.columns(input), version: input.version + 1 })
    .where('id', '=', id)
    .where('version', '=', input.version)
    .returning('id')
    .executeTakeFirst()
  if (!saved) throw new Refusal('record.changed-meanwhile')
  change.note({ subject: `vehicle:${id}`, before: vehicleRecord.only(before), after: vehicleRecord.only(input) })
}

/** Who has a car gives it back before it leaves. Refuses `vehicle.held`, naming who has it. */
async function refuseHeld(change: Change, id: string, plate: string): Promise<void> {
  const held = (await listAssignments(id, change.tx)).find(
    ({ to }) => to === null || Temporal.Instant.compare(to, change.now) > 0,
  )
  if (held) throw new Refusal('vehicle.held', { plate: showPlate(plate), driver: held.driver })
}

async function refuseTakenPlate(tx: Tx, plate: string, ownId: string | null): Promise<void> {
  const taken = await tx.selectFrom('vehicles').select('id').where('plate', '=', plate).executeTakeFirst()
  if (taken && taken.id !== ownId) throw new Refusal('vehicle.plate-taken', { plate: showPlate(plate) })
}

/** Remembers a tag or card of a car. Refuses `record.not-found` and `key.taken`. */
export async function addVehicleKey(change: Change, vehicleId: string, input: VehicleKeyInput): Promise<void> {
  await getVehicle(vehicleId, change.tx)
  const [source, kind] = input.name.split(':') as [Source, KeyKind]
  await addKey(change, source, normalKey({ kind, value: input.value }), { vehicleId })
}

/**
 * Gives a car to a driver for a time; answers the id. Refuses `assignment.overlaps`, naming who has it and when, `vehicle.gone`,
 * `vehicle.not-given`, and what `requireCurrent` and `refuseUnready` do.
 */
export async function assignVehicle(change: Change, vehicleId: string, input: AssignmentInput): Promise<string> {
  const plate = await lockVehicle(change.tx, vehicleId)
  await refuseGiving(change, vehicleId, plate, input)
  const { name: driver } = await getDriver(input.driverId, change.tx)
  await refuseOverlap(change.tx, vehicleId, plate, input, null)
  const { id } = await change.tx
    .insertInto('assignments')
    .values({
      vehicle_id: vehicleId,
      driver_id: input.driverId,
      period: period(input),
      created_at: change.now.toString(),
      created_by: change.actor.uid,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  noteBoth(change, vehicleId, plate, null, { ...input, driver })
  return id
}

/**
 * Corrects who had a car and when; what was driven in it moves along. Refuses as `assignVehicle`; whoever keeps a car longer is
 * given it once more.
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
  await refuseOverlap(change.tx, vehicleId, plate, input, id)
  if (input.driverId !== before.driverId || isLater(input.to, before.to))
    await refuseHaving(change, vehicleId, plate, input)
  await change.tx
    .updateTable('assignments')
    .set({ driver_id: input.driverId, period: period(input) })
    .where('id', '=', id)
    .execute()
  noteBoth(change, vehicleId, plate, before, { ...input, driver })
}

/**
 * Two of the office may have one period open at once: what is done about it goes on only while it is as it was shown (`seenAs`).
 * Refuses `assignment.changed`, with what it is now, and `record.not-found` for one that was taken away.
 */
export async function requireAsSeen(
  change: Change,
  vehicleId: string,
  id: string,
  seen: string | undefined,
): Promise<void> {
  if (seen === undefined) return
  await lockVehicle(change.tx, vehicleId)
  const now = await getAssignment(vehicleId, id, change.tx)
  if (seenAs(now) !== seen) throw new Refusal('assignment.changed', { driver: now.driver, period: written(now) })
}

/** The driver gives the car back at a moment. Refuses `assignment.empty` when that is not after he took it. */
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
 * The moment at which a car changed hands was another: whoever had it until then, whoever from then on, or both. Refuses
 * `assignment.moved` where it changed hands at no such moment, and `assignment.empty` where somebody would have had it for
 * no time at all.
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
  // Who gives time up goes first: two never have it at once.
  for (const step of compare(to, at) > 0 ? [begins, ends] : [ends, begins]) await step()
}

/** Whether one end is after another; no end is after all of them. */
function isLater(end: Temporal.Instant | null, other: Temporal.Instant | null): boolean {
  return other !== null && (end === null || Temporal.Instant.compare(end, other) > 0)
}

function spanOf({ driverId, from, to }: AssignmentInput): AssignmentInput {
  return { driverId, from, to }
}

/**
 * The car goes from whoever has it to another driver at a moment, and stays there until it goes on. The moment belongs
 * to the one who takes it. Refuses `assignment.same-driver`, `assignment.empty`, and `assignment.overlaps` when
 * somebody has the car later on.
 */
export async function handOver(
  change: Change,
  vehicleId: string,
  driverId: string,
  at: Temporal.Instant,
): Promise<void> {
  await lockVehicle(change.tx, vehicleId)
  const all = await listAssignments(vehicleId, change.tx)
  const holder = driverAt(all, at)
  const current = all.find((one) => one.driverId === holder && driverAt([one], at) !== null)
  if (current?.driverId === driverId) throw new Refusal('assignment.same-driver', { driver: current.driver })
  if (current) await endAssignment(change, vehicleId, current.id, at)
  await assignVehicle(change, vehicleId, { driverId, from: at, to: null })
}

/**
 * The same asked on the driver's page: from a moment on, from whoever has it then; without a moment since always, which is
 * refused as `assignVehicle` does where somebody had the car.
 */
export async function giveCar(
  change: Change,
  driverId: string,
  { vehicleId, from }: { vehicleId: string; from: Temporal.Instant | null },
): Promise<void> {
  if (from) await handOver(change, vehicleId, driverId, from)
  else await assignVehicle(change, vehicleId, { driverId, from: null, to: null })
}

/** Whether a driver may have a car at all, whoever has it: what `assignVehicle` refuses but for an overlap. */
export async function mayBeGiven(change: Change, vehicleId: string, input: AssignmentInput): Promise<boolean> {
  try {
    await requireGivable(change, vehicleId, input)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Refuses a car that may not be given, for whoever plans to: as `assignVehicle` does but for an overlap, and `record.not-found`. */
export async function requireGivable(change: Change, vehicleId: string, input: AssignmentInput): Promise<void> {
  const { plate } = await getVehicle(vehicleId, change.tx)
  await refuseGiving(change, vehicleId, plate, input)
}

async function refuseGiving(change: Change, vehicleId: string, plate: string, input: AssignmentInput): Promise<void> {
  await requireCurrent(input.driverId, change.tx)
  await refuseHaving(change, vehicleId, plate, input)
}

/** Whether somebody may have a car for a time: it is here, is nobody else's own, and nothing is missing that the office asks for. */
async function refuseHaving(change: Change, vehicleId: string, plate: string, input: AssignmentInput): Promise<void> {
  await refuseGone(change, vehicleId, plate, input)
  await refuseLending(change.tx, vehicleId, plate, input)
  await refuseUnready(change, { driverId: input.driverId, vehicleId }, input)
}

/** Takes back what never was. Refuses `record.not-found`. */
export async function removeAssignment(change: Change, vehicleId: string, id: string): Promise<void> {
  const plate = await lockVehicle(change.tx, vehicleId)
  const before = await getAssignment(vehicleId, id, change.tx)
  await change.tx.deleteFrom('assignments').where('id', '=', id).execute()
  noteBoth(change, vehicleId, plate, before, null)
}

/** One change of a car's periods at a time, so that the overlap found below is the overlap there is. */
async function lockVehicle(tx: Tx, vehicleId: string): Promise<string> {
  const row = await tx
    .selectFrom('vehicles')
    .select('plate')
    .where('id', '=', readRecordId(vehicleId))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return row.plate
}

/**
 * A driver's own car is given to nobody else, from the day on which it is linked to that driver. Refuses `vehicle.not-given`,
 * naming whose it is.
 */
async function refuseLending(
  tx: Tx,
  vehicleId: string,
  plate: string,
  { driverId, to }: AssignmentInput,
): Promise<void> {
  const owner = await tx
    .selectFrom('vehicle_titles')
    .innerJoin('drivers', 'drivers.id', 'owner_id')
    .select(['drivers.id', 'name', 'slot_since'])
    .where('vehicle_id', '=', vehicleId)
    .executeTakeFirst()
  if (!owner || owner.id === driverId) return
  if (owner.slot_since !== null && to && isBy(to, owner.slot_since)) return
  throw new Refusal('vehicle.not-given', { plate: showPlate(plate), driver: owner.name })
}

/** A car that left is given to nobody any more; what was before is a fact. Refuses `vehicle.gone`, which says how it comes back. */
async function refuseGone(change: Change, vehicleId: string, plate: string, { to }: AssignmentInput): Promise<void> {
  const car = await change.tx
    .selectFrom('vehicles')
    .leftJoin('car_sales', (join) => join.onRef('vehicle_id', '=', 'vehicles.id').on('withdrawn_at', 'is', null))
    .select(['status', 'left_on'])
    .where('vehicles.id', '=', vehicleId)
    .executeTakeFirst()
  if (car?.status !== 'sold') return
  const end = car.left_on ?? change.now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  if (to && isBy(to, Temporal.PlainDate.from(end).add({ days: 1 }).toString())) return
  throw new Refusal('vehicle.gone', { plate: showPlate(plate) })
}

/** Whether a moment is no later than the beginning of a day. */
function isBy(moment: Temporal.Instant, day: string): boolean {
  return Temporal.Instant.compare(moment, lisbon(Temporal.PlainDate.from(day).toPlainDateTime())) <= 0
}

/** The constraint of the table says the same, but cannot say who. */
async function refuseOverlap(
  tx: Tx,
  vehicleId: string,
  plate: string,
  input: AssignmentInput,
  ownId: string | null,
): Promise<void> {
  const others = (await listAssignments(vehicleId, tx)).filter(({ id }) => id !== ownId)
  const other = others.find((one) => overlaps(one, input))
  if (!other) return
  throw new Refusal('assignment.overlaps', { plate: showPlate(plate), driver: other.driver, period: written(other) })
}

/** `[from, to)` as PostgreSQL reads a range; an open end is left empty. */
function period({ from, to }: Span): string {
  return `[${from ?? ''},${to ?? ''})`
}

/** "04/06/2026 06:00 – …": the same in both languages. */
function written({ from, to }: Span): string {
  return `${writtenMoment(from)} – ${writtenMoment(to)}`
}

function writtenMoment(moment: Temporal.Instant | null): string {
  if (!moment) return '…'
  const { day, month, year, hour, minute } = moment.toZonedDateTimeISO(ZONE)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(day)}/${two(month)}/${year} ${two(hour)}:${two(minute)}`
}

type Held = Span & { driverId: string; driver: string }

/** A car's time is in the history of the car and of everybody it concerns. */
function noteBoth(change: Change, vehicleId: string, plate: string, before: Held | null, after: Held | null): void {
  const fact = ({ driver, from, to }: Held) => ({
    plate: showPlate(plate),
    driver,
    from: from?.toString() ?? null,
    to: to?.toString() ?? null,
  })
  const said = { before: before && fact(before), after: after && fact(after) }
  const drivers = new Set([before?.driverId, after?.driverId].filter((id) => id !== undefined))
  for (const subject of [`vehicle:${vehicleId}`, ...[...drivers].map((id) => `driver:${id}`)])
    change.note({ subject, ...said })
}
