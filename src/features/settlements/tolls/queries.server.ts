import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { keptEach } from '#db/kept-by-tables.server.ts'
import type { DB } from '#db/types.ts'
import { requireValue } from '#domain/certain.ts'
import { earningsOf } from '#domain/earning.ts'
import { type Cents, cents, minus, sum } from '#domain/money.ts'
import type { Cost } from '#domain/settlement-types.ts'
import type { TollPolicy } from '#domain/terms.ts'
import { type TollReconciliation, reconcileTolls } from '#domain/toll-reconciliation.ts'
import type { TollTime } from '#domain/toll-rides.ts'
import { type Week, previousWeek } from '#domain/week.ts'
import type { LiveRow } from '#features/imports/rows/queries.server.ts'
import { placeOf } from '#features/imports/evidence/queries.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'

export type Passage = {
  id: string
  importId: number
  line: number
  at: string | null
  place: string
  amount: Cents
  /** Whether a passenger was in the car; `null` under terms that do not depend on it. */
  time: TollTime | null
}

export type DriverTolls = {
  driver: { id: string; ref: string; name: string }
  policy: TollPolicy
  figures: TollReconciliation
  passages: readonly Passage[]
}

export type WeekTolls = {
  drivers: readonly DriverTolls[]
  total: Omit<TollReconciliation, 'refunded' | 'takenFromDriver'>
}

/** Every driver of a week with a toll or a refund: charged, refunded, the difference, and who bears it. Cents. */
export async function getWeekTolls(week: Week): Promise<WeekTolls> {
  const { statements } = await getWeek(week)
  const drivers = statements.flatMap(({ driver, terms, rows, whatIf }): DriverTolls[] => {
    const passages = rows.filter(({ kind }) => kind === 'toll')
    const policy = terms?.terms.tollPolicy ?? 'driver'
    const tolls = policy === 'off-trip' ? whatIf.driverWeek.costs.filter(({ kind }) => kind === 'toll') : []
    const empty = sum(tolls.flatMap(({ offTrip, amount }) => (offTrip ? [amount] : [])))
    const charged = minus(sum(passages.map(({ amount }) => amount)))
    const figures = reconcileTolls(charged, rows.flatMap(earningsOf), policy, empty)
    const times = new Map(tolls.map((cost) => [cost.row, timeOf(cost)]))
    if (figures.charged === 0 && figures.refunded === 0) return []
    return [
      {
        driver: { id: driver.id, ref: driver.ref, name: driver.name },
        policy,
        figures,
        passages: passages.map((row) => ({ ...passageOf(row), time: times.get(row.id) ?? null })),
      },
    ]
  })
  const totalOf = (figure: keyof WeekTolls['total']) => sum(drivers.map(({ figures }) => figures[figure]))
  return {
    drivers,
    total: {
      charged: totalOf('charged'),
      refundedByUber: totalOf('refundedByUber'),
      refundedByBolt: totalOf('refundedByBolt'),
      difference: totalOf('difference'),
      borneByDriver: totalOf('borneByDriver'),
      borneByOperator: totalOf('borneByOperator'),
    },
  }
}

export type TollWeek = { week: Week; charged: Cents; refunded: Cents }

const WEEKS_SHOWN = 8
/** Half a year of weeks, and as many as are shown before the oldest of them. */
const WEEKS_KEPT = 34

/** Tolls in the weeks up to one by the files, oldest first: charged by the list of passages, refunded by the platforms. */
export async function listTollWeeks(until: Week, on: Kysely<DB> = db): Promise<TollWeek[]> {
  const weeks = Array.from({ length: WEEKS_SHOWN }, (_, back) => previousWeek(until, WEEKS_SHOWN - 1 - back))
  const tolls = await tollsOfWeeks(weeks, on)
  return weeks.flatMap((week) => requireValue(tolls, week) ?? [])
}

/**
 * For each week with rows, kept while none of them comes or goes: an answer about a row does not change what the files
 * say.
 */
export const tollsOfWeeks = keptEach(
  { shared: [], ofWeek: ['import_weeks'], weekOf: (week: Week) => week },
  async (weeks, on): Promise<ReadonlyMap<Week, TollWeek | null>> => {
    const { rows } = await sql<{ week: Week; charged: number; refunded: number }>`
      select week,
        coalesce(-sum(amount_cents) filter (where kind = 'toll'), 0)::bigint as charged,
        coalesce(sum(case source
          when 'uber' then coalesce((measures->>'toll_refund')::numeric, 0) + coalesce((measures->>'toll_tax')::numeric, 0)
          when 'bolt' then coalesce((measures->>'tolls')::numeric, 0) end), 0)::bigint as refunded
      from import_rows
      where state = 'live' and week = any(${weeks}::date[])
      group by week`.execute(on)
    const found = new Map(
      rows.map(({ week, charged, refunded }) => [week, { week, charged: cents(charged), refunded: cents(refunded) }]),
    )
    return new Map(weeks.map((week) => [week, found.get(week) ?? null]))
  },
  WEEKS_KEPT,
)

function timeOf({ offTrip, tripUnknown }: Cost): TollTime {
  return tripUnknown ? 'unknown' : offTrip ? 'empty' : 'aboard'
}

function passageOf({ id, importId, line, at, amount, label, facts }: LiveRow): Omit<Passage, 'time'> {
  return { id, importId, line, at: at?.toString() ?? null, place: placeOf(facts) ?? label, amount: minus(amount) }
}
