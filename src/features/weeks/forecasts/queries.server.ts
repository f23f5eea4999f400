import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { keptEach } from '#db/kept-by-tables.server.ts'
import type { DB } from '#db/types.ts'
import { WEEKS_COMPARED } from '#domain/anomaly.ts'
import { requireValue } from '#domain/certain.ts'
import { driversApart } from '#domain/driver.ts'
import { earningsOf } from '#domain/earning.ts'
import {
  type ReportedDays,
  FORECAST_PARTS,
  type ForecastPart,
  type PastOwnWeek,
  type WeekForecast,
  cashForecast,
  reportedDays,
  forecastWeek,
} from '#domain/forecast.ts'
import { attribute } from '#domain/matching.ts'
import { type Cents, cents, minus } from '#domain/money.ts'
import type { Cost, DriverWeek } from '#domain/settlement-types.ts'
import { type Week, previousWeek, weekAt, weekName } from '#domain/week.ts'
import { readDirectory } from '#features/imports/owners/queries.server.ts'
import { listNamedRows } from '#features/imports/rows/queries.server.ts'
import { listDueWhenEarning } from '#features/plans/queries.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import type { ShownForecast } from './schema.ts'

/**
 * The forecast of an open week, for the company and for every driver whose statement is a draft: the current week or,
 * if `requested`, the one before it while nothing of it is approved.
 */
