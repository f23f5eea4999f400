import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { listQuestion, momentOf } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import type { DriverName } from '#domain/driver.ts'
import type { SourceKey } from '#domain/import.ts'
import { cents } from '#domain/money.ts'
import type { HoursOfDay } from '#domain/hours-in-a-row.ts'
import type { HourOfWeek } from '#domain/paid-by-hour.ts'
import type { Platform } from '#domain/performance.ts'
import { type PlatformAccountState, wordsOfState } from '#domain/platform-state.ts'
import { readRecordId } from '#domain/record-id.ts'
import { type Week, ZONE, previousWeek, weekAt } from '#domain/week.ts'
import type { Span } from '#domain/working-times.ts'

/**
 * A driver's week by the data fetched from a platform. The figures have the names that files give them; those that
 * the platform does not have are missing.
 */
export type CollectedWork = {
  source: Platform
  week: Week
  /** The names by which the platform knows the driver. */
  keys: readonly SourceKey[]
  measures: Readonly<Record<string, number>>
}

/** The driver's names on a platform, in the form that `attribute` reads. */
const KEYS = sql<SourceKey[]>`jsonb_build_array(jsonb_build_object('kind', 'driver', 'value', days.driver))
  || case when max(known.email) is null then '[]'::jsonb else jsonb_build_array(jsonb_build_object('kind', 'email', 'value', lower(max(known.email)))) end`

/**
 * The data fetched from platforms for some weeks, by driver and week; with `records`, only of drivers who may be
 * these. Leaves out weeks that were not fetched completely, because half of the trips would pass for all.
 */
export async function listCollectedWork(
  weeks: readonly Week[],
  on: Kysely<DB> = db,
  records?: readonly string[],
): Promise<CollectedWork[]> {
  if (weeks.length === 0 || records?.length === 0) return []
  const { rows } = await sql<{ source: Platform; week: Week; keys: SourceKey[] } & Record<string, number | null>>`
    select days.provider as source, days.week, ${KEYS} as keys, sum(trips)::int as trips, sum(metres)::int as trip_metres,
      (sum(online_seconds) / 60)::int as online_minutes
    from platform_days days
    join platform_weeks weeks on weeks.provider = days.provider and weeks.week = days.week and weeks.is_whole
    left join platform_drivers known on known.provider = days.provider and known.driver = days.driver
    where days.week = any(${weeks}::date[]) ${records === undefined ? sql`` : daysOfRecords(records)}
    group by days.provider, days.driver, days.week
    order by days.week, days.driver`.execute(on)
  return rows.map(({ source, week, keys, ...figures }) => ({
    source,
    week,
    keys,
    measures: Object.fromEntries(
      Object.entries(figures).filter((entry): entry is [string, number] => entry[1] !== null),
    ),
  }))
}

/** A week that was fetched completely, and the moment when the platform last gave something new about it. */
export type ConnectedWeek = { source: Platform; week: Week; saidAt: string }

/** Those of these weeks that a connection has fetched completely. */
export async function listConnectedWeeks(weeks: readonly Week[], on: Kysely<DB> = db): Promise<ConnectedWeek[]> {
  const rows = await on
    .selectFrom('platform_weeks')
    .select(['provider', 'week', 'changed_at'])
    .where('is_whole', '=', true)
    .where('week', '=', sql<string>`any(${weeks}::date[])`)
    .orderBy('week')
    .execute()
  return rows.map(({ provider, week, changed_at }) => ({
    source: provider as Platform,
    week: week as Week,
    saidAt: changed_at.toString(),
  }))
}

/** A platform's figures of these records in a completely fetched week, by the names that files give them. */
export type ConnectedWork = ConnectedWeek & { measures: Readonly<Record<string, number>> }

export async function listConnectedWork(
  weeks: readonly Week[],
  records: readonly string[],
  on: Kysely<DB> = db,
): Promise<ConnectedWork[]> {
  if (weeks.length === 0 || records.length === 0) return []
  const connectedWeeks = await listConnectedWeeks(weeks, on)
  if (connectedWeeks.length === 0) return []
  const work = await listCollectedWork(weeks, on, records)
  return connectedWeeks.flatMap((connectedWeek) => {
    const workOfWeek = work.filter(({ source, week }) => source === connectedWeek.source && week === connectedWeek.week)
    if (workOfWeek.length === 0) return []
    const measures: Record<string, number> = {}
    for (const { measures: figures } of workOfWeek)
      for (const [name, figure] of Object.entries(figures)) measures[name] = (measures[name] ?? 0) + figure
    return [{ ...connectedWeek, measures }]
  })
}

