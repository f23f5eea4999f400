import { sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { order } from '#db/queue.server.ts'
import { type DepartureEvent, type ReturnedItem, lastDayOf } from '#domain/departure.ts'
import { type Cents, ZERO } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, ZONE, lisbon } from '#domain/week.ts'
import { disableAccount, enableAccount } from '#features/accounts/commands.server.ts'
import { type Actor, type Change, SYSTEM, carryOut } from '#features/audit/commands.server.ts'
import { withdrawContract } from '#features/contracts/commands.server.ts'
import { dropPreparation } from '#features/contracts/preparations/commands.server.ts'
import { noteSuspension } from '#features/fleet/drivers/commands.server.ts'
import { endRequestsOf } from '#features/fleet/shift-requests/commands.server.ts'
import { endShiftsOf } from '#features/fleet/shifts/commands.server.ts'
import { removeTerms } from '#features/fleet/terms/commands.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { lockBalances } from '#features/ledger/commands.server.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import { declineRequest } from '#features/plans/commands.server.ts'
import { assignVehicle, endAssignment, removeAssignment } from '#features/fleet/vehicles/commands.server.ts'
import { requireCurrent } from '#features/fleet/current-drivers/queries.server.ts'
import { reopenSignIn } from './jobs.ts'
import {
  carsHandedBack,
  findDeparture,
  firstDayBack,
  isStillSuspended,
  listUnsealed,
  previewDeparture,
} from './queries.server.ts'
import type { DepartureChanges, DepartureInput, DepartureView } from './schema.ts'

/**
 * Records that a driver leaves at a moment: ends their assignments, removes them from the plan of shifts, removes
 * terms that were to begin later, declines requested advances, and withdraws requests about shifts and contracts that
 * nobody signed. The record, the sign-in and the account stay. Refuses `departure.known`, and what `requireCurrent`,
 * `previewDeparture` and `endAssignment` refuse.
 */
export async function recordDeparture(change: Change, driverId: string, input: DepartureInput): Promise<void> {
  const { at, reason, waitsUntil, signsInUntil, done } = input
  // Lock balances before the driver, as approvals do: in another order an approval and a departure could block each
  // other.
  await lockBalances(change.tx)
  await requireCurrent(driverId, change.tx)
  await lockDriver(change, driverId)
  if (await findDeparture(driverId, change.tx)) throw new Refusal('departure.known')
  const changes = await previewDeparture(driverId, at, change.now, change.tx)
  await endRequestsOf(change, driverId, at)
  await endShiftsOf(change, driverId, at)
  for (const { vehicleId, assignmentId, begins } of changes.cars) {
    if (begins) await removeAssignment(change, vehicleId, assignmentId)
    else await endAssignment(change, vehicleId, assignmentId, at)
  }
  for (const { id } of changes.terms) await removeTerms(change, driverId, id, reason)
  for (const { id } of changes.requests) await declineRequest(change, id, reason)
  await withdrawContracts(change, driverId, changes.contracts, reason)

  const lastDay = lastDayOf(at).toString()
  await change.tx
    .insertInto('departures')
    .values({
      driver_id: driverId,
      left_at: at.toString(),
      last_day: lastDay,
      reason,
      checklist: JSON.stringify(tickItems(changes.checklist, done)),
      waits_until: waitsUntil,
      signs_in_until: signsInUntil,
      created_at: change.now.toString(),
      created_by: change.actor.uid,
    })
    .execute()
  // The driver still works until the last day.
  const status = lastDay < today(change) ? { status: 'inactive' } : {}
  await setStay(change, driverId, { ended_on: lastDay, ...status })
  await notifyLeaver(change, driverId, { event: 'left', day: waitsUntil, amount: ZERO, reason })
  change.note({ subject: `driver:${driverId}`, after: { endedOn: lastDay, reason, waitsUntil, signsInUntil } })
}

/**
 * Changes which things the driver has handed back, how long the account waits, and how long the driver may sign in,
 * with a reason. Refuses `record.not-found` for a driver who has not left, and `departure.waits-before` for a day
 * before the last one.
 */
export async function changeDeparture(
  change: Change,
  driverId: string,
  input: { waitsUntil: string; signsInUntil: string | null; done: readonly string[]; reason: string },
): Promise<void> {
  const before = await openDeparture(change, driverId)
  const { waitsUntil, signsInUntil, done, reason } = input
  if (waitsUntil < before.lastDay || (signsInUntil !== null && signsInUntil < before.lastDay))
    throw new Refusal('departure.waits-before')
  await change.tx
    .updateTable('departures')
    .set({
      checklist: JSON.stringify(tickItems(before.checklist, done)),
      waits_until: waitsUntil,
      signs_in_until: signsInUntil,
    })
    .where('id', '=', before.id)
    .execute()
  change.note({
    subject: `driver:${driverId}`,
    before: { waitsUntil: before.waitsUntil, signsInUntil: before.signsInUntil },
    after: { waitsUntil, signsInUntil, handedBack: [...done], reason },
  })
}