export async function showForecast(
  requested: Week | null,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<ShownForecast> {
  const current = weekAt(now)
  const open = (await isApproved(previousWeek(current), on)) ? [current] : [current, previousWeek(current)]
  const week = open.find((openWeek) => openWeek === requested) ?? current
  const [{ statements, isBeforeFirstPaid }, reported, past, due] = await Promise.all([
    getWeek(week, on),
    listReportedDays(week, on),
    listPastOwnWeeks(week, on),
    listDueWhenEarning(week, on),
  ])
  const days = Object.fromEntries(
    reported.map((reportedPart) => [reportedPart.part, reportedPart.days]),
  ) as ReportedDays
  const drafts = isBeforeFirstPaid
    ? []
    : statements.flatMap((statement) => (statement.state === 'draft' && statement.settlement ? [statement] : []))
  const forecasts = driversApart(drafts).map(({ driver, whatIf }) => {
    const pastOfDriver = past.get(driver.id) ?? []
    return {
      driver,
      weeks: pastOfDriver.length,
      forecast: keptForecast(whatIf.driverWeek, days, pastOfDriver, due.get(driver.id)),
    }
  })
  return {
    week,
    name: weekName(week),
    isCurrent: week === current,
    open: open.map((openWeek) => ({ week: openWeek, name: weekName(openWeek) })),
    drivers: forecasts
      .map(({ driver: { id, name }, weeks, forecast: { known, likely, low, high, missing, isBlind } }) => ({
        driver: { id, name },
        known: known.net,
        weeks,
        likely,
        low,
        high,
        missing,
        isBlind,
      }))
      .toSorted((a, b) => a.likely - b.likely),
    issued: statements.length - drafts.length,
    cash: cashForecast(forecasts.map(({ forecast }) => forecast)),
    reported,
  }
}

/** Forecasts kept by their draft: each takes eight calculations, and a change replaces few drafts. */
const kept = new WeakMap<DriverWeek, { inputs: string; forecast: WeekForecast }>()

const keptForecast: typeof forecastWeek = (driverWeek, reported, past, idle) => {
  const inputs = [JSON.stringify([reported, idle]), ...past.map(textOf)].join('\n')
  const known = kept.get(driverWeek)
  if (known?.inputs === inputs) return known.forecast
  const forecast = forecastWeek(driverWeek, reported, past, idle)
  kept.set(driverWeek, { inputs, forecast })
  return forecast
}

/** Each past week as one text, by which inputs are compared: the weeks themselves are kept, so few texts are written anew. */
const textOfWeek = new WeakMap<PastOwnWeek, string>()

function textOf(past: PastOwnWeek): string {
  const known = textOfWeek.get(past)
  if (known !== undefined) return known
  const now = JSON.stringify(past)
  textOfWeek.set(past, now)
  return now
}

async function isApproved(week: Week, on: Kysely<DB>): Promise<boolean> {
  const { found } = await on
    .selectNoFrom(
      sql<boolean>`exists (select from settlements where week = ${week} and state not in ('void', 'issued'))`.as(
        'found',
      ),
    )
    .executeTakeFirstOrThrow()
  return found
}

/** The kinds of rows that each part of a week is made of. */
const ROWS_OF: Readonly<Record<ForecastPart, { source: string | null; kinds: readonly string[] }>> = {
  uber: { source: 'uber', kinds: ['earning', 'activity'] },
  bolt: { source: 'bolt', kinds: ['earning', 'activity'] },
  fuel: { source: null, kinds: ['fuel', 'adblue', 'wash'] },
  charging: { source: null, kinds: ['charging'] },
  tolls: { source: null, kinds: ['toll', 'parking'] },
}

/** The number of days of the week that files report for each part: the file that reaches furthest counts. */
async function listReportedDays(week: Week, on: Kysely<DB>): Promise<ShownForecast['reported']> {
  const { rows } = await sql<{ source: string; kind: string; until: string | null; came: Temporal.Instant }>`
    select own.source, own.kind, imports.period_to as until, imports.imported_at as came
    from (select distinct source, kind, import_id from import_rows where week = ${week} and state = 'live') own
    join imports on imports.id = own.import_id`.execute(on)
  return FORECAST_PARTS.map((part) => {
    const { source, kinds } = ROWS_OF[part]
    const files = rows.filter((row) => (source === null || row.source === source) && kinds.includes(row.kind))
    const newest = files.toSorted((a, b) => Temporal.Instant.compare(b.came, a.came))[0]
    const days = files.map(({ until, came }) => reportedDays(week, { until, cameAt: came }))
    return { part, days: Math.max(0, ...days), cameAt: newest?.came.toString() ?? null }
  })
}

/**
 * By driver, the weeks before that have a statement and in which a platform paid them: earnings by the files, costs by
 * the statements.
 */
async function listPastOwnWeeks(week: Week, on: Kysely<DB>): Promise<ReadonlyMap<string, PastOwnWeek[]>> {
  const weeks = Array.from({ length: WEEKS_COMPARED }, (_, back) => previousWeek(week, back + 1))
  const pastOf = await pastWeeks(weeks, on)
  const past = new Map<string, PastOwnWeek[]>()
  for (const pastWeek of weeks)
    for (const [driverId, own] of requireValue(pastOf, pastWeek))
      past.set(driverId, [...(past.get(driverId) ?? []), own])
  return past
}

/** Past weeks by driver, each kept while its rows and statements and all names are the same. */
export const pastWeeks = keptEach(
  {
    shared: ['source_keys', 'vehicles', 'assignments'],
    ofWeek: ['import_weeks', 'row_answers', 'passage_answers', 'settlements'],
    weekOf: (week: Week) => week,
  },
  readPastWeeks,
  2 * WEEKS_COMPARED,
)

async function readPastWeeks(
  weeks: readonly Week[],
  on: Kysely<DB>,
): Promise<ReadonlyMap<Week, ReadonlyMap<string, PastOwnWeek>>> {
  const [rows, directory, spent] = await Promise.all([
    listNamedRows({ weeks, of: 'earnings' }, on),
    readDirectory(on),
    listSpent(weeks, on),
  ])
  const past = new Map(weeks.map((week) => [week, new Map<string, PastOwnWeek>()]))
  for (const row of rows) {
    const owner = attribute(row, directory)
    if (owner.to !== 'driver') continue
    // Without a statement the costs of such a week are not known yet.
    const costs = spent.get(`${owner.driverId} ${row.week}`)
    if (!costs) continue
    const pastWeek = requireValue(past, row.week)
    const earnings = [...(pastWeek.get(owner.driverId)?.earnings ?? []), ...earningsOf(row)]
    pastWeek.set(owner.driverId, { week: row.week, earnings, costs })
  }
  return past
}

/** The amount of each kind of cost in each statement of these weeks, as a size in cents. */
async function listSpent(weeks: readonly Week[], on: Kysely<DB>): Promise<ReadonlyMap<string, Cost[]>> {
  const figure = (name: string) => sql<number>`coalesce((sources ->> ${sql.lit(name)})::bigint, 0)`
  const rows = await on
    .selectFrom('settlements')
    .select(['driver_id', 'week'])
    .select([figure('fuel').as('fuel'), figure('electric').as('charging')])
    .select([figure('tolls').as('toll'), figure('parking').as('parking')])
    .where('week', '=', sql<string>`any(${weeks}::date[])`)
    .where('state', '<>', 'void')
    .execute()
  const costs = (row: (typeof rows)[number]) =>
    (['fuel', 'charging', 'toll', 'parking'] as const).flatMap((kind): Cost[] =>
      row[kind] === 0 ? [] : [{ kind, row: 'past', amount: sizeOf(row[kind]) }],
    )
  return new Map(rows.map((row) => [`${row.driver_id} ${row.week}`, costs(row)]))
}

function sizeOf(signed: number): Cents {
  return minus(cents(signed))
}
