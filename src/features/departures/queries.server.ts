import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { listQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { departureEffect } from '#domain/contract.ts'
import { type ReturnedItem, lastDayOf } from '#domain/departure.ts'
import type { Absence } from '#domain/driver-week.ts'
import { showPlate } from '#domain/identifiers.ts'
import { dayAfter } from '#domain/paper.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, ZONE, weekOf } from '#domain/week.ts'
import { listRecurring } from '#features/adjustments/queries.server.ts'
import { listPreparationsOf } from '#features/contracts/preparations/queries.server.ts'
import { listContractsWith } from '#features/contracts/queries.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { listWaitingFrom } from '#features/fleet/shift-requests/queries.server.ts'
import { plannedAfter } from '#features/fleet/shifts/queries.server.ts'
import { listTerms } from '#features/fleet/terms/queries.server.ts'
import { listDriverPlans } from '#features/plans/queries.server.ts'
import type { DepartureChanges, DepartureView } from './schema.ts'

/** The facts that the settlement of a week needs about a driver who left or was away. */
export type Stays = { hasLeft: boolean; away: readonly Absence[]; paysIn: Week | null }

/** The query for the facts of `Stays`, by driver; it only contains drivers who left at some time. */
export const staysOf = (only?: readonly string[]) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('departures')
        .select(['driver_id', 'last_day', 'returned_on', 'pays_in'])
        .$if(only !== undefined, (query) => query.where('driver_id', '=', sql<string>`any(${only}::uuid[])`))
        .orderBy('ordinal'),
    (rows: StayRow[]): ReadonlyMap<string, Stays> => {
      const byDriver = [...Map.groupBy(rows, ({ driver_id }) => driver_id)]
      return new Map(
        byDriver.map(([driverId, own]) => [
          driverId,
          {
            hasLeft: own.at(-1)?.returned_on === null,
            away: own.flatMap(({ last_day, returned_on }) =>
              returned_on === null ? [] : [{ after: last_day, until: returned_on }],
            ),
            paysIn: own.at(-1)?.pays_in ?? null,
          },
        ]),
      )
    },
  )

type StayRow = { driver_id: string; last_day: string; returned_on: string | null; pays_in: Week | null }

/** Every departure of a driver, the newest first. */
export async function listDepartures(driverId: string, on: Kysely<DB> = db): Promise<DepartureView[]> {
  const rows = await on
    .selectFrom('departures')
    .selectAll()
    .where('driver_id', '=', readRecordId(driverId))
    .orderBy('ordinal', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    leftAt: row.left_at.toString(),
    lastDay: row.last_day,
    reason: row.reason,
    checklist: row.checklist as ReturnedItem[],
    waitsUntil: row.waits_until,
    signsInUntil: row.signs_in_until,
    paysIn: row.pays_in as Week | null,
    returnedOn: row.returned_on,
    wasSuspended: row.was_suspended,
  }))
}

/** The departure of a driver who has not come back; `null` for any other. */
export async function findDeparture(driverId: string, on: Kysely<DB> = db): Promise<DepartureView | null> {
  const [newest] = await listDepartures(driverId, on)
  return newest?.returnedOn === null ? newest : null
}

/**
 * The departure of a driver whose last day has passed; `null` for a driver who is here, whose last day is still to
 * come, or who came back.
 */