/**
 * Takes a driver back from a day on, with their history, platform names and balance. If that is the day after the
 * last one, they were never away: a mistaken departure is undone that way. `cars` are assigned again, from their
 * hand-back if the driver was never away, otherwise from that day. A suspension goes on unless `lifts` is set.
 * Refuses `record.not-found` for a driver who has not left and for a car that `carsHandedBack` does not list,
 * `departure.returns-before` for a day up to the last one, and what `assignVehicle` refuses.
 */
export async function returnDriver(
  change: Change,
  driverId: string,
  { on, cars = [], lifts = false, isPending = false }: Return,
): Promise<void> {
  await lockBalances(change.tx)
  const departure = await openDeparture(change, driverId)
  const { id, lastDay } = departure
  if (on <= lastDay) throw new Refusal('departure.returns-before')
  const free = await carsHandedBack(driverId, departure, change.tx)
  const stays = !lifts && (await isStillSuspended(driverId, departure, change.tx))
  const status = stays ? 'suspended' : isPending ? 'pending' : 'active'
  await change.tx.updateTable('departures').set({ returned_on: on }).where('id', '=', id).execute()
  await setStay(change, driverId, { ended_on: null, status })
  for (const car of cars) {
    if (!free.some((freeCar) => freeCar.id === car)) throw new Refusal('record.not-found')
    const wasAway = on > firstDayBack(departure)
    const from = wasAway
      ? lisbon(Temporal.PlainDate.from(on).toPlainDateTime())
      : Temporal.Instant.from(departure.leftAt)
    await assignVehicle(change, car, { driverId, from, to: null })
  }
  const closed = await closedSignIn(change, id)
  if (closed) await order(change.tx, reopenSignIn, { ...closed, by: change.actor }, `reopen:${closed.uid}`)
  change.note({ subject: `driver:${driverId}`, before: { endedOn: lastDay }, after: { status, startedOn: on } })
  // Whoever comes back by an application is told when somebody lets them in.
  if (!isPending) await notifyLeaver(change, driverId, { event: 'returned', day: on, amount: ZERO, reason: '' })
}

/** `lifts`: the return ends a suspension. `isPending`: somebody else still has to set the driver active. */
type Return = { on: string; cars?: readonly string[]; lifts?: boolean; isPending?: boolean }

/** Sets the week whose statement pays the balance left by a closed account; `null` when it was opened again. */
export async function payIn({ tx }: Change, departureId: string, week: Week | null): Promise<void> {
  await tx.updateTable('departures').set({ pays_in: week }).where('id', '=', departureId).execute()
}

/** Notifies a driver who leaves, has left or comes back in their area and by mail, which may be all that still reaches them. The mail has no amount. */
export async function notifyLeaver(
  change: Change,
  driverId: string,
  facts: { event: DepartureEvent; day: string; amount: Cents; reason: string },
): Promise<void> {
  await writeNotices(change, [driverId], { kind: 'departure', ...facts })
  const { name, email, language } = await getDriver(driverId, change.tx)
  if (email === null) return
  const params = { event: facts.event, name }
  await writeMail(change, { template: 'departure', params, recipient: email, language, driverId })
}

/** Sets drivers inactive whose last day is over. */
export async function deactivateDepartedDrivers(now: Temporal.Instant): Promise<void> {
  const { rows } = await sql<{
    driver_id: string
  }>`select driver_id from departures d join drivers on drivers.id = driver_id
    where returned_on is null and last_day < ${dayOf(now)}::date and status <> 'inactive'`.execute(db)
  for (const { driver_id } of rows) {
    try {
      await carryOut({ actor: SYSTEM, action: 'departure.end', now }, (change) => endStay(change, driver_id))
    } catch (error) {
      // The driver came back meanwhile, so do nothing.
      if (!(error instanceof Refusal)) throw error
    }
  }
}

async function endStay(change: Change, driverId: string): Promise<null> {
  const { lastDay, reason } = await openDeparture(change, driverId)
  const contracts = await listUnsealed(driverId, { lastDay, now: change.now }, change.tx)
  await withdrawContracts(change, driverId, contracts, reason)
  await setStay(change, driverId, { ended_on: lastDay, status: 'inactive' })
  change.note({ subject: `driver:${driverId}`, after: { status: 'inactive', endedOn: lastDay } })
  return null
}

