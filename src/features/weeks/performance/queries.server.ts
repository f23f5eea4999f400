import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { lastOf } from '#domain/certain.ts'
import { namesApart } from '#domain/driver.ts'
import { hoursInARow } from '#domain/hours-in-a-row.ts'
import type { ReportKind } from '#domain/import.ts'
import { attribute } from '#domain/matching.ts'
import { type Band, middleHalf } from '#domain/middle-half.ts'
import { cents, sum } from '#domain/money.ts'
import {
  type Figures,
  type FiguresPeriod,
  NOTHING_REPORTED,
  PLATFORMS,
  type Platform,
  type Ratio,
  type ReportedWeek,
  adjacentPeriod,
  figuresOf,
  periodOfWeek,
  ratioOf,
} from '#domain/performance.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, ZONE, previousWeek, weekAt } from '#domain/week.ts'
import {
  type ConnectedWeek,
  listConnectedWeeks,
  listConnectedWork,
  listHoursOfDays,
  listHoursOfWeek,
} from '#features/connections/collected/queries.server.ts'
import { activityOfWeeks, recordsOf } from '#features/adjustments/activity/queries.server.ts'
import { comparesDrivers } from '#features/company/queries.server.ts'
import { readDirectories } from '#features/imports/owners/queries.server.ts'
import { listNamedRows, listRows } from '#features/imports/rows/queries.server.ts'
import {
  type FigureSource,
  type FiguresView,
  type FleetPerformance,
  HOURS_TOGETHER,
  type OpenedPerformance,
  type OwnPerformance,
  type Performance,
  type ReportedRow,
  type TripsAt,
} from './schema.ts'

/** Number of weeks in the line of each row. */
const WEEKS_OF_LINE = 12

/** The view that is shown first: by driver, both platforms together. */
export const OF_DRIVERS: FiguresView = { by: 'driver', of: 'all' }

/**
 * The figures of every driver who drove in a period: for it, for the period before, and for each of the twelve weeks that end
 * with it; or the same by car or by platform. Without `requested`, for the newest week in files. All records of a person count
 * together.
 */
export async function showPerformance(
  requested: FiguresPeriod | null,
  now: Temporal.Instant,
  view: FiguresView = OF_DRIVERS,
  on: Kysely<DB> = db,
): Promise<FleetPerformance> {
  const newest = await findNewestReported(now, on)
  const { period, before, weeks, read } = periodsOf(
    requested ?? periodOfWeek(newest ?? previousWeek(weekAt(now))),
    newest,
  )
  const [reported, people, held, sources, connected] = await Promise.all([
    readReported(read, on),
    listPeople(on),
    view.by === 'car' ? listOnlyCars(read, on) : null,
    listSources(period.weeks, on),
    listConnectedWeeks(period.weeks, on),
  ])
  const groups = new Map<string, { name: string; reported: Map<Week, ReportedWeek[]> }>()
  let withoutCar = 0
  const add = (id: string, name: string, week: Week, report: ReportedWeek) => {
    const group = groups.get(id) ?? { name, reported: new Map<Week, ReportedWeek[]>() }
    group.reported.set(week, [...(group.reported.get(week) ?? []), report])
    groups.set(id, group)
  }
  for (const { record, week, report } of reported) {
    const { person, name } = people.get(record) ?? { person: record, name: '' }
    if (view.by === 'driver') add(person, people.get(person)?.name ?? name, week, report)
    else if (view.by === 'platform') for (const platform of PLATFORMS) add(platform, platform, week, report)
    else {
      const car = held?.get(`${record} ${week}`)
      if (car) add(car.id, car.plate, week, report)
      else if (period.weeks.includes(week)) withoutCar += 1
    }
  }
  const rows = [...groups].flatMap(([id, { name, reported: own }]): Performance[] => {
    if (!period.weeks.some((week) => own.has(week))) return []
    const of = view.by === 'platform' ? (PLATFORMS.find((platform) => platform === id) ?? view.of) : view.of
    const figures = (some: readonly Week[]) =>
      figuresOf(
        some.flatMap((week) => own.get(week) ?? []),
        of,
      )
    const row = {
      id,
      name,
      figures: figures(period.weeks),
      before: figures(before.weeks),
      weeks: weeks.map((week) => figures([week])),
    }
    // Leave out rows that have nothing on the chosen platform.
    const hasSome = of === 'all' || Object.values(row.figures).some((value) => value !== null)
    return hasSome ? [row] : []
  })
  return { ...view, period, before, newest, weeks, rows, sources, connected, withoutCar }
}

/**
 * The weeks to read for a period. The line of weeks ends with the period, or with the newest week in files, so that none of
 * its weeks is still to come.
 */
