import { type Kysely, sql } from 'kysely'
import { inParts } from '#db/parts.ts'
import type { DB } from '#db/types.ts'
import { LONGEST_SILENCE, type StateChange, isDriverState, onlineByDay } from '#domain/online-time.ts'
import { type Week, ZONE, weekOf } from '#domain/week.ts'
import type { PlatformDriver, BoltOrder, BoltState, BoltVehicle } from '#integrations/connections/bolt-answers.ts'
import type { Provider } from '#integrations/connections/providers.ts'

/** The platform whose answer is saved, and the company that the answer names. */
export type Answering = { provider: Provider; company: string; now: Temporal.Instant }

/** Days for which changes of state are kept; the sums made from them stay. */
const DAYS_OF_STATES = 100

/**
 * Saves a platform's current drivers; a driver who is missing from the list stays, with the moment when the platform
 * last had them.
 */
export async function saveFetchedDrivers(
  tx: Kysely<DB>,
  { provider, company, now }: Answering,
  drivers: readonly PlatformDriver[],
) {
  for (const part of inParts(drivers)) {
    await sql`
      insert into platform_drivers (provider, company, driver, name, email, phone, state, takes_cash, plate, reason, seen_at, state_at)
      select ${provider}, ${company}, driver, name, email, phone, state, takes_cash, plate, reason, ${now.toString()}::timestamptz, ${now.toString()}::timestamptz
      from unnest(${part.map(({ id }) => id)}::text[], ${part.map(({ name }) => name)}::text[], ${part.map(({ email }) => email)}::text[],
        ${part.map(({ phone }) => phone)}::text[], ${part.map(({ state }) => state)}::text[],
        ${part.map(({ takesCash }) => takesCash)}::boolean[], ${part.map(({ plate }) => plate)}::text[], ${part.map(({ reason }) => reason)}::text[])
        as said (driver, name, email, phone, state, takes_cash, plate, reason)
      on conflict (provider, driver) do update set company = excluded.company, name = excluded.name, email = excluded.email,
        phone = excluded.phone, takes_cash = excluded.takes_cash, plate = excluded.plate, reason = excluded.reason, state = case when platform_drivers.state_at > excluded.state_at then platform_drivers.state else excluded.state end,
        state_at = greatest(platform_drivers.state_at, excluded.state_at), seen_at = excluded.seen_at`.execute(tx)
  }
}

export async function saveFetchedVehicles(
  tx: Kysely<DB>,
  { provider, company, now }: Answering,
  vehicles: readonly BoltVehicle[],
) {
  for (const part of inParts(vehicles)) {
    await sql`
      insert into platform_vehicles (provider, company, vehicle, plate, state, reason, seen_at)
      select ${provider}, ${company}, vehicle, plate, state, reason, ${now.toString()}::timestamptz
      from unnest(${part.map(({ id }) => id)}::text[], ${part.map(({ plate }) => plate)}::text[], ${part.map(({ state }) => state)}::text[],
        ${part.map(({ reason }) => reason)}::text[]) as said (vehicle, plate, state, reason)
      on conflict (provider, vehicle) do update set company = excluded.company, plate = excluded.plate, state = excluded.state,
        reason = excluded.reason, seen_at = excluded.seen_at`.execute(tx)
  }
}

const instant = (at: Temporal.Instant) => sql<Temporal.Instant>`${at.toString()}::timestamptz`

/** A driver (the platform's id) and a day as text. */
type DriverDay = { driver: string; day: string }

/**
 * Saves the orders of an answer by their reference, and sums the affected days again; returns how many were new or
 * changed.
 */
export async function saveFetchedOrders(
  tx: Kysely<DB>,
  answering: Answering,
  orders: readonly BoltOrder[],
): Promise<number> {
  const { provider, company } = answering
  const touched = new Map<string, DriverDay>()
  let kept = 0
  for (const part of inParts(orders)) {
    const before = await tx
      .selectFrom('platform_orders')
      .select(['reference', 'driver', sql<string>`day::text`.as('day')])
      .where('provider', '=', provider)
      .where('reference', '=', sql<string>`any(${part.map(({ reference }) => reference)}::text[])`)
      .execute()
    const changed = await tx
      .insertInto('platform_orders')
      .values(part.map((order) => ({ provider, company, ...orderRow(order) })))
      .onConflict((conflict) =>
        conflict
          .columns(['provider', 'reference'])
          .doUpdateSet((eb) => Object.fromEntries(ORDER_COLUMNS.map((name) => [name, eb.ref(`excluded.${name}`)])))
          .where(sql<boolean>`(platform_orders.status <> 'finished' or excluded.status = 'finished')
            and row(${sql.join(ORDER_COLUMNS.map((name) => sql.ref(`platform_orders.${name}`)))})
              is distinct from row(${sql.join(ORDER_COLUMNS.map((name) => sql.ref(`excluded.${name}`)))})`),
      )
      .returning(['reference', 'driver', sql<string>`day::text`.as('day')])
      .execute()
    kept += changed.length
    const references = new Set(changed.map(({ reference }) => reference))
    for (const { driver, day } of [...changed, ...before.filter(({ reference }) => references.has(reference))])
      if (driver !== null) touched.set(`${driver} ${day}`, { driver, day })
  }
  await countOrders(tx, answering, [...touched.values()])
  return kept
}

