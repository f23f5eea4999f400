import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { listed, momentOf } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import type { DriverName } from '#domain/driver.ts'
import type { SourceKey } from '#domain/import.ts'
import { cents } from '#domain/money.ts'
import type { HoursOfDay } from '#domain/hours-in-a-row.ts'
import type { HourOfWeek } from '#domain/paid-by-hour.ts'
import type { Platform } from '#domain/performance.ts'
import { type PlatformWord, wordsOfState } from '#domain/platform-state.ts'
import { readRecordId } from '#domain/record-id.ts'
import { type Week, ZONE, previousWeek, weekAt } from '#domain/week.ts'
import type { Span } from '#domain/working-times.ts'

/** What a platform's own answers tell of a driver's week; `null` where they do not. Figures go by the names that files have for them. */
export type CollectedWork = {
  source: Platform
  week: Week
  /** The names the platform has for the driver. */
  keys: readonly SourceKey[]
  measures: Readonly<Record<string, number>>
}

/** The driver's names on a platform, as `attribute` reads them. */
const KEYS = sql<SourceKey[]>`jsonb_build_array(jsonb_build_object('kind', 'driver', 'value', days.driver))
  || case when max(known.email) is null then '[]'::jsonb else jsonb_build_array(jsonb_build_object('kind', 'email', 'value', lower(max(known.email)))) end`

/**
 * What platforms say of some weeks when they are asked, by driver and week; with `records`, of those who may be these. Of a week that is not
 * there from its first moment to its last nothing is told: half of its trips would be taken for all.
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
    where days.week = any(${weeks}::date[]) ${records === undefined ? sql`` : mayBe(records)}
    group by days.provider, days.driver, days.week
    order by days.week, days.driver`.execute(on)
  return rows.map(({ source, week, keys, ...figures }) => ({
    source,
    week,
    keys,
    measures: Object.fromEntries(Object.entries(figures).filter((one): one is [string, number] => one[1] !== null)),
  }))
}

/** A week that a platform reported in full when it was asked, and when it last reported something new of it. */
export type ConnectedWeek = { source: Platform; week: Week; saidAt: string }

/** The weeks of these that a connection has brought whole. */
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

/** What a platform reported of these records in such a week, by the names that files have for its figures. */
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
  return connectedWeeks.flatMap((one) => {
    const own = work.filter(({ source, week }) => source === one.source && week === one.week)
    if (own.length === 0) return []
    const measures: Record<string, number> = {}
    for (const { measures: more } of own)
      for (const [name, figure] of Object.entries(more)) measures[name] = (measures[name] ?? 0) + figure
    return [{ ...one, measures }]
  })
}

/** Days of those who may be these, by both ways to a name: asked as one or the other of each day, every day is held against every name. */
function mayBe(records: readonly string[]) {
  const theirs = sql`(key.driver_id = any(${records}::uuid[]) or key.was_of && ${records}::uuid[])`
  return sql`and (days.provider, days.driver) in (
    select key.source, key.value from source_keys key where key.kind = 'driver' and ${theirs}
    union
    select called.provider, called.driver from platform_drivers called
      join source_keys key on key.source = called.provider and key.kind = 'email' and key.value = lower(called.email)
      where ${theirs})`
}

/** A trip as an order tells it: the driver by the platform's identifier, from when it was taken on to its end. */
export type CollectedTrip = { source: Platform; driver: string; from: Temporal.Instant; to: Temporal.Instant }

/** What platforms say was driven in a week, by day, and by record of the fleet where the name they have is known. */
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

