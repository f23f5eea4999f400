import { sql } from 'kysely'
import { listQuestion } from '#db/together.server.ts'
import type { DaySums } from '#domain/vat-days.ts'
import { DISTINGUISHED_BY, VAT_MEASURES } from '#domain/vat-month.ts'
import type { Week } from '#domain/week.ts'
import { COUNTS, COUNTS_ONCE } from '#features/imports/rows/queries.server.ts'

type Measures = Readonly<Record<string, number>>

/** The sum of one platform's rows of earnings in a week that the VAT map treats alike. */
export type SummedEarning = { week: Week; source: 'uber' | 'bolt'; measures: Measures }

const measure = (name: string) => sql`(measures ->> ${sql.lit(name)})::bigint`

/** The sum of each measure; a measure that no row has is left out. */
const SUMS = sql`json_strip_nulls(json_build_object(${sql.join(
  VAT_MEASURES.map((name) => sql`${sql.lit(name)}, sum(${measure(name)})`),
)}))`

/**
 * The differences that the VAT map needs, as the digits (-1, 0 or 1) of one number, because PostgreSQL sorts rows
 * faster by one number than by twelve columns.
 */
const APART = sql.join(
  [
    ...DISTINGUISHED_BY.isThere.map((name) => sql`(measures ? ${sql.lit(name)})::int`),
    ...DISTINGUISHED_BY.signOf.map(
      (names) =>
        sql`sign(${sql.join(
          names.map((name) => sql`coalesce(${measure(name)}, 0)`),
          sql` + `,
        )})::int`,
    ),
  ].map((digit, place) => sql`${digit} * ${sql.lit(3 ** place)}`),
  sql` + `,
)

/** The platforms' payments for trips in the rows that count in some weeks, summed as far as the VAT map allows. */
export const earningSums = (weeks: readonly Week[]) =>
  listQuestion(
    () => sql`(
      select week, source, ${SUMS} as measures from import_rows
      where week = any(${weeks}::date[]) and state = 'live' and kind = 'earning' and ${COUNTS_ONCE}
      group by week, source, ${APART} order by week, source)`,
    (rows: SummedEarning[]) => rows,
  )

/** The sums of Uber's transactions in some weeks for each Lisbon day, by measure, without bank transfers. */
export const uberDays = (weeks: readonly Week[]) =>
  listQuestion(
    () => sql`(
      select week, (at at time zone 'Europe/Lisbon')::date::text as day, ${SUMS} as measures from import_rows
      where source = 'uber' and report = 'payments_order' and kind = 'reference' and state = 'live'
        and week = any(${weeks}::date[])
      group by week, day order by week, day)`,
    (rows: (DaySums & { week: Week })[]): ReadonlyMap<Week, DaySums[]> => Map.groupBy(rows, ({ week }) => week),
  )

/** Those of the weeks that have a row that counts. */
export const weeksThatCount = (weeks: readonly Week[]) =>
  listQuestion(
    () => sql`(select asked.week from unnest(${weeks}::date[]) as asked(week)
      where exists (select from import_rows where week = asked.week and ${COUNTS}))`,
    (rows: { week: Week }[]): ReadonlySet<Week> => new Set(rows.map(({ week }) => week)),
  )
