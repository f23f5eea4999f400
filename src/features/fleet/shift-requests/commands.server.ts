import type { OwnDriverId } from '#domain/access.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Shift, type ShiftEvent, daysBetween, gapsIn, plannedOn, spanOf } from '#domain/shift.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { confirmsShifts } from '#features/company/queries.server.ts'
import { listDrivers } from '#features/fleet/drivers/queries.server.ts'
import { addShift, changeShift, moveShifts, hoursText } from '#features/fleet/shifts/commands.server.ts'
import { getShift, readPlan } from '#features/fleet/shifts/queries.server.ts'
import { getVehicle, listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { overlaps } from '#domain/vehicle.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { getRequest, isStillPossible, listWaitingFrom } from './queries.server.ts'
import type { RequestKind, RequestState, ShiftRequest, Slot } from './schema.ts'

type NewRequest = {
  kind: RequestKind
  slot: Slot
  driver: string | null
  to: string | null
  inReturn: Slot | null
  words: string
}

/**
 * Saves a driver's request for a swap, which the driver of the other shift has to answer. Returns its id. Refuses
 * `shift.changed` when the driver's own shift is no longer theirs, `shift-request.own` for another shift of their
 * own, `shift-request.nobody` when nobody has the other, and what `ask` refuses.
 */
export async function askSwap(
  change: Change,
  driver: OwnDriverId,
  { slot, inReturn, words }: { slot: Slot; inReturn: Slot; words: string },
): Promise<string> {
  await ownShift(change, driver, slot)
  const other = await shiftAt(change, inReturn)
  if (other.driverId === null) throw new Refusal('shift-request.nobody')
  if (other.driverId === driver) throw new Refusal('shift-request.own')
  return ask(change, { kind: 'swap', slot, driver, to: other.driverId, inReturn, words })
}

/** Offers a driver's shift to another driver, or to anybody. Refuses what `askSwap` refuses. */
export async function offerShift(
  change: Change,
  driver: OwnDriverId,
  { slot, to, words }: { slot: Slot; to: string | null; words: string },
): Promise<string> {
  await ownShift(change, driver, slot)
  if (to === driver) throw new Refusal('shift-request.own')
  if (to !== null) await requireActive(change, to)
  return ask(change, { kind: 'give', slot, driver, to, inReturn: null, words })
}

/**
 * Saves a driver's request to the office for free hours of a car. Refuses `shift-request.not-serving` for a driver who
 * is suspended or has left, `shift-request.taken` when the hours are not free, and what `ask` refuses.
 */
export async function askForCar(
  change: Change,
  driver: OwnDriverId,
  { slot, words }: { slot: Slot; words: string },
): Promise<string> {
  await requireServing(change, driver)
  await requireFree(change, slot)
  return ask(change, { kind: 'take', slot, driver, to: null, inReturn: null, words })
}

/** Saves the office's offer of free hours of a car to one driver, or to all. Refuses what `askForCar` refuses. */
export async function offerCar(
  change: Change,
  { slot, to, words }: { slot: Slot; to: string | null; words: string },
): Promise<string> {
  await requireFree(change, slot)
  if (to !== null) await requireActive(change, to)
  return ask(change, { kind: 'offer', slot, driver: null, to, inReturn: null, words })
}

/**
 * Saves that the asked driver accepts a request. If the office confirms swaps, the request waits for that (`waits`);
 * otherwise it is carried out immediately (`done`). Refuses `shift-request.answered`, `shift-request.over`,
 * `shift-request.not-serving` for a driver who is suspended or has left, `record.not-found` for a request that is not
 * this driver's, and what changing the plan refuses.
 */
export async function acceptRequest(change: Change, driver: OwnDriverId, id: string): Promise<'waits' | 'done'> {
  const request = await getOwn(change, driver, id)
  if (request.kind === 'take' || request.driver?.id === driver) throw new Refusal('record.not-found')
  requireOpen(change, request, ['open'])
  await requireServing(change, driver)
  const waits = request.kind !== 'offer' && (await confirmsShifts(change.tx))
  if (!waits) await carryOutRequest(change, request, driver)
  await close(change, request, waits ? 'accepted' : 'done', driver)
  await notifyDrivers(change, [request.driver?.id], waits ? 'waits' : 'accepted', request)
  return waits ? 'waits' : 'done'
}

/**
 * Saves that the asked driver refuses a request, or takes back their acceptance while it waits for the office.
 * Refuses what `acceptRequest` refuses.
 */
export async function refuseRequest(change: Change, driver: OwnDriverId, id: string): Promise<void> {
  const request = await getOwn(change, driver, id)
  const isAsked = request.to?.id === driver || request.takenBy?.id === driver
  if (!isAsked || request.kind === 'take') throw new Refusal('record.not-found')
  requireOpen(change, request, ['open', 'accepted'])
  // If anybody may take the shift, offer it to everybody again.
  await close(change, request, request.to === null ? 'open' : 'refused', null)
  await notifyDrivers(change, [request.driver?.id], 'refused', request)
}

/**
 * Withdraws a driver's own request while it waits. Refuses `shift-request.answered`, and `record.not-found` for
 * another driver's request.
 */
export async function withdrawRequest(change: Change, driver: OwnDriverId, id: string): Promise<void> {
  const request = await getOwn(change, driver, id)
  if (request.driver?.id !== driver) throw new Refusal('record.not-found')
  requireOpen(change, request, ['open', 'accepted'])
  await close(change, request, 'withdrawn', null)
  await notifyDrivers(change, [request.to?.id, request.takenBy?.id], 'withdrawn', request)
}

/**
 * Carries out the office's answer to a request: gives free hours, confirms what two drivers agreed, refuses,
 * withdraws its own offer, or undoes a change. Refuses `shift-request.answered`, `shift-request.over`, and what
 * changing the plan refuses.
 */
export async function answerRequest(
  change: Change,
  id: string,
  intent: 'confirm' | 'refuse' | 'undo' | 'withdraw',
): Promise<void> {
  const request = await getLocked(change, id)
  const concerned = [request.driver?.id, request.to?.id, request.takenBy?.id]
  if (intent === 'confirm') {
    // The office cannot accept instead of the driver who is asked.
    requireOpen(change, request, request.kind === 'take' ? ['open'] : ['accepted'])
    const taker = request.kind === 'take' ? request.driver?.id : request.takenBy?.id
    if (taker === undefined) throw new Refusal('record.not-found')
    await carryOutRequest(change, request, taker)
    await close(change, request, 'done', taker)
    return await notifyDrivers(change, concerned, 'confirmed', request)
  }
  if (intent === 'undo') {
    requireOpen(change, request, ['done'])
    await undoRequest(change, request)
    await close(change, request, 'undone', request.takenBy?.id ?? null)
    return await notifyDrivers(change, concerned, 'undone', request)
  }
  if ((intent === 'withdraw') !== (request.kind === 'offer')) throw new Refusal('record.not-found')
  requireOpen(change, request, ['open', 'accepted'])
  await close(change, request, intent === 'withdraw' ? 'withdrawn' : 'refused', null)
  await notifyDrivers(change, concerned, intent === 'withdraw' ? 'withdrawn' : 'declined', request)
}

/**
 * Withdraws the requests about shifts after a driver's leaving that the driver made or received, and notifies the
 * others. A request to everybody that the leaver accepted is offered to everybody again. Call this before the shifts
 * are ended, because an answer also locks its request before the plan.
 */
export async function endRequestsOf(change: Change, driverId: string, at: Temporal.Instant): Promise<void> {
  for (const { id } of await listWaitingFrom(driverId, at, change.tx)) {
    const request = await getLocked(change, id)
    if (request.state !== 'open' && request.state !== 'accepted') continue
    const isTaker = request.driver?.id !== driverId && request.to === null
    await close(change, request, isTaker ? 'open' : 'withdrawn', null)
    const others = [request.driver?.id, request.to?.id, request.takenBy?.id].filter((otherId) => otherId !== driverId)
    await notifyDrivers(change, others, isTaker ? 'refused' : 'left', request)
  }
}

async function ask(change: Change, { kind, slot, driver, to, inReturn, words }: NewRequest): Promise<string> {
  if (!isStillPossible({ slot: withPlate(slot), inReturn: inReturn && withPlate(inReturn) }, change.now))
    throw new Refusal('shift-request.over')
  const written = await change.tx
    .insertInto('shift_requests')
    .values({
      kind,
      driver_id: driver,
      to_driver_id: to,
      vehicle_id: slot.vehicleId,
      day: slot.day,
      starts: slot.starts,
      ends: slot.ends,
      for_vehicle_id: inReturn?.vehicleId ?? null,
      for_day: inReturn?.day ?? null,
      for_starts: inReturn?.starts ?? null,
      for_ends: inReturn?.ends ?? null,
      words,
      asked_at: change.now.toString(),
      asked_by: change.actor.uid,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['driver_id', 'vehicle_id', 'day', 'starts'])
        .where('state', 'in', ['open', 'accepted'])
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!written) throw new Refusal('shift-request.waiting')
  const request = await getRequest(written.id, change.tx)
  noteRequest(change, request, null, 'open')
  if (kind === 'take') return written.id
  const recipients = to === null ? await othersThan(change, driver) : [to]
  await notifyDrivers(change, recipients, kind === 'offer' ? 'offered' : kind === 'give' ? 'given' : 'asked', request)
  return written.id
}

function withPlate(slot: Slot): Slot & { plate: string } {
  return { ...slot, plate: '' }
}

/** The ids of all active drivers, without the given one. */
async function othersThan(change: Change, driver: string | null): Promise<string[]> {
  const drivers = await listDrivers(change.now, change.tx)
  return drivers.filter(({ id, status }) => id !== driver && status === 'active').map(({ id }) => id)
}

async function requireActive(change: Change, driver: string): Promise<void> {
  if (!(await isActive(change, driver))) throw new Refusal('record.not-found')
}

/** Refuses the driver's own act while the driver is suspended or has left. */
async function requireServing(change: Change, driver: OwnDriverId): Promise<void> {
  if (!(await isActive(change, driver))) throw new Refusal('shift-request.not-serving')
}

async function isActive(change: Change, driver: string): Promise<boolean> {
  return (await othersThan(change, null)).includes(driver)
}

/** Locks a request, so that drivers and the office answer it one after the other. */
async function getLocked(change: Change, id: string): Promise<ShiftRequest> {
  await change.tx.selectFrom('shift_requests').select('id').where('id', '=', readRecordId(id)).forUpdate().execute()
  return getRequest(id, change.tx)
}

/** A request that a driver may see. Refuses `record.not-found` for any other. */
async function getOwn(change: Change, driver: OwnDriverId, id: string): Promise<ShiftRequest> {
  const request = await getLocked(change, id)
  const isOfAll = request.to === null && request.kind !== 'take' && request.state === 'open'
  const concerns = [request.driver?.id, request.to?.id, request.takenBy?.id].includes(driver)
  if (!isOfAll && !concerns) throw new Refusal('record.not-found')
  return request
}

function requireOpen(change: Change, request: ShiftRequest, states: readonly RequestState[]): void {
  if (!states.includes(request.state)) throw new Refusal('shift-request.answered')
  if (!isStillPossible(request, change.now)) throw new Refusal('shift-request.over')
}

/** Changes the plan in the way that was agreed. */
async function carryOutRequest(change: Change, { kind, slot, inReturn, driver }: ShiftRequest, taker: string) {
  if (kind === 'offer' || kind === 'take') return await addShift(change, { ...slot, driverId: taker })
  const asker = driver?.id ?? ''
  await requireHours(change, slot)
  if (inReturn) await requireHours(change, inReturn)
  await moveShifts(change, [
    { key: slot, seen: asker, driverId: taker },
    ...(inReturn ? [{ key: inReturn, seen: taker, driverId: asker }] : []),
  ])
}

async function undoRequest(change: Change, { kind, slot, inReturn, driver, takenBy }: ShiftRequest) {
  const [asker, taker] = [driver?.id ?? '', takenBy?.id ?? '']
  if (kind === 'offer' || kind === 'take') {
    await changeShift(change, slot, { ...slot, whose: 'nobody', seen: taker })
    return
  }
  await moveShifts(change, [
    { key: slot, seen: taker, driverId: asker },
    ...(inReturn ? [{ key: inReturn, seen: asker, driverId: taker }] : []),
  ])
}

/**
 * Refuses `shift-request.moved` when the hours of the shift were moved since the request, or nobody is planned for
 * them any more.
 */
async function requireHours(change: Change, slot: Slot): Promise<Shift> {
  const shift = await getShift(slot, change.tx).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'record.not-found' ? new Refusal('shift-request.moved') : error
  })
  if (shift.ends !== slot.ends) throw new Refusal('shift-request.moved')
  return shift
}