/** What platforms say was driven in some weeks, as one of several questions. */
export const drivenWeeks = (weeks: readonly Week[]) =>
  listed(
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

/** Finished orders of a car in a week, by the names its plate goes by, in the order of time. */
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

/** A time in which a passenger may have sat in a car, by an order: from the pick-up, or from before it where an order says none. */
export type CollectedRide = { vehicleId: string; from: Temporal.Instant; to: Temporal.Instant }

/** Of some cars and weeks, by the names their plates go by. */
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

/** The names by which a platform that is asked knows its drivers: who is not among them drives for another account of it. */
export async function listNamesAsked(provider: Platform, on: Kysely<DB> = db): Promise<ReadonlySet<string>> {
  const rows = await on
    .selectFrom('platform_drivers')
    .select(['driver', 'email'])
    .where('provider', '=', provider)
    .execute()
  return new Set(rows.flatMap(({ driver, email }) => [driver, ...(email === null ? [] : [email.toLowerCase()])]))
}

/** What a driver's orders of a week come to, in cents, by the names that files have. */
export type CollectedMoney = {
  week: Week
  driver: string
  name: string | null
  email: string | null
  trips: number
  sums: Readonly<Record<'tips' | 'tolls' | 'booking' | 'cancellation' | 'commission', number>>
}

/** The orders of some weeks by driver, those who had any. */
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

/** Weeks whose hours are looked at together: enough to have each of them some times, and not last summer's. */
const WEEKS_OF_HOURS = 8

/**
 * What Bolt's orders left in each hour of the week, and how long drivers were online in it, over the last eight weeks that are over;
 * with `records`, of those who may be these. An order counts in the hour in which it was taken on. A day counts where its hours are
 * known, with its orders and its time, or not at all.
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
        ${records === undefined ? sql`` : mayBe(records)}),
    online as (
      select extract(isodow from day)::int as day, (place - 1)::int as hour, sum(seconds)::int as seconds
      from known, unnest(online_by_hour) with ordinality as one (seconds, place) group by 1, 2),
    taken as (
      select driver, net_cents, coalesce(accepted_at, created_at) at time zone ${ZONE} as at from platform_orders
      where provider = 'bolt' and status = 'finished' and driver in (select driver from known)
        -- Who takes an order on before midnight may end it on the next day.
        and day >= ${first}::date and day <= ${end}::date),
    paid as (
      select extract(isodow from known.day)::int as day, extract(hour from at)::int as hour, sum(net_cents)::int as paid
      from taken join known on known.driver = taken.driver and known.day = at::date group by 1, 2)
    select day, hour, coalesce(seconds, 0) as seconds, coalesce(paid, 0) as paid from online full join paid using (day, hour)
    where coalesce(seconds, 0) > 0 or coalesce(paid, 0) > 0
    order by 1, 2`.execute(on)
  return rows.map((row) => ({ ...row, paid: cents(row.paid) }))
}

/** Days of whose hours a driver and the office are told. */
const DAYS_OF_HOURS = 28

/** How long Bolt says that these records were online, by hour of each of the last four weeks' days, oldest first. */
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
      where days.provider = 'bolt' and day >= ${first}::date and online_by_hour is not null ${mayBe(records)}
      group by day, place
    ) hours group by day order by day`.execute(on)
  return rows
}

/** What a platform that is asked said of a record's day: seconds online, and from when until when, seconds since 1970; `null` where that was not kept. */
export type CollectedDay = {
  record: string
  source: Platform
  day: string
  online: number
  spans: readonly Span[] | null
}

/** A day as it is kept: its times are seconds from its beginning, each from when to when. */
export type KeptDay = Omit<CollectedDay, 'spans'> & { begins: number; spans: number[] | null }

/** Between two days, both included: to be read with other times; with `records`, of these alone. */
export function selectOnlineDays({ from, until }: { from: string; until: string }, records?: readonly string[]) {
  return sql<KeptDay>`
    select distinct key.driver_id as record, days.provider as source, days.day::text as day, online_seconds as online, online_spans as spans,
      extract(epoch from days.day::timestamp at time zone ${ZONE})::float8 as begins
    from platform_days days ${named('days', records)}
    where days.day between ${from}::date and ${until}::date and online_seconds > 0`
}

/** Turns a day as the database keeps it into one whose times are moments. */
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

/** A record's time on a trip. */
export type TimeOnTrip = Span & { record: string; source: Platform }

/** From when an order was taken on to its end, of finished orders that ended between two days: to be read with other times. */
export function selectTimesOfOrders({ from, until }: { from: string; until: string }, records?: readonly string[]) {
  return sql<TimeOnTrip>`
    select distinct key.driver_id as record, taken.provider as source, extract(epoch from coalesce(accepted_at, taken.created_at))::float8 as "from",
      extract(epoch from coalesce(dropped_off_at, finished_at))::float8 as "to"
    from platform_orders taken ${named('taken', records)}
    where taken.day between ${from}::date and ${until}::date and taken.status = 'finished'
      and coalesce(dropped_off_at, finished_at) > coalesce(accepted_at, taken.created_at)`
}

/** Joins rows that have a platform's own name of a driver with the record that goes by it. */
function named(rows: 'days' | 'taken', records: readonly string[] | undefined) {
  const of = sql.ref(rows)
  const own = records === undefined ? sql`` : sql`and key.driver_id = any(${records}::uuid[])`
  // Both ways to a record are named first: asked as one or the other of each row, every row is held against every name.
  return sql`join (
      select key.source, key.value as driver, key.driver_id from source_keys key
      where key.kind = 'driver' and key.driver_id is not null ${own}
      union
      select known.provider, known.driver, key.driver_id from platform_drivers known
        join source_keys key on key.source = known.provider and key.kind = 'email' and key.value = lower(known.email)
      where key.driver_id is not null ${own}
    ) key on key.source = ${of}.provider and key.driver = ${of}.driver`
}

/** When platforms that are asked last said something new of a time between two days. */
export async function listTellings(
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

/** How a driver stands on each platform that names them: by the identifier that files have, else by the e-mail. */
export async function listWordsOfDriver(driverId: string, on: Kysely<DB> = db): Promise<PlatformWord[]> {
  const { rows } = await sql<Omit<PlatformWord, 'at'> & { at: Temporal.Instant }>`
    select known.provider as platform, known.name, known.state as word, known.state_at as at
    from platform_drivers known
    where known.state <> '' and exists (
      select from source_keys key where key.source = known.provider and key.driver_id = ${readRecordId(driverId)}
        and ((key.kind = 'driver' and lower(key.value) = lower(known.driver)) or (key.kind = 'email' and key.value = lower(known.email))))
    order by known.provider desc, known.name`.execute(on)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toString() }))
}

/** How a car stands on each platform that names its plate. */
export async function listWordsOfCar(vehicleId: string, on: Kysely<DB> = db): Promise<PlatformWord[]> {
  const { rows } = await sql<Omit<PlatformWord, 'at'> & { at: Temporal.Instant }>`
    select provider as platform, plate as name, state as word, seen_at as at
    from platform_vehicles
    where state <> '' and plate = (select plate from vehicles where id = ${readRecordId(vehicleId)})
    order by provider desc`.execute(on)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toString() }))
}

/** Days for which a word of a platform that is not fetched any more is believed. */
const BELIEVED_DAYS = 7

/** A driver or a car that is here and that a platform refused or blocked. */
export type RefusedThere = {
  platform: Platform
  driverId: string | null
  vehicleId: string | null
  /** The driver's name, or the plate. */
  name: string
  /** The platform's own reason, where it says one. */
  reason: string | null
  since: string
}

/** Whom and what a platform refused or blocked, who has waited longest first; with `driverId`, that driver and the cars they have now. */
export async function listRefusedThere(
  now: Temporal.Instant,
  on: Kysely<DB> = db,
  driverId?: string,
): Promise<RefusedThere[]> {
  const { rows } = await sql<Omit<RefusedThere, 'since'> & { since: Temporal.Instant }>`${selectRefused(now, driverId)}
    order by since, name, platform`.execute(on)
  return rows.map(({ since: at, ...row }) => ({ ...row, since: at.toString() }))
}

/** How many they are, and who or what has waited longest; `null` for none. */
export const refusedThere = (now: Temporal.Instant) => ({
  ask: () =>
    sql`(select *, count(*) over () as count from (${selectRefused(now)}) refused order by since, name, platform limit 1)`,
  read: (row: (RefusedThere & { count: number }) | null) => {
    if (row === null) return null
    const { count, since, ...first } = row
    return { count, first: { ...first, since: momentOf(since) } }
  },
})

function selectRefused(now: Temporal.Instant, driverId?: string) {
  const isRefused = (state: string) =>
    sql`lower(regexp_replace(${sql.ref(state)}, '^ONBOARDING_STATUS_', '', 'i')) = any(${wordsOfState('refused')}::text[])`
  const since = sql`${now.subtract({ hours: 24 * BELIEVED_DAYS }).toString()}::timestamptz`
  const id = driverId === undefined ? null : readRecordId(driverId)
  return sql`
    select distinct known.provider as platform, record.id::text as "driverId", null::text as "vehicleId", record.name, known.reason,
      known.state_at as since
    from platform_drivers known
    join source_keys key on key.source = known.provider and key.driver_id is not null
      and ((key.kind = 'driver' and lower(key.value) = lower(known.driver)) or (key.kind = 'email' and key.value = lower(known.email)))
    join drivers record on record.id = key.driver_id and record.status <> 'inactive'
    where ${isRefused('known.state')} and known.seen_at > ${since} ${id === null ? sql`` : sql`and record.id = ${id}`}
    union all
    select known.provider, null, car.id::text, car.plate, known.reason, known.seen_at
    from platform_vehicles known
    join vehicles car on car.plate = known.plate and car.status <> 'sold'
    where ${isRefused('known.state')} and known.seen_at > ${since}
      ${
        id === null
          ? sql``
          : sql`and exists (select from assignments held where held.vehicle_id = car.id and held.driver_id = ${id}
              and held.period @> ${now.toString()}::timestamptz)`
      }`
}

/** The reader's own: the account, and the car that they have. */
export function listOwnRefused(driver: OwnDriverId, now: Temporal.Instant): Promise<RefusedThere[]> {
  return listRefusedThere(now, db, driver)
}