function periodsOf(period: FiguresPeriod, newest: Week | null) {
  const before = adjacentPeriod(period, 'before')
  const last = lastOf([...period.weeks])
  const end = newest !== null && newest < last && period.weeks.includes(newest) ? newest : last
  const weeks = Array.from({ length: WEEKS_OF_LINE }, (_, back) => previousWeek(end, WEEKS_OF_LINE - 1 - back))
  return { period, before, weeks, read: [...new Set([...weeks, ...period.weeks, ...before.weeks])] }
}

const NO_REPORTS: ReportedWeek = { uber: NOTHING_REPORTED, bolt: NOTHING_REPORTED, net: null }

/** The figures that files and statements report of each record and week; with `records`, only of these. */
async function readReported(weeks: readonly Week[], on: Kysely<DB>, records?: readonly string[]) {
  const [activity, nets] = await Promise.all([activityOfWeeks(weeks, on, records), listNets(weeks, on, records)])
  const found = new Map<string, { record: string; week: Week; report: ReportedWeek }>()
  const add = (record: string, week: Week, merge: (report: ReportedWeek) => ReportedWeek) => {
    const key = `${record} ${week}`
    found.set(key, { record, week, report: merge(found.get(key)?.report ?? NO_REPORTS) })
  }
  for (const [week, own] of activity)
    for (const [record, { reported }] of own) add(record, week, (report) => ({ ...reported, net: report.net }))
  for (const { record, week, net } of nets)
    add(record, week, (report) => ({ ...report, net: report.net === null ? net : sum([report.net, net]) }))
  return [...found.values()]
}

/**
 * One driver's figures of a period, with the sums they are made of and the lines of files behind them. Refuses
 * `record.not-found`.
 */
