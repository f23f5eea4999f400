import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { firstOf } from '#domain/certain.ts'
import { FIGURES, type FiguresPeriod } from '#domain/performance.ts'
import type { Week } from '#domain/week.ts'
import { bookedInWeeks, carsInWeeks } from '#features/weeks/figures/queries.server.ts'
import { OF_DRIVERS, showPerformance } from '#features/weeks/performance/queries.server.ts'
import { DRIVER_FIGURES, type FigureOrigin, type FigureUnit, type ToldFigure, type ToldFigures } from './schema.ts'

/** Every figure of a period with its unit, its sources and their age: of each driver who drove in it, and of the company. */
export async function tellFigures(
  asked: FiguresPeriod,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<ToldFigures> {
  const { period, rows, sources } = await showPerformance(asked, now, OF_DRIVERS, on)
  const [refs, issued, booked, used] = await Promise.all([
    listRefs(on),
    findIssued(period.weeks, on),
    bookedInWeeks(period.weeks, on),
    carsInWeeks(period.weeks, on),
  ])
  const ages = new Map<FigureOrigin, string>(sources.map(({ report, readAt }) => [report, readAt]))
  if (issued.at !== null) for (const origin of ['statements', 'ledger'] as const) ages.set(origin, issued.at)
  const told = (value: number | null, unit: FigureUnit, from: readonly FigureOrigin[]): ToldFigure => {
    // A source that has nothing of this period told nothing of it.
    const here = value === null ? [] : from.filter((origin) => ages.has(origin) || origin === 'assignments')
    const [oldest = null] = here.flatMap((origin) => ages.get(origin) ?? []).toSorted(earlier)
    return { value, unit, sources: here, readAt: oldest }
  }
  const booking = (of: 'paid' | 'fee' | 'rent' | 'drivers') =>
    issued.count === 0 ? null : booked.reduce((total, row) => total + row[of], 0)
  const cars = new Set(used.cars.map(({ vehicle_id }) => vehicle_id)).size
  return {
    period,
    company: {
      fees: told(booking('fee'), 'cents', ['ledger']),
      rents: told(booking('rent'), 'cents', ['ledger']),
      net_of_drivers: told(issued.count === 0 ? null : issued.net, 'cents', ['statements']),
      paid_to_drivers: told(booking('paid'), 'cents', ['statements']),
      active_drivers: told(issued.count === 0 ? null : issued.drivers, 'drivers', ['statements']),
      used_cars: told(issued.count === 0 || used.assignments === 0 ? null : cars, 'cars', [
        'statements',
        'assignments',
      ]),
    },
    drivers: rows
      .map(({ id, name, figures }) => ({
        ref: refs.get(id) ?? '',
        name,
        figures: Object.fromEntries(
          FIGURES.map((figure) => {
            const { called, unit, from } = DRIVER_FIGURES[figure]
            return [called, told(figures[figure], unit, from)]
          }),
        ),
      }))
      .toSorted((a, b) => a.ref.localeCompare(b.ref, 'pt-PT', { numeric: true })),
  }
}

/** Moments as text have more or fewer digits, and do not sort as texts. */
function earlier(one: string, other: string): number {
  return Temporal.Instant.compare(Temporal.Instant.from(one), Temporal.Instant.from(other))
}

async function listRefs(on: Kysely<DB>): Promise<Map<string, string>> {
  const rows = await on.selectFrom('drivers').select(['id', 'ref']).execute()
  return new Map(rows.map(({ id, ref }) => [id, ref]))
}

/** Statements of these weeks that are not void: how many, what they leave, of how many people with earnings, and when the last was issued. */
async function findIssued(weeks: readonly Week[], on: Kysely<DB>) {
  const { rows } = await sql<{ count: number; net: number; drivers: number; at: Temporal.Instant | null }>`
    select count(*) as count, coalesce(sum(net_cents), 0)::bigint as net, max(issued_at) as at,
      count(distinct standing_record(driver_id)) filter (where earnings_cents > 0) as drivers
    from settlements where week = any(${weeks}::date[]) and state <> 'void'`.execute(on)
  const { at, ...sums } = firstOf(rows)
  return { ...sums, at: at?.toString() ?? null }
}