/**
 * Limits the days to drivers who may be these records, by identifier or e-mail. It is a union of both because with
 * `or` the database would compare each day with every name.
 */
function daysOfRecords(records: readonly string[]) {
  const isOfRecords = sql`(key.driver_id = any(${records}::uuid[]) or key.was_of && ${records}::uuid[])`
  return sql`and (days.provider, days.driver) in (
    select key.source, key.value from source_keys key where key.kind = 'driver' and ${isOfRecords}
    union
    select called.provider, called.driver from platform_drivers called
      join source_keys key on key.source = called.provider and key.kind = 'email' and key.value = lower(called.email)
      where ${isOfRecords})`
}

/** A trip, from the acceptance of an order to its end; `driver` is the platform's identifier. */
export type CollectedTrip = { source: Platform; driver: string; from: Temporal.Instant; to: Temporal.Instant }

/** The trips of a week by the data of the platforms: by day, and the drivers whom the fleet's records know. */
export type DrivenWeek = {
  days: { source: Platform; day: string; trips: number; drivers: number }[]
  drivers: (DriverName & { source: Platform })[]
}

type DrivenRow = {
  week: Week
  source: Platform
  day: string | null
  trips: number
  drivers: number
  id: string | null
  ref: string | null
  name: string | null
}

/** The query for the trips of some weeks by the data of the platforms; `askTogether` can send it with others. */
export const drivenWeeks = (weeks: readonly Week[]) =>
  listQuestion(
    () => sql`(
    select days.week, days.provider as source, days.day, sum(trips)::int as trips, count(distinct days.driver)::int as drivers,
      record.id, record.ref, record.name
    from platform_days days
    left join platform_drivers known on known.provider = days.provider and known.driver = days.driver
    left join lateral (
      select driver_id from source_keys key
      where key.source = days.provider and driver_id is not null
        and ((key.kind = 'driver' and key.value = days.driver) or (key.kind = 'email' and key.value = lower(known.email)))
      order by key.kind limit 1) named on true
    left join drivers record on record.id = named.driver_id
    where days.week = any(${weeks}::date[]) and trips > 0
    group by grouping sets ((days.week, days.provider, days.day), (days.week, days.provider, record.id, record.ref, record.name))
    order by 1, 2, 3, record.name)`,
    (rows: DrivenRow[]) => {
      const ofWeek = Map.groupBy(rows, ({ week }) => week)
      return (week: Week) => drivenWeek(ofWeek.get(week) ?? [])
    },
  )

function drivenWeek(rows: readonly DrivenRow[]): DrivenWeek {
  return {
    days: rows.flatMap(({ source, day, trips, drivers }) => (day === null ? [] : [{ source, day, trips, drivers }])),
    drivers: rows.flatMap(({ source, id, ref, name }) =>
      id !== null && ref !== null && name !== null ? [{ source, id, ref, name }] : [],
    ),
  }
}

/** Finished orders of a car in a week, found by the plate or its other spellings, in order of time. */
export async function listCollectedTrips(vehicleId: string, week: Week, on: Kysely<DB> = db): Promise<CollectedTrip[]> {
  const { rows } = await sql<CollectedTrip>`
    select provider as source, driver, coalesce(accepted_at, created_at) as from, coalesce(dropped_off_at, finished_at) as to
    from platform_orders taken
    where week = ${week}::date and status = 'finished' and driver is not null and coalesce(dropped_off_at, finished_at) is not null
      and plate in (select plate from vehicles where id = ${vehicleId}
        union all select value from source_keys where source = taken.provider and kind = 'plate' and vehicle_id = ${vehicleId})
    order by 3, reference`.execute(on)
  return rows
}

/**
 * A time in which a passenger may have been in a car, by an order: from the pick-up, or from an earlier moment when
 * the order has none.
 */
export type CollectedRide = { vehicleId: string; from: Temporal.Instant; to: Temporal.Instant }

/** Rides of some cars in some weeks, found by the plates or their other spellings. */
export async function listCollectedRides(
  vehicles: readonly string[],
  weeks: readonly Week[],
  on: Kysely<DB> = db,
): Promise<CollectedRide[]> {
  const { rows } = await sql<CollectedRide>`
    select named.id as "vehicleId", coalesce(picked_up_at, accepted_at, created_at) as from, coalesce(dropped_off_at, finished_at) as to
    from (
      select id, plate, null as source from vehicles where id = any(${vehicles}::uuid[])
      union all select vehicle_id, value, source from source_keys where kind = 'plate' and vehicle_id = any(${vehicles}::uuid[])
    ) named
    join platform_orders taken on taken.plate = named.plate and (named.source is null or named.source = taken.provider)
    where taken.week = any(${weeks}::date[]) and (status = 'finished' or picked_up_at is not null)
      and coalesce(dropped_off_at, finished_at) is not null`.execute(on)
  return rows
}