export async function openPerformance(
  id: string,
  requested: FiguresPeriod | null,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<OpenedPerformance> {
  const driverId = readRecordId(id)
  const [newest, people, records] = await Promise.all([
    findNewestReported(now, on),
    listPeople(on),
    recordsOf([driverId], on),
  ])
  const person = people.get(driverId)
  if (!person) throw new Refusal('record.not-found')
  const { period, before, weeks, read } = periodsOf(
    requested ?? periodOfWeek(newest ?? previousWeek(weekAt(now))),
    newest,
  )
  const [reported, lines, connected, hours, days] = await Promise.all([
    readReported(read, on, records),
    listReportedRows(period.weeks, records, on),
    listConnectedWork(period.weeks, records, on),
    listHoursOfWeek(now, on, records),
    listHoursOfDays(now, records, on),
  ])
  const reportedByWeek = Map.groupBy(reported, ({ week }) => week)
  const reportsOf = (some: readonly Week[]) =>
    some.flatMap((week) => reportedByWeek.get(week)?.map(({ report }) => report) ?? [])
  const during = reportsOf(period.weeks)
  const parts = (name: Ratio) => ratioOf(name, during)
  return {
    id: person.person,
    name: people.get(person.person)?.name ?? person.name,
    period,
    beforePeriod: before,
    newest,
    lineWeeks: weeks,
    figures: figuresOf(during),
    before: figuresOf(reportsOf(before.weeks)),
    weeks: weeks.map((week) => figuresOf(reportsOf([week]))),
    of: { uber: figuresOf(during, 'uber'), bolt: figuresOf(during, 'bolt') },
    parts: {
      perHour: parts('perHour'),
      perTrip: parts('perTrip'),
      perKilometre: parts('perKilometre'),
      tripsPerHour: parts('tripsPerHour'),
      utilisation: parts('utilisation'),
    },
    reportedRows: lines,
    connected,
    hours,
    days: hoursInARow(days),
  }
}

/** The figures of one driver in each of the last twelve weeks up to the current one, oldest first. */
export async function listWeeksOf(
  driverId: string,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<readonly Figures[]> {
  const weeks = Array.from({ length: WEEKS_OF_LINE }, (_, back) => previousWeek(weekAt(now), WEEKS_OF_LINE - 1 - back))
  const reported = Map.groupBy(await readReported(weeks, on, await recordsOf([driverId], on)), ({ week }) => week)
  return weeks.map((week) => figuresOf(reported.get(week)?.map(({ report }) => report) ?? []))
}

/**
 * The figures of one car in each of the last twelve weeks up to the current one, oldest first: only weeks in which its
 * driver had no other car.
 */
export async function listWeeksDriven(
  vehicleId: string,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<readonly Figures[]> {
  const weeks = Array.from({ length: WEEKS_OF_LINE }, (_, back) => previousWeek(weekAt(now), WEEKS_OF_LINE - 1 - back))
  const held = new Set([...(await listOnlyCars(weeks, on))].flatMap(([key, { id }]) => (id === vehicleId ? [key] : [])))
  const records = [...new Set([...held].map((key) => key.slice(0, key.indexOf(' '))))]
  const reported = held.size === 0 ? [] : await readReported(weeks, on, records)
  const byWeek = Map.groupBy(
    reported.filter(({ record, week }) => held.has(`${record} ${week}`)),
    ({ week }) => week,
  )
  return weeks.map((week) => figuresOf(byWeek.get(week)?.map(({ report }) => report) ?? []))
}

/** The reader's own last twelve weeks up to the current one, from all records of this person and from nobody else's. */
export async function showOwnPerformance(
  driverId: OwnDriverId,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<OwnPerformance> {
  const weeks = Array.from({ length: WEEKS_OF_LINE }, (_, back) => previousWeek(weekAt(now), WEEKS_OF_LINE - 1 - back))
  const records = await recordsOf([driverId], on)
  const [reported, lines, connected, trips, hours, days, middle] = await Promise.all([
    readReported(weeks, on, records),
    listReportedRows(weeks, records, on),
    listConnectedWork(weeks, records, on),
    listTripsAt(weeks, records, on),
    listHoursOfWeek(now, on, records),
    listHoursOfDays(now, records, on),
    listMiddleHalves(weeks, on),
  ])
  const reportedByWeek = Map.groupBy(reported, ({ week }) => week)
  const during = (week: Week) => reportedByWeek.get(week)?.map(({ report }) => report) ?? []
  const figures = (of: Platform | 'all') => weeks.map((week) => figuresOf(during(week), of))
  const rowsByReport = Map.groupBy(lines, ({ report }) => report)
  return {
    weeks,
    all: figures('all'),
    of: { uber: figures('uber'), bolt: figures('bolt') },
    together: figuresOf(weeks.flatMap(during)),
    middle,
    trips,
    hours,
    days: hoursInARow(days),
    sources: REPORTS.flatMap((report) => {
      const some = rowsByReport
        .get(report)
        ?.map(({ readAt }) => readAt)
        .toSorted()
      return some ? [{ report, readAt: lastOf(some) }] : []
    }),
    connected: newestOf(connected),
  }
}

/** Each platform once, with the last moment at which it reported something new. */
function newestOf(connected: readonly ConnectedWeek[]): Pick<ConnectedWeek, 'source' | 'saidAt'>[] {
  return [...Map.groupBy(connected, ({ source }) => source)].map(([source, own]) => ({
    source,
    saidAt: lastOf(own.map(({ saidAt }) => saidAt).toSorted()),
  }))
}

/** Cents to which the ends of a band are rounded. */
const STEP = 50

/**
 * For each of these weeks, the two hourly earnings between which half of all measured drivers lie: two amounts that name nobody.
 * `null` when the company compares nobody; then no one else's week is read.
 */
async function listMiddleHalves(weeks: readonly Week[], on: Kysely<DB>): Promise<readonly (Band | null)[] | null> {
  if (!(await comparesDrivers(on))) return null
  const [activity, people] = await Promise.all([activityOfWeeks(weeks, on), listPeople(on)])
  return weeks.map((week) => {
    const byPerson = Map.groupBy(activity.get(week) ?? [], ([record]) => people.get(record)?.person ?? record)
    const rates = [...byPerson.values()].flatMap((own) => {
      const { perHour } = figuresOf(own.map(([, { reported }]) => ({ ...reported, net: null })))
      return perHour === null ? [] : [perHour]
    })
    return middleHalf(rates, STEP)
  })
}

/**
 * When trips of these records began, by reports and orders, on the clock of Lisbon. A cancelled trip has no end and
 * does not count.
 */
async function listTripsAt(
  weeks: readonly Week[],
  records: readonly string[],
  on: Kysely<DB>,
): Promise<readonly TripsAt[]> {
  const { rows } = await sql<{ day: number; from: number; trips: number }>`
    with named as materialized (
      select source, value from source_keys where source in ('uber', 'bolt') and kind = 'driver' and driver_id = any(${records}::uuid[]))
    select extract(isodow from begun)::int as day, (extract(hour from begun)::int / ${HOURS_TOGETHER}::int) * ${HOURS_TOGETHER}::int as from,
      count(*)::int as trips
    from named, lateral (
      select coalesce(accepted_at, created_at) at time zone ${ZONE} as begun from platform_orders taken
      where taken.provider = named.source and taken.driver = named.value and taken.week = any(${weeks}::date[])
        and taken.status = 'finished'
      union all
      select at at time zone ${ZONE} from import_rows trip
      where named.source = 'uber' and trip.state = 'live' and trip.keys @> jsonb_build_array(jsonb_build_object('kind', 'driver', 'value', named.value))
        and trip.source = 'uber' and trip.report = 'trip_activity' and trip.week = any(${weeks}::date[])
        and (facts ->> 'until')::timestamptz > at offset 0) trips
    group by 1, 2 order by 1, 2`.execute(on)
  return rows
}

/** The lines of files about these records in some weeks, each with the moment its file was read. */
async function listReportedRows(
  weeks: readonly Week[],
  records: readonly string[],
  on: Kysely<DB>,
): Promise<readonly ReportedRow[]> {
  const [named, directoryIn] = await Promise.all([
    listNamedRows({ weeks, of: 'work', drivers: records }, on),
    readDirectories(weeks, on),
  ])
  const ids = named.flatMap((row) => {
    const owner = attribute(row, directoryIn(row.week))
    return owner.to === 'driver' && records.includes(owner.driverId) ? [row.id] : []
  })
  const rows = await listRows(ids, on)
  const readAtOf = await listReadings([...new Set(rows.map(({ importId }) => importId))], on)
  return rows.map(({ id, importId, file, line, source, report, week, measures }) => {
    const readAt = readAtOf.get(importId) ?? ''
    return { id, importId, file, line, source, report, week, measures, readAt }
  })
}

async function listReadings(ids: readonly number[], on: Kysely<DB>): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await on.selectFrom('imports').select(['id', 'imported_at']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, imported_at }) => [id, imported_at.toString()]))
}