/** Withdraws the contracts with the effect `withdrawn`, and deletes the preparations among them. */
async function withdrawContracts(
  change: Change,
  driverId: string,
  contracts: DepartureChanges['contracts'],
  reason: string,
): Promise<void> {
  for (const { id, kind, effect } of contracts) {
    if (effect !== 'withdrawn') continue
    if (id === null) await dropPreparation(change, driverId, kind)
    else await withdrawContract(change, id, reason)
  }
}

/** Closes the accounts of leavers whose time to sign in is over, except those of administrators. */
export async function closeSignIns(now: Temporal.Instant): Promise<void> {
  const over = await db
    .selectFrom('departures')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .innerJoin('users', 'users.uid', 'drivers.uid')
    .select(['departures.id', 'users.uid'])
    .where('returned_on', 'is', null)
    .where('signs_in_until', '<', dayOf(now))
    .where('role', '=', 'driver')
    .where('disabled', '=', false)
    .execute()
  for (const { id, uid } of over) {
    await db.updateTable('departures').set({ sign_in_closed_at: now.toString() }).where('id', '=', id).execute()
    await disableAccount(uid, SYSTEM, now)
  }
}

/**
 * Opens the account that a departure closed, for a driver who came back; the log names the person who took them back
 * (`by`). If it runs twice or late, it does not open an account that another departure or a person has closed since.
 */
export async function reopenClosed(uid: string, by: Actor, now: Temporal.Instant): Promise<void> {
  const { rows } = await sql<{ isClosed: boolean }>`
    select e.action = 'account.disable' and e.actor_role = ${SYSTEM.role} and not exists (
      select from departures d join drivers on drivers.id = d.driver_id
      where drivers.uid = ${uid} and d.returned_on is null) as "isClosed"
    from audit_events e where e.subject = ${`user:${uid}`} and e.action in ('account.disable', 'account.enable')
    order by e.id desc limit 1`.execute(db)
  if (rows[0]?.isClosed) await enableAccount(uid, by, now)
}

/**
 * Locks a driver, so that only one change of a departure happens at a time; rows that merely refer to the driver need
 * not wait. Callers that also move money call `lockBalances` first. Refuses `record.not-found`.
 */
async function lockDriver({ tx }: Change, driverId: string): Promise<void> {
  const driver = tx.selectFrom('drivers').select('id').where('id', '=', readRecordId(driverId)).forNoKeyUpdate()
  if (!(await driver.executeTakeFirst())) throw new Refusal('record.not-found')
}

/** The departure of a driver who is away, locked against other changes. Refuses `record.not-found`. */
export async function openDeparture(change: Change, driverId: string): Promise<DepartureView> {
  await lockDriver(change, driverId)
  const departure = await findDeparture(driverId, change.tx)
  if (!departure) throw new Refusal('record.not-found')
  return departure
}

/** The account that a departure closed, if it is still closed for that reason; not one that a person closed. */
function closedSignIn({ tx }: Change, departureId: string) {
  return tx
    .selectFrom('departures')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .innerJoin('users', 'users.uid', 'drivers.uid')
    .select('users.uid')
    .where('departures.id', '=', departureId)
    .where('sign_in_closed_at', 'is not', null)
    .where('disabled', '=', true)
    .executeTakeFirst()
}

async function setStay(change: Change, driverId: string, stay: { ended_on: string | null; status?: string }) {
  if (stay.status === 'inactive') await noteWhetherSuspended(change, driverId)
  if (stay.status) await noteSuspension(change, driverId, stay.status)
  await change.tx
    .updateTable('drivers')
    .set((row) => ({ ...stay, version: row('version', '+', 1) }))
    .where('id', '=', driverId)
    .execute()
}

async function noteWhetherSuspended({ tx }: Change, driverId: string): Promise<void> {
  await tx
    .updateTable('departures')
    .set({
      was_suspended: sql<boolean>`(select status = 'suspended' from drivers where drivers.id = departures.driver_id)`,
    })
    .where('driver_id', '=', readRecordId(driverId))
    .where('returned_on', 'is', null)
    .execute()
}

function today({ now }: Change): string {
  return dayOf(now)
}

function dayOf(now: Temporal.Instant): string {
  return now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
}

function tickItems(checklist: readonly ReturnedItem[], done: readonly string[]): ReturnedItem[] {
  return checklist.map(({ what, name }) => ({ what, name, done: done.includes(`${what}:${name}`) }))
}