async function shiftAt(change: Change, slot: Slot): Promise<Shift> {
  return requireHours(change, slot)
}

async function ownShift(change: Change, driver: OwnDriverId, slot: Slot): Promise<void> {
  const shift = await shiftAt(change, slot)
  // A shift of somebody else cannot be offered by the driver.
  if (shift.driverId !== driver) throw new Refusal('record.not-found')
}

/**
 * Refuses hours of a car for which somebody is planned or, if the car has no plan, for which somebody has it by the
 * assignments.
 */
async function requireFree(change: Change, slot: Slot): Promise<void> {
  await getVehicle(slot.vehicleId, change.tx)
  const span = spanOf(slot.day, slot)
  const around = Temporal.PlainDate.from(slot.day)
  const days = daysBetween(around.subtract({ days: 1 }), around.add({ days: 1 }))
  const { patterns, dayShifts } = await readPlan(days[0] ?? slot.day, { vehicleId: slot.vehicleId }, change.tx)
  const planned = plannedOn(days, patterns, dayShifts).filter(
    ({ vehicleId, driverId }) => vehicleId === slot.vehicleId && driverId !== null,
  )
  const isPlanned = patterns.length > 0 || planned.length > 0
  const held = isPlanned ? [] : await listAssignments(slot.vehicleId, change.tx)
  const [gap] = gapsIn(span, planned)
  const isWhole = gap?.from.equals(span.from) && gap.to.equals(span.to)
  if (!isWhole || held.some((assignment) => overlaps(assignment, span))) throw new Refusal('shift-request.taken')
}