function orderRow(order: BoltOrder) {
  const { amounts } = order
  const ended = order.finishedAt ?? order.droppedOffAt ?? order.cancelledAt ?? order.createdAt
  const day = ended.toZonedDateTimeISO(ZONE).toPlainDate()
  const text = (at: Temporal.Instant | null) => at?.toString() ?? null
  return {
    reference: order.reference,
    status: order.status,
    driver: order.driver,
    plate: order.plate,
    payment: order.payment,
    created_at: order.createdAt.toString(),
    accepted_at: text(order.acceptedAt),
    picked_up_at: text(order.pickedUpAt),
    dropped_off_at: text(order.droppedOffAt),
    finished_at: text(order.finishedAt),
    cancelled_at: text(order.cancelledAt),
    day: day.toString(),
    week: weekOf(day),
    metres: order.metres,
    ride_cents: amounts.ride,
    booking_cents: amounts.booking,
    toll_cents: amounts.toll,
    cancellation_cents: amounts.cancellation,
    tip_cents: amounts.tip,
    commission_cents: amounts.commission,
    net_cents: amounts.net,
  }
}

/** The columns of an order that an answer sets, besides its reference. */
const ORDER_COLUMNS = [
  ...(['company', 'status', 'driver', 'plate', 'payment', 'created_at', 'accepted_at', 'picked_up_at'] as const),
  ...([
    'dropped_off_at',
    'finished_at',
    'cancelled_at',
    'day',
    'week',
    'metres',
    'ride_cents',
    'booking_cents',
  ] as const),
  ...(['toll_cents', 'cancellation_cents', 'tip_cents', 'commission_cents', 'net_cents'] as const),
]