export async function findPastDeparture(
  driverId: string,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<DepartureView | null> {
  const departure = await findDeparture(driverId, on)
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  return departure && departure.lastDay < today ? departure : null
}

/**
 * Whether the debt of a statement goes into the final account: its week is that of the last day or later, and no
 * later statement exists that is not void.
 */
export async function passesToFinalAccount(driverId: string, week: Week, on: Kysely<DB> = db): Promise<boolean> {
  const left = await on
    .selectFrom('departures')
    .select('id')
    .where('driver_id', '=', readRecordId(driverId))
    .where('returned_on', 'is', null)
    .where(sql<boolean>`last_day < ${week}::date + 7`)
    .where(
      sql<boolean>`not exists (select from settlements later
        where later.driver_id = departures.driver_id and later.week > ${week}::date and later.state <> 'void')`,
    )
    .executeTakeFirst()
  return left !== undefined
}

/**
 * The first day on which a driver can be back: the day after the last one. Somebody who is back on that day was never
 * away.
 */
export function firstDayBack({ lastDay }: Pick<DepartureView, 'lastDay'>): string {
  return dayAfter(lastDay)
}

/**
 * Whether a driver who comes back is still suspended: they were suspended when the stay ended, or are now if the stay
 * has not ended yet.
 */
export async function isStillSuspended(
  driverId: string,
  { wasSuspended }: Pick<DepartureView, 'wasSuspended'>,
  on: Kysely<DB> = db,
): Promise<boolean> {
  return wasSuspended || (await getDriver(driverId, on)).status === 'suspended'
}

/** Cars that were handed back with a departure and that nobody has had since. */
export async function carsHandedBack(
  driverId: string,
  { leftAt }: Pick<DepartureView, 'leftAt'>,
  on: Kysely<DB> = db,
): Promise<{ id: string; plate: string }[]> {
  return on
    .selectFrom('assignments')
    .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .select(['vehicles.id', 'plate'])
    .distinct()
    .where('driver_id', '=', readRecordId(driverId))
    .where(sql<boolean>`upper(period) = ${leftAt}::timestamptz`)
    .where('vehicles.status', '<>', 'sold')
    .where(
      sql<boolean>`not exists (select from assignments later where later.vehicle_id = vehicles.id
        and (upper_inf(later.period) or upper(later.period) > ${leftAt}::timestamptz))`,
    )
    .orderBy('plate')
    .execute()
}

/**
 * The changes that a departure at a moment would make, and the things that the driver has to hand back. Refuses
 * `record.not-found`, and `departure.ends-before` for a last day before the first one, or before the driver came
 * back.
 */
export async function previewDeparture(
  driverId: string,
  at: Temporal.Instant,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<DepartureChanges> {
  const { id, startedOn } = await getDriver(driverId, on)
  const lastDay = lastDayOf(at).toString()
  const [earlier] = await listDepartures(id, on)
  const began = earlier?.returnedOn ?? startedOn
  if (began !== null && lastDay < began) throw new Refusal('departure.ends-before')
  const [cars, planned, asked, contracts, terms, recurring, plans, frozen, platforms] = await Promise.all([
    listHeld(id, at, on),
    plannedAfter(id, at, now, on),
    listWaitingFrom(id, at, on),
    listUnsealed(id, { lastDay, now }, on),
    listTerms(id, on),
    listRecurring(id, on),
    listDriverPlans(id, now, on),
    on
      .selectFrom('settlements')
      .select('week')
      .where('driver_id', '=', id)
      .where('state', '<>', 'void')
      .where('week', '>=', weekOf(Temporal.PlainDate.from(lastDay)))
      .orderBy('week')
      .execute(),
    on
      .selectFrom('source_keys')
      .select('source')
      .distinct()
      .where('driver_id', '=', id)
      .where('source', 'in', ['uber', 'bolt'])
      .where('kind', 'in', ['driver', 'individual'])
      .orderBy('source', 'desc')
      .execute(),
  ])
  const cards = await listCards(
    cars.map(({ vehicleId }) => vehicleId),
    on,
  )
  const item = (what: ReturnedItem['what'], name: string): ReturnedItem => ({ what, name, done: false })
  return {
    lastDay,
    cars,
    isPlanned: planned.patterns.length > 0 || planned.shifts.length > 0,
    isAsked: asked.length > 0,
    contracts,
    terms: terms.flatMap(({ id: number, from, approvedWeek }) =>
      from > lastDay && approvedWeek === null ? [{ id: number, from: from as Week }] : [],
    ),
    recurring: recurring.flatMap(({ reason, amount, stopped, isOver }) =>
      stopped === null && !isOver ? [{ reason, amount }] : [],
    ),
    requests: plans.flatMap(({ id: plan, reason, total, state }) =>
      state === 'requested' ? [{ id: plan, reason, total }] : [],
    ),
    unaccepted: plans.flatMap(({ reason, remaining, awaitsAcceptance }) =>
      awaitsAcceptance && remaining > 0 ? [{ reason, remaining }] : [],
    ),
    frozen: cars.length > 0 ? frozen.map(({ week }) => week as Week) : [],
    checklist: [
      ...cars.map(({ plate }) => item('car', showPlate(plate))),
      ...cards.map((name) => item('card', name)),
      ...(cars.length > 0 ? [item('papers', '')] : []),
      ...platforms.map(({ source }) => item('platforms', source)),
    ],
  }
}

/** A driver's contracts that are not sealed, and those still to be written, each with the effect of the departure on it. */
export async function listUnsealed(
  driverId: string,
  { lastDay, now }: { lastDay: string; now: Temporal.Instant },
  on: Kysely<DB> = db,
): Promise<DepartureChanges['contracts']> {
  const days = { lastDay, today: now.toZonedDateTimeISO(ZONE).toPlainDate().toString() }
  const [contracts, preparations] = await Promise.all([
    listContractsWith(driverId, on),
    listPreparationsOf(driverId, on),
  ])
  const kindOf = new Map(contracts.map(({ id, kind }) => [id, kind]))
  const waiting = [
    ...contracts.map(({ id, kind, state, startsOn, follows, paper }) => {
      const about = kind === 'amendment' && follows ? (kindOf.get(follows.id) ?? kind) : kind
      const isSigned = state === 'signed' || paper === 'waiting'
      return { id, kind, contract: { about, state, isSigned, startsOn } }
    }),
    ...preparations.map(({ kind, startsOn }) => {
      const contract = { about: kind, state: 'draft', isSigned: false, startsOn } as const
      return { id: null, kind, contract }
    }),
  ]
  return waiting.flatMap(({ id, kind, contract }) => {
    const effect = departureEffect(contract, days)
    return effect === null ? [] : [{ id, kind, effect }]
  })
}

/** The cars that a driver has at a moment or will have later. */
async function listHeld(driverId: string, at: Temporal.Instant, on: Kysely<DB>): Promise<DepartureChanges['cars']> {
  const rows = await on
    .selectFrom('assignments')
    .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .select(['assignments.id', 'vehicle_id', 'plate'])
    .select(sql<Temporal.Instant | null>`lower(period)`.as('from'))
    .where('driver_id', '=', driverId)
    .where(sql<boolean>`coalesce(upper(period) > ${at.toString()}::timestamptz, true)`)
    .orderBy(sql`lower(period) nulls first`)
    .execute()
  return rows.map(({ id, vehicle_id, plate, from }) => ({
    vehicleId: vehicle_id,
    assignmentId: id,
    plate,
    from: from?.toString() ?? null,
    begins: from !== null && Temporal.Instant.compare(from, at) >= 0,
  }))
}

/** The toll tags and fuel cards of cars, named by their last characters. */
async function listCards(vehicleIds: readonly string[], on: Kysely<DB>): Promise<string[]> {
  const keys = await on
    .selectFrom('source_keys')
    .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .select(['source', 'kind', 'value', 'plate'])
    .where('vehicle_id', '=', sql<string>`any(${[...vehicleIds]}::uuid[])`)
    .where('kind', 'in', ['obu', 'iai', 'fuel-card', 'electric-card'])
    .orderBy('plate')
    .orderBy('source')
    .orderBy('source_keys.id')
    .execute()
  // Via Verde has two numbers for one device, so leave one of them out.
  const devices = new Set(keys.flatMap(({ kind, plate }) => (kind === 'obu' ? [plate] : [])))
  const cards = keys.filter(({ kind, plate }) => kind !== 'iai' || !devices.has(plate))
  return cards.map(({ source, value, plate }) => `${source} …${value.slice(-4)} · ${showPlate(plate)}`)
}
