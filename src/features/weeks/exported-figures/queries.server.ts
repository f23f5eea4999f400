import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { inNumberedOrder } from '#domain/numbered.ts'
import { firstOf } from '#domain/certain.ts'
import { FIGURES, type FiguresPeriod } from '#domain/performance.ts'
import type { Week } from '#domain/week.ts'
import { showCars } from '#features/weeks/cars/queries.server.ts'
import { showCompany } from '#features/weeks/company-figures/queries.server.ts'
import { bookedInWeeks, carsInWeeks } from '#features/weeks/figures/queries.server.ts'
import { OF_DRIVERS, showPerformance } from '#features/weeks/performance/queries.server.ts'
import {
  CAR_FIGURES,
  COMPANY_FIGURES,
  COMPANY_NOW,
  DRIVER_FIGURES,
  type FigureOrigin,
  type FigureUnit,
  LIVE_ORIGINS,
  type ExportedFigure,
  type ExportedFigures,
} from './schema.ts'

/**
 * Every figure of a period, with its unit, its sources and their age: of the company, of each car, and of each driver
 * who drove in it, as the pages of figures show them.
 */
export async function tellFigures(
  asked: FiguresPeriod,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<ExportedFigures> {
  const { period, rows, sources } = await showPerformance(asked, now, OF_DRIVERS, on)
  const [refs, issued, booked, used, company, { cars }] = await Promise.all([
    listRefs(on),
    findIssued(period.weeks, on),
    bookedInWeeks(period.weeks, on),
    carsInWeeks(period.weeks, on),
    showCompany(asked, now, on),
    showCars(asked, now, { on }),
  ])
  const { books, files, readings } = company.asOf
  const known = { statements: issued.at, ledger: books, files, odometers: readings }
  const ages = new Map<FigureOrigin, string>([
    ...sources.map(({ report, readAt }) => [report, readAt] as const),
    ...Object.entries(known).flatMap(([origin, at]) => (at === null ? [] : [[origin as FigureOrigin, at] as const])),
  ])
  const withSources = (value: number | null, unit: FigureUnit, from: readonly FigureOrigin[]): ExportedFigure => {
    // Name only sources that have something for this period.
    const counted = value === null ? [] : from.filter((origin) => ages.has(origin) || isLive(origin))
    const [oldest = null] = counted.flatMap((origin) => ages.get(origin) ?? []).toSorted(compareMoments)
    return { value, unit, sources: counted, readAt: oldest }
  }
  const isSettled = company.counted.length > 0
  const paid = booked.reduce((total, row) => total + row.paid, 0)
  const usedCars = new Set(used.cars.map(({ vehicle_id }) => vehicle_id)).size
  return {
    period,
    company: {
      ...mapped(COMPANY_FIGURES, ({ unit, from, of }) => withSources(isSettled ? of(company) : null, unit, from)),
      net_of_drivers: withSources(isSettled ? issued.net : null, 'cents', ['statements']),
      paid_to_drivers: withSources(isSettled ? paid : null, 'cents', ['statements']),
      used_cars: withSources(isSettled && used.assignments > 0 ? usedCars : null, 'cars', [
        'statements',
        'assignments',
      ]),
      ...mapped(COMPANY_NOW, ({ unit, from, of }) => withSources(of(company), unit, from)),
    },
    cars: cars
      .map((car) => ({
        plate: car.plate,
        figures: mapped(CAR_FIGURES, ({ unit, from, of }) => withSources(of(car), unit, from)),
        missing: car.figures.missing,
        hint: car.hint,
      }))
      .toSorted((a, b) => a.plate.localeCompare(b.plate)),
    drivers: rows
      .map(({ id, name, figures }) => ({
        ref: refs.get(id) ?? '',
        name,
        figures: Object.fromEntries(
          FIGURES.map((figure) => {
            const { called, unit, from } = DRIVER_FIGURES[figure]
            return [called, withSources(figures[figure], unit, from)]
          }),
        ),
      }))
      .toSorted((a, b) => inNumberedOrder(a.ref, b.ref)),
  }
}

function isLive(origin: FigureOrigin): boolean {
  return LIVE_ORIGINS.some((live) => live === origin)
}

function mapped<One>(
  table: Readonly<Record<string, One>>,
  to: (value: One) => ExportedFigure,
): Record<string, ExportedFigure> {
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, to(value)]))
}

/** Compares two moments as instants: as text they differ in their number of digits, and would not sort. */
function compareMoments(one: string, other: string): number {
  return Temporal.Instant.compare(Temporal.Instant.from(one), Temporal.Instant.from(other))
}

async function listRefs(on: Kysely<DB>): Promise<Map<string, string>> {
  const rows = await on.selectFrom('drivers').select(['id', 'ref']).execute()
  return new Map(rows.map(({ id, ref }) => [id, ref]))
}

/** The net of the statements of these weeks that are not void, and when the last of them was issued. */
async function findIssued(weeks: readonly Week[], on: Kysely<DB>) {
  const { rows } = await sql<{ net: number; at: Temporal.Instant | null }>`
    select coalesce(sum(net_cents), 0)::bigint as net, max(issued_at) as at
    from settlements where week = any(${weeks}::date[]) and state <> 'void'`.execute(on)
  const { at, net } = firstOf(rows)
  return { net, at: at?.toString() ?? null }
}