/** Sums the orders of these drivers and days again, from all saved orders. */
async function countOrders(tx: Kysely<DB>, { provider, now }: Answering, days: readonly DriverDay[]): Promise<void> {
  const sums = ['ride', 'booking', 'toll', 'cancellation', 'tip', 'commission', 'net'].map((name) => `${name}_cents`)
  const columns = ['trips', 'metres', ...sums]
  for (const part of inParts(days)) {
    await sql`
      insert into platform_days (provider, driver, day, week, ${sql.join(columns.map((name) => sql.ref(name)))})
      select ${provider}, asked.driver, asked.day, date_trunc('week', asked.day)::date,
        count(*) filter (where status = 'finished'), sum(metres) filter (where status = 'finished'),
        ${sql.join(sums.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)`))}
      from unnest(${part.map(({ driver }) => driver)}::text[], ${part.map(({ day }) => day)}::date[]) as asked (driver, day)
      left join platform_orders known on known.provider = ${provider} and known.driver = asked.driver and known.day = asked.day
      group by asked.driver, asked.day
      on conflict (provider, driver, day) do update set
        ${sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}`.execute(tx)
  }
  await markWeeks(tx, provider, now, days)
}

/**
 * Saves the changes of state in an answer, and counts the time online around new ones again; returns how many were
 * new.
 */
export async function saveFetchedStates(
  tx: Kysely<DB>,
  answering: Answering,
  states: readonly BoltState[],
): Promise<number> {
  const { provider, now } = answering
  const fresh: { driver: string; at: Temporal.Instant }[] = []
  for (const part of inParts(states)) {
    const added = await tx
      .insertInto('platform_states')
      .values(
        part.map(({ driver, vehicle, state, at }) => ({
          provider,
          driver,
          state,
          at: at.toString(),
          vehicle: vehicle ?? '',
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning(['driver', 'at'])
      .execute()
    fresh.push(...added)
  }
  if (fresh.length > 0) await countStates(tx, answering, fresh)
  await tx
    .deleteFrom('platform_states')
    .where('provider', '=', provider)
    .where('at', '<', instant(now.subtract({ hours: DAYS_OF_STATES * 24 })))
    .execute()
  return fresh.length
}

type Moment = { driver: string; at: Temporal.Instant }

/** Counts the time online by driver and day, from all saved states around the days that a new one may affect. */
async function countStates(tx: Kysely<DB>, { provider, now }: Answering, fresh: readonly Moment[]): Promise<void> {
  const inOrder = fresh.map(({ at }) => at).toSorted((a, b) => Temporal.Instant.compare(a, b))
  const [earliest, latest] = [inOrder[0], inOrder.at(-1)]
  if (!earliest || !latest) return
  const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(ZONE).toPlainDate()
  const [first, last] = [dayOf(earliest.subtract(LONGEST_SILENCE)), dayOf(latest.add(LONGEST_SILENCE))]
  const midnight = (day: Temporal.PlainDate) => day.toZonedDateTime(ZONE).toInstant()
  const [from, to] = [midnight(first).subtract(LONGEST_SILENCE), midnight(last.add({ days: 1 })).add(LONGEST_SILENCE)]
  const drivers = [...new Set(fresh.map(({ driver }) => driver))]
  const storedRows = await tx
    .selectFrom('platform_states')
    .select(['driver', 'at', 'state'])
    .where('provider', '=', provider)
    .where('driver', '=', sql<string>`any(${drivers}::text[])`)
    .where('at', '>=', instant(from))
    .where('at', '<=', instant(to))
    .execute()
  const rows = [...Map.groupBy(storedRows, ({ driver }) => driver)].flatMap(([driver, own]) => {
    const changes = own.filter((change): change is typeof change & StateChange => isDriverState(change.state))
    return [...onlineByDay(changes)]
      .filter(([day]) => day >= first.toString() && day <= last.toString())
      .map(([day, time]) => ({ driver, day, ...time }))
  })
  const counted = rows.map((row) => ({
    provider,
    driver: row.driver,
    day: row.day,
    week: weekOf(Temporal.PlainDate.from(row.day)),
    online_seconds: row.online,
    order_seconds: row.withOrder,
    busy_seconds: row.busy,
    online_by_hour: [...row.byHour],
    online_spans: [...row.spans],
  }))
  // Clear the days that had time before and may have none with the new states.
  await tx
    .updateTable('platform_days')
    .set({ online_seconds: 0, order_seconds: 0, busy_seconds: 0, online_by_hour: null, online_spans: null })
    .where('provider', '=', provider)
    .where('driver', '=', sql<string>`any(${drivers}::text[])`)
    .where('day', '>=', first.toString())
    .where('day', '<=', last.toString())
    .where('online_seconds', 'is not', null)
    .execute()
  for (const part of inParts(counted))
    await tx
      .insertInto('platform_days')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['provider', 'driver', 'day']).doUpdateSet((eb) => ({
          online_seconds: eb.ref('excluded.online_seconds'),
          order_seconds: eb.ref('excluded.order_seconds'),
          busy_seconds: eb.ref('excluded.busy_seconds'),
          online_by_hour: eb.ref('excluded.online_by_hour'),
          online_spans: eb.ref('excluded.online_spans'),
        })),
      )
      .execute()
  await markWeeks(tx, provider, now, rows)
}

/** Marks weeks as changed, so that data kept in memory for them is read again. */
async function markWeeks(tx: Kysely<DB>, provider: Provider, now: Temporal.Instant, days: readonly { day: string }[]) {
  const weeks = [...new Set(days.map(({ day }) => weekOf(Temporal.PlainDate.from(day))))].toSorted()
  for (const part of inParts<Week>(weeks))
    await sql`
      insert into platform_weeks (provider, week, changes, changed_at)
      select ${provider}, week, 1, ${now.toString()}::timestamptz from unnest(${part}::date[]) as own (week)
      on conflict (provider, week) do update set changes = platform_weeks.changes + 1, changed_at = excluded.changed_at`.execute(
      tx,
    )
}

/** Marks the weeks as complete that lie within a time for which everything was fetched. */
export async function markComplete(
  tx: Kysely<DB>,
  provider: Provider,
  { from, until }: { from: Temporal.Instant; until: Temporal.Instant },
): Promise<void> {
  await sql`
    update platform_weeks set is_whole = true
    where provider = ${provider} and not is_whole and week::timestamp at time zone ${ZONE} >= ${instant(from)}
      and (week + 7)::timestamp at time zone ${ZONE} <= ${instant(until)}`.execute(tx)
}