async function close(change: Change, request: ShiftRequest, state: RequestState, taker: string | null): Promise<void> {
  await change.tx
    .updateTable('shift_requests')
    .set({ state, taken_by: taker, answered_at: change.now.toString(), answered_by: change.actor.uid })
    .where('id', '=', request.id)
    .execute()
  noteRequest(change, request, request.state, state)
}

async function notifyDrivers(
  change: Change,
  drivers: readonly (string | undefined)[],
  event: ShiftEvent,
  { slot }: ShiftRequest,
): Promise<void> {
  const known = [...new Set(drivers.filter((id) => id !== undefined))]
  const { plate, day, starts, ends } = slot
  await writeNotices(change, known, { kind: 'shift', event, plate, day, hours: `${starts}–${ends}` })
}

function noteRequest(
  change: Change,
  { slot, driver, to, takenBy, kind }: ShiftRequest,
  before: RequestState | null,
  after: RequestState,
): void {
  const fact = (state: RequestState) => ({
    plate: slot.plate,
    shift: hoursText(slot),
    shiftAsked: kind,
    shiftState: state,
  })
  const people = new Set([driver?.id, to?.id, takenBy?.id].filter((id) => id !== undefined))
  for (const subject of [`vehicle:${slot.vehicleId}`, ...[...people].map((id) => `driver:${id}`)])
    change.note({ subject, before: before && fact(before), after: fact(after) })
}