/**
 * The names of the drivers that a connection fetched. A driver who is not among them drives for another account of
 * the company.
 */
export async function listFetchedNames(provider: Platform, on: Kysely<DB> = db): Promise<ReadonlySet<string>> {
  const rows = await on
    .selectFrom('platform_drivers')
    .select(['driver', 'email'])
    .where('provider', '=', provider)
    .execute()
  return new Set(rows.flatMap(({ driver, email }) => [driver, ...(email === null ? [] : [email.toLowerCase()])]))
}

/** The sums of a driver's orders in a week, in cents, by the names that files give them. */
export type CollectedMoney = {
  week: Week
  driver: string
  name: string | null
  email: string | null
  trips: number
  sums: Readonly<Record<'tips' | 'tolls' | 'booking' | 'cancellation' | 'commission', number>>
}

/** The orders of some weeks by driver; only drivers who had any. */
export async function listCollectedMoney(
  provider: Platform,
  weeks: readonly Week[],
  on: Kysely<DB> = db,
): Promise<CollectedMoney[]> {
  const { rows } = await sql<Omit<CollectedMoney, 'sums'> & CollectedMoney['sums']>`
    select days.week, days.driver, max(known.name) as name, lower(max(known.email)) as email, sum(trips)::int as trips,
      sum(tip_cents)::int as tips, sum(toll_cents)::int as tolls, sum(booking_cents)::int as booking,
      sum(cancellation_cents)::int as cancellation, sum(commission_cents)::int as commission
    from platform_days days
    left join platform_drivers known on known.provider = days.provider and known.driver = days.driver
    where days.provider = ${provider} and days.week = any(${weeks}::date[])
    group by days.week, days.driver`.execute(on)
  return rows.map(({ week, driver, name, email, trips, ...sums }) => ({ week, driver, name, email, trips, sums }))
}

/** Number of weeks whose hours are added up: enough to have each hour a few times, but none of last summer's. */
const WEEKS_OF_HOURS = 8

/**
 * For each hour of the week, the net amount of Bolt's orders and the time that drivers were online, over the last
 * eight full weeks; with `records`, only of drivers who may be these. An order counts in the hour in which it was
 * accepted. A day counts, with its orders and its time, only when its hours are known.
 */
export async function listHoursOfWeek(
  now: Temporal.Instant,
  on: Kysely<DB> = db,
  records?: readonly string[],
): Promise<HourOfWeek[]> {
  if (records?.length === 0) return []
  const last = previousWeek(weekAt(now))
  const [first, end] = [
    previousWeek(last, WEEKS_OF_HOURS - 1),
    Temporal.PlainDate.from(last).add({ days: 7 }).toString(),
  ]
  const { rows } = await sql<{ day: number; hour: number; seconds: number; paid: number }>`
    with known as materialized (
      select days.driver, day, online_by_hour from platform_days days
      left join platform_drivers known on known.provider = days.provider and known.driver = days.driver
      where days.provider = 'bolt' and day >= ${first}::date and day < ${end}::date and online_by_hour is not null
        ${records === undefined ? sql`` : daysOfRecords(records)}),
    online as (
      select extract(isodow from day)::int as day, (place - 1)::int as hour, sum(seconds)::int as seconds
      from known, unnest(online_by_hour) with ordinality as one (seconds, place) group by 1, 2),
    taken as (
      select driver, net_cents, coalesce(accepted_at, created_at) at time zone ${ZONE} as at from platform_orders
      where provider = 'bolt' and status = 'finished' and driver in (select driver from known)
        -- An order accepted before midnight may end on the next day.
        and day >= ${first}::date and day <= ${end}::date),
    paid as (
      select extract(isodow from known.day)::int as day, extract(hour from at)::int as hour, sum(net_cents)::int as paid
      from taken join known on known.driver = taken.driver and known.day = at::date group by 1, 2)
    select day, hour, coalesce(seconds, 0) as seconds, coalesce(paid, 0) as paid from online full join paid using (day, hour)
    where coalesce(seconds, 0) > 0 or coalesce(paid, 0) > 0
    order by 1, 2`.execute(on)
  return rows.map((row) => ({ ...row, paid: cents(row.paid) }))
}

/** Number of days whose hours drivers and the office see. */
const DAYS_OF_HOURS = 28

