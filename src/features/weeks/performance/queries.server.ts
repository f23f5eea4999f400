import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { lastOf } from '#domain/certain.ts'
import type { ReportKind } from '#domain/import.ts'
import { attribute } from '#domain/matching.ts'
import { cents, sum } from '#domain/money.ts'
import {
  type FiguresPeriod,
  NOTHING_TOLD,
  type ToldWeek,
  besidePeriod,
  bothTold,
  figuresOf,
  periodOfWeek,
  toldBy,
} from '#domain/performance.ts'
import { type Week, previousWeek, weekAt } from '#domain/week.ts'
import { readDirectory } from '#features/imports/owners/queries.server.ts'
import { listNamedRows } from '#features/imports/rows/queries.server.ts'
import type { DriverPerformance, FigureSource, FleetPerformance } from './schema.ts'

/** Weeks of a driver's own line. */
const WEEKS_OF_LINE = 12

const PLATFORMS = ['uber', 'bolt'] as const

/**
 * What every driver who drove in a period did in it, in the period before and in each of the twelve weeks that end with it;
 * without a period, of the newest week of which files tell. A person is all their records.
 */
export async function showPerformance(
  asked: FiguresPeriod | null,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<FleetPerformance> {
  const newest = await findNewestTold(now, on)
  const period = asked ?? periodOfWeek(newest ?? previousWeek(weekAt(now)))
  const before = besidePeriod(period, 'before')
  const last = lastOf([...period.weeks])
  const weeks = Array.from({ length: WEEKS_OF_LINE }, (_, back) => previousWeek(last, WEEKS_OF_LINE - 1 - back))
  const read = [...new Set([...weeks, ...period.weeks, ...before.weeks])]
  const [rows, directory, people, nets, sources] = await Promise.all([
    listNamedRows({ weeks: read, of: 'work' }, on),
    readDirectory(on),
    listPeople(on),
    listNets(read, on),
    listSources(period.weeks, on),
  ])
  const told = new Map<string, Map<Week, ToldWeek>>()
  const add = (record: string, week: Week, plus: (so: ToldWeek) => ToldWeek) => {
    const person = people.get(record)?.person ?? record
    const own = told.get(person) ?? new Map<Week, ToldWeek>()
    told.set(person, own.set(week, plus(own.get(week) ?? NO_WEEK)))
  }
  for (const row of rows) {
    const owner = attribute(row, directory)
    const { source } = row
    if (owner.to !== 'driver' || (source !== 'uber' && source !== 'bolt')) continue
    add(owner.driverId, row.week, (so) => ({ ...so, [source]: bothTold(so[source], toldBy(row)) }))
  }
  for (const { record, week, net } of nets)
    add(record, week, (so) => ({ ...so, net: so.net === null ? net : sum([so.net, net]) }))

  const drivers = [...told].flatMap(([id, own]): DriverPerformance[] => {
    if (!period.weeks.some((week) => own.has(week))) return []
    const of = (some: readonly Week[]) => figuresOf(some.map((week) => own.get(week) ?? NO_WEEK))
    return [
      {
        id,
        name: people.get(id)?.name ?? '',
        figures: of(period.weeks),
        before: of(before.weeks),
        weeks: weeks.map((week) => of([week])),
      },
    ]
  })
  return { period, before, newest, weeks, drivers, sources }
}

const NO_WEEK: ToldWeek = { uber: NOTHING_TOLD, bolt: NOTHING_TOLD, net: null }

async function findNewestTold(now: Temporal.Instant, on: Kysely<DB>): Promise<Week | null> {
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
    .select(['id', 'name'])
    .select(sql<string>`standing_record(id)`.as('person'))
    .execute()
  return new Map(rows.map(({ id, name, person }) => [id, { name, person }]))
}

/** What statements of these weeks leave; one that was voided counts nothing. */
async function listNets(weeks: readonly Week[], on: Kysely<DB>) {
  const rows = await on
    .selectFrom('settlements')
    .select(['driver_id', 'week', 'net_cents'])
    .where('week', '=', sql<string>`any(${weeks}::date[])`)
    .where('state', '<>', 'void')
    .execute()
  return rows.map((row) => ({ record: row.driver_id, week: row.week as Week, net: cents(row.net_cents) }))
}

/** The reports that figures come from, as far as their rows count, each with when it was last read. */
const REPORTS = ['payments_driver', 'driver_activity', 'earnings'] as const satisfies readonly ReportKind[]

async function listSources(weeks: readonly Week[], on: Kysely<DB>): Promise<FigureSource[]> {
  const rows = await on
    .selectFrom('import_weeks')
    .innerJoin('imports', 'imports.id', 'import_weeks.import_id')
    .select(['imports.kind', 'week', 'imported_at'])
    .where('week', '=', sql<string>`any(${weeks}::date[])`)
    .where('import_weeks.source', 'in', PLATFORMS)
    .where('live_rows', '>', 0)
    .orderBy('imported_at')
    .execute()
  return REPORTS.flatMap((report) => {
    const some = rows.filter(({ kind }) => kind === report)
    if (some.length === 0) return []
    const told = new Set(some.map(({ week }) => week))
    const readAt = lastOf(some).imported_at.toString()
    return [{ report, readAt, weeks: weeks.filter((week) => told.has(week)) }]
  })
}