async function findNewestReported(now: Temporal.Instant, on: Kysely<DB>): Promise<Week | null> {
  const { week } = await on
    .selectFrom('import_weeks')
    .select(sql<string | null>`max(week)`.as('week'))
    .where('source', 'in', PLATFORMS)
    .where('live_rows', '>', 0)
    .where('week', '<', weekAt(now))
    .executeTakeFirstOrThrow()
  return week as Week | null
}

async function listPeople(on: Kysely<DB>) {
  const rows = await on
    .selectFrom('drivers')
    .select(['id', 'ref', 'name'])
    .select(sql<string>`standing_record(id)`.as('person'))
    .execute()
  return new Map(namesApart(rows).map(({ id, name, person }) => [id, { name, person }]))
}

/** The car of each record in each week in which it had exactly one, by record and week. */
async function listOnlyCars(weeks: readonly Week[], on: Kysely<DB>) {
  const { rows } = await sql<{ driver_id: string; week: string; id: string; plate: string }>`
    select driver_id, asked.week, min(vehicles.id::text) as id, min(plate) as plate
    from unnest(${weeks}::date[]) as asked (week)
    join assignments on period && tstzrange(
      asked.week::timestamp at time zone ${ZONE}, (asked.week + 7)::timestamp at time zone ${ZONE})
    join vehicles on vehicles.id = vehicle_id
    group by driver_id, asked.week having count(distinct vehicle_id) = 1`.execute(on)
  return new Map(rows.map(({ driver_id, week, id, plate }) => [`${driver_id} ${week}`, { id, plate }]))
}

/** The net of the statements of these weeks; a voided one counts nothing. */
async function listNets(weeks: readonly Week[], on: Kysely<DB>, records?: readonly string[]) {
  const rows = await on
    .selectFrom('settlements')
    .select(['driver_id', 'week', 'net_cents'])
    .where('week', '=', sql<string>`any(${weeks}::date[])`)
    .where('state', '<>', 'void')
    .$if(records !== undefined, (query) =>
      query.where('driver_id', '=', sql<string>`any(${[...(records ?? [])]}::uuid[])`),
    )
    .execute()
  return rows.map((row) => ({ record: row.driver_id, week: row.week as Week, net: cents(row.net_cents) }))
}

/** The reports behind the figures, as far as their rows count, each with when it was last read. */
const REPORTS = [
  'payments_driver',
  'driver_activity',
  'driver_quality',
  'earnings',
  'performance',
] as const satisfies readonly ReportKind[]

async function listSources(weeks: readonly Week[], on: Kysely<DB>): Promise<FigureSource[]> {
  const rows = await on
    .selectFrom('import_weeks')
    .innerJoin('imports', 'imports.id', 'import_weeks.import_id')
    .select(['imports.kind', 'week', 'imported_at', 'live_rows'])
    .where('week', '=', sql<string>`any(${weeks}::date[])`)
    .where('import_weeks.source', 'in', PLATFORMS)
    .where('live_rows', '>', 0)
    .orderBy('imported_at')
    .execute()
  return REPORTS.flatMap((report) => {
    const some = rows.filter(({ kind }) => kind === report)
    if (some.length === 0) return []
    const reportedWeeks = new Set(some.map(({ week }) => week))
    const readAt = lastOf(some).imported_at.toString()
    const count = some.reduce((soFar, { live_rows }) => soFar + Number(live_rows), 0)
    return [{ report, readAt, weeks: weeks.filter((week) => reportedWeeks.has(week)), rows: count }]
  })
}