/** The seconds that these records were online at Bolt, by hour of each day of the last four weeks, oldest first. */
export async function listHoursOfDays(
  now: Temporal.Instant,
  records: readonly string[],
  on: Kysely<DB> = db,
): Promise<HoursOfDay[]> {
  if (records.length === 0) return []
  const first = now.toZonedDateTimeISO(ZONE).toPlainDate().subtract({ days: DAYS_OF_HOURS }).toString()
  const { rows } = await sql<HoursOfDay>`
    select day::text as day, array_agg(seconds order by place) as seconds from (
      select day, place, sum(one.seconds)::int as seconds
      from platform_days days
      left join platform_drivers known on known.provider = days.provider and known.driver = days.driver,
        unnest(online_by_hour) with ordinality as one (seconds, place)
      where days.provider = 'bolt' and day >= ${first}::date and online_by_hour is not null ${daysOfRecords(records)}
      group by day, place
    ) hours group by day order by day`.execute(on)
  return rows
}

/**
 * A record's day on a connected platform: seconds online, and the spans of that time in seconds since 1970; `null`
 * when the spans were not kept.
 */
export type CollectedDay = {
  record: string
  source: Platform
  day: string
  online: number
  spans: readonly Span[] | null
}

/** A day as the database stores it: its spans are pairs of seconds from the beginning of the day. */
export type KeptDay = Omit<CollectedDay, 'spans'> & { begins: number; spans: number[] | null }

/** SQL for the days between two days, both included, to combine with other times; with `records`, only of these. */
export function selectOnlineDays({ from, until }: { from: string; until: string }, records?: readonly string[]) {
  return sql<KeptDay>`
    select distinct key.driver_id as record, days.provider as source, days.day::text as day, online_seconds as online, online_spans as spans,
      extract(epoch from days.day::timestamp at time zone ${ZONE})::float8 as begins
    from platform_days days ${joinRecords('days', records)}
    where days.day between ${from}::date and ${until}::date and online_seconds > 0`
}

/** Turns the stored spans of a day into moments. */
export function onlineDay({ begins, spans, ...row }: KeptDay): CollectedDay {
  return {
    ...row,
    spans:
      spans &&
      spans.flatMap((at, place) =>
        place % 2 === 0 ? [{ from: begins + at, to: begins + (spans[place + 1] ?? at) }] : [],
      ),
  }
}

/** A time that a record's driver was on a trip. */
export type TimeOnTrip = Span & { record: string; source: Platform }

/**
 * SQL for the times, from acceptance to end, of finished orders that ended between two days, to combine with other
 * times.
 */
export function selectTimesOfOrders({ from, until }: { from: string; until: string }, records?: readonly string[]) {
  return sql<TimeOnTrip>`
    select distinct key.driver_id as record, taken.provider as source, extract(epoch from coalesce(accepted_at, taken.created_at))::float8 as "from",
      extract(epoch from coalesce(dropped_off_at, finished_at))::float8 as "to"
    from platform_orders taken ${joinRecords('taken', records)}
    where taken.day between ${from}::date and ${until}::date and taken.status = 'finished'
      and coalesce(dropped_off_at, finished_at) > coalesce(accepted_at, taken.created_at)`
}

/** Joins rows that have a platform's identifier of a driver with the driver's record. */
function joinRecords(rows: 'days' | 'taken', records: readonly string[] | undefined) {
  const table = sql.ref(rows)
  const isOfRecords = records === undefined ? sql`` : sql`and key.driver_id = any(${records}::uuid[])`
  // Use a union of identifier and e-mail: with `or` the database would compare each row with every name.
  return sql`join (
      select key.source, key.value as driver, key.driver_id from source_keys key
      where key.kind = 'driver' and key.driver_id is not null ${isOfRecords}
      union
      select known.provider, known.driver, key.driver_id from platform_drivers known
        join source_keys key on key.source = known.provider and key.kind = 'email' and key.value = lower(known.email)
      where key.driver_id is not null ${isOfRecords}
    ) key on key.source = ${table}.provider and key.driver = ${table}.driver`
}

/** The moments when connected platforms last gave something new about the time between two days. */
export async function listLastChanges(
  { from, until }: { from: string; until: string },
  on: Kysely<DB> = db,
): Promise<{ source: Platform; at: string }[]> {
  const rows = await on
    .selectFrom('platform_weeks')
    .select((of) => ['provider', of.fn.max('changed_at').as('at')])
    .where('week', '>', sql<string>`${from}::date - 7`)
    .where('week', '<=', until)
    .groupBy('provider')
    .orderBy('provider')
    .execute()
  return rows.map(({ provider, at }) => ({ source: provider as Platform, at: at.toString() }))
}

/** A driver's state on each platform that knows the driver, found by the identifier in files, else by e-mail. */
export async function listStatesOfDriver(driverId: string, on: Kysely<DB> = db): Promise<PlatformAccountState[]> {
  const { rows } = await sql<Omit<PlatformAccountState, 'at'> & { at: Temporal.Instant }>`
    select known.provider as platform, known.name, known.state as word, known.state_at as at
    from platform_drivers known
    where known.state <> '' and exists (
      select from source_keys key where key.source = known.provider and key.driver_id = ${readRecordId(driverId)}
        and ((key.kind = 'driver' and lower(key.value) = lower(known.driver)) or (key.kind = 'email' and key.value = lower(known.email))))
    order by known.provider desc, known.name`.execute(on)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toString() }))
}

/** A car's state on each platform that knows its plate. */
export async function listStatesOfCar(vehicleId: string, on: Kysely<DB> = db): Promise<PlatformAccountState[]> {
  const { rows } = await sql<Omit<PlatformAccountState, 'at'> & { at: Temporal.Instant }>`
    select provider as platform, plate as name, state as word, seen_at as at
    from platform_vehicles
    where state <> '' and plate = (select plate from vehicles where id = ${readRecordId(vehicleId)})
    order by provider desc`.execute(on)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toString() }))
}

/** Days for which a fetched state still counts after the last fetch. */
const BELIEVED_DAYS = 7

/** A current driver or car that a platform refused or blocked. */
export type BlockedOnPlatform = {
  platform: Platform
  driverId: string | null
  vehicleId: string | null
  /** The driver's name, or the plate. */
  name: string
  /** The platform's own reason, when it gives one. */
  reason: string | null
  since: string
}

/**
 * Drivers and cars that a platform refused or blocked, those that have waited longest first; with `driverId`, only
 * that driver and the cars they have now.
 */
export async function listBlockedOnPlatforms(
  now: Temporal.Instant,
  on: Kysely<DB> = db,
  driverId?: string,
): Promise<BlockedOnPlatform[]> {
  const { rows } = await sql<
    Omit<BlockedOnPlatform, 'since'> & { since: Temporal.Instant }
  >`${selectRefused(now, driverId)}
    order by since, name, platform`.execute(on)
  return rows.map(({ since: at, ...row }) => ({ ...row, since: at.toString() }))
}

/** The number of refused or blocked drivers and cars, and the one that has waited longest; `null` for none. */
export const blockedOnPlatforms = (now: Temporal.Instant) => ({
  ask: () =>
    sql`(select *, count(*) over () as count from (${selectRefused(now)}) refused order by since, name, platform limit 1)`,
  read: (row: (BlockedOnPlatform & { count: number }) | null) => {
    if (row === null) return null
    const { count, since, ...first } = row
    return { count, first: { ...first, since: momentOf(since) } }
  },
})

function selectRefused(now: Temporal.Instant, driverId?: string) {
  const isRefused = (state: string) =>
    sql`lower(regexp_replace(${sql.ref(state)}, '^ONBOARDING_STATUS_', '', 'i')) = any(${wordsOfState('refused')}::text[])`
  const countsSince = sql`${now.subtract({ hours: 24 * BELIEVED_DAYS }).toString()}::timestamptz`
  const id = driverId === undefined ? null : readRecordId(driverId)
  return sql`
    select distinct known.provider as platform, record.id::text as "driverId", null::text as "vehicleId", record.name, known.reason,
      known.state_at as since
    from platform_drivers known
    join source_keys key on key.source = known.provider and key.driver_id is not null
      and ((key.kind = 'driver' and lower(key.value) = lower(known.driver)) or (key.kind = 'email' and key.value = lower(known.email)))
    join drivers record on record.id = key.driver_id and record.status <> 'inactive'
    where ${isRefused('known.state')} and known.seen_at > ${countsSince} ${id === null ? sql`` : sql`and record.id = ${id}`}
    union all
    select known.provider, null, car.id::text, car.plate, known.reason, known.seen_at
    from platform_vehicles known
    join vehicles car on car.plate = known.plate and car.status <> 'sold'
    where ${isRefused('known.state')} and known.seen_at > ${countsSince}
      ${
        id === null
          ? sql``
          : sql`and exists (select from assignments held where held.vehicle_id = car.id and held.driver_id = ${id}
              and held.period @> ${now.toString()}::timestamptz)`
      }`
}

/** The signed-in driver's own account and current car, when a platform refused or blocked them. */
export function listOwnRefused(driver: OwnDriverId, now: Temporal.Instant): Promise<BlockedOnPlatform[]> {
  return listBlockedOnPlatforms(now, db, driver)
}
