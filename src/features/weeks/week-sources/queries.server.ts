import { lastOf } from '#domain/certain.ts'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { keptEach } from '#db/kept-by-tables.server.ts'
import { askAlone, askTogether, listQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { type DayState, daysCollected } from '#domain/completeness.ts'
import { type Source, perSource } from '#domain/import.ts'
import {
  type AccountReport,
  type Coverage,
  type OwnNames,
  accountsWithoutReport,
  coverageOf,
} from '#domain/imported-file.ts'
import { type Cents, cents } from '#domain/money.ts'
import { type Week, monday, previousWeek, sunday, weekName } from '#domain/week.ts'
import type { DrivenWeek } from '#features/connections/collected/queries.server.ts'
import type { CollectedSpan } from '#features/connections/queries.server.ts'
import type { Provider } from '#features/connections/schema.ts'
import { COUNTS_ONCE, isOfRow } from '#features/imports/rows/queries.server.ts'
import { ownNames } from '#features/imports/queries.server.ts'

/** The sources with rows that count, week by week. */
export async function listWeekSources(on: Kysely<DB> = db) {
  return askAlone(weekSources(), on)
}

/** The sources with rows that count between two weeks, as one of several questions asked together. */
export const weekSources = (between?: { from: Week; before: Week }) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('import_weeks')
        .select(['week', 'source'])
        .distinct()
        .where('live_rows', '>', 0)
        .$if(between !== undefined, (query) =>
          // oxlint-disable-next-line typescript/no-non-null-assertion -- `$if` asked whether it is there
          query.where('week', '>=', between!.from).where('week', '<', between!.before),
        ),
    (rows: { week: Week; source: Source }[]) => rows,
  )

/** Sources for which names of drivers are known: the first week of a fleet is expected to have them. */
export const knownSources = listQuestion(
  (on) => on.selectFrom('source_keys').select('source').distinct().where('company', '=', false),
  (keys: { source: Source }[]): ReadonlySet<Source> => new Set(keys.map(({ source }) => source)),
)

/** All weekly reports of money that count, each once for a week and account: a few a week. */
export const accountReports = listQuestion(
  (on) =>
    on
      .selectFrom('import_weeks')
      .innerJoin('imports', 'imports.id', 'import_id')
      .select(['import_weeks.week', 'imports.source', 'account'])
      .distinct()
      .where('live_rows', '>', 0)
      .where('undone_at', 'is', null)
      .where('kind', 'in', ['payments_driver', 'earnings']),
  (rows: AccountReport[]) => rows,
)

/** By source, our accounts whose weekly report is not there for a week, though another account's is. */
export async function listAccountsWithoutReport(week: Week, on: Kysely<DB> = db): Promise<Record<Source, string[]>> {
  return accountsWithoutReportBySource(week, await askTogether({ reports: accountReports, ours: ownNames }, on))
}

/** By source, our accounts whose weekly report is not there for a week, from the reports of all weeks. */
export function accountsWithoutReportBySource(
  week: Week,
  { reports, ours }: { reports: readonly AccountReport[]; ours: OwnNames | null },
): Record<Source, string[]> {
  return perSource((source) => accountsWithoutReport(source, week, reports, ours))
}

/**
 * The contribution of one source to a week: rows with money, their sum, how much of the week they cover, and our accounts whose
 * report is missing.
 */
export type SourceWeek = Coverage & { rows: number; amount: Cents; lacking: readonly string[] }
export type WeekOfSources = { week: Week; name: string; sources: Record<Source, SourceWeek> }

/** One source in one week: `all` its rows, those that are not trips and hours (`rows`), and their sum in cents. */
type RowsOfSource = { week: string; source: string; all: number; rows: number; amount: number }
const NO_ROWS = { all: 0, rows: 0, amount: 0 }

const SUMS = sql`select week, source, count(*) as all, coalesce(sum(amount_cents), 0)::bigint as amount,
  count(*) filter (where kind <> 'activity') as rows
  from import_rows where state = 'live' and kind not in ('reference', 'organisation')`

/**
 * Half a year for a reader who pages back, and as long again for the weeks that movements of the bank are compared
 * with.
 */
const WEEKS_KEPT = 60

/** Sums of the files for each of some weeks, before any answer: kept while no row of a week comes or goes. */
export const sumsOfWeeks = keptEach(
  { shared: [], ofWeek: ['import_weeks'], weekOf: (week: Week) => week },
  async (weeks, on) => {
    const { rows } = await sql<RowsOfSource>`${SUMS} and week = any(${weeks}::date[])
      group by week, source order by week, source`.execute(on)
    const found = Map.groupBy(rows, ({ week }) => week as Week)
    return new Map(weeks.map((week) => [week, found.get(week) ?? []]))
  },
  WEEKS_KEPT,
)

/** The part of these sums that does not count by an answer (`COUNTS_ONCE`, read from the answers, as they are few). */
async function listLeftOut(weeks: readonly Week[], on: Kysely<DB>): Promise<RowsOfSource[]> {
  const { rows } = await sql<RowsOfSource>`${SUMS} and id in (
      select import_rows.id from row_answers answer join import_rows on state = 'live' and ${isOfRow('import_rows')}
        where answer.says = 'nothing' and answer.week = any(${weeks}::date[])
      union
      select import_rows.id from passage_answers answer join import_rows on import_rows.source = answer.source
          and import_rows.week = answer.week and import_rows.key = answer.other_key and state = 'live'
        where answer.is_same and answer.week = any(${weeks}::date[]) and not (${COUNTS_ONCE}))
    group by week, source`.execute(on)
  return rows
}

/** The days covered by each file that reaches into a range of days, without undone files. */
export const filePeriods = (first: Temporal.PlainDate | string, last: Temporal.PlainDate | string) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('imports')
        .select(['source', 'period_from as from', 'period_to as to'])
        .where('undone_at', 'is', null)
        .where('period_from', '<=', String(last))
        .where('period_to', '>=', String(first)),
    (rows: FilePeriod[]) => rows,
  )

type FilePeriod = { source: string; from: string; to: string }

/** Platforms that report each order; others have reports made, or say where cars are. */
const REPORT_ORDERS: ReadonlySet<Provider> = new Set(['bolt'])

/** The days of a week that a platform has reported, where it is asked. */
export type Progress = {
  provider: Provider
  /** The moment up to which everything has come; `null` before the first time. */
  until: string | null
  days: { day: string; state: DayState; trips: number; drivers: number }[]
}

/** The part of a week that its files cover, beside the driving that its platforms report. */
export function completenessOf(
  week: Week,
  known: { periods: readonly FilePeriod[]; spans: readonly CollectedSpan[]; driven: DrivenWeek },
) {
  const [first, last] = [String(monday(week)), String(sunday(week))]
  const connections = known.spans.filter(({ provider }) => REPORT_ORDERS.has(provider))
  const driven = connections.length > 0 ? known.driven : { days: [], drivers: [] }
  return {
    periods: known.periods.filter(({ from, to }) => from <= last && first <= to),
    driven: driven.drivers,
    progress: connections.map(({ provider, collected }): Progress => ({
      provider,
      until: collected?.until ?? null,
      days: daysCollected(week, collected).map((collectedDay) => {
        const { trips = 0, drivers = 0 } =
          driven.days.find(({ source, day }) => source === provider && day === collectedDay.day) ?? {}
        return { ...collectedDay, trips, drivers }
      }),
    })),
  }
}

/** The weeks up to one, newest first, each with the data of every source. */
export async function listWeekStrip(until: Week, count: number, on: Kysely<DB> = db): Promise<WeekOfSources[]> {
  const weeks = Array.from({ length: count }, (_, index) => previousWeek(until, index))
  const [sums, leftOut, { periods, reports, ours }] = await Promise.all([
    sumsOfWeeks(weeks, on).then((all) => [...all.values()].flat()),
    listLeftOut(weeks, on),
    askTogether({ periods: filePeriods(lastOf(weeks), sunday(until)), reports: accountReports, ours: ownNames }, on),
  ])

  const sourceWeek = (week: Week, source: Source): SourceWeek => {
    const isOfSource = (rowsOfSource: RowsOfSource) => rowsOfSource.week === week && rowsOfSource.source === source
    const [total, notCounted] = [sums.find(isOfSource) ?? NO_ROWS, leftOut.find(isOfSource) ?? NO_ROWS]
    const periodsOfSource = periods.filter((period) => period.source === source)
    const rows = total.rows - notCounted.rows
    const lacking = accountsWithoutReport(source, week, reports, ours)
    return {
      ...coverageOf(source, week, { rows, all: total.all - notCounted.all, periods: periodsOfSource, lacking }),
      lacking,
      rows,
      amount: cents(total.amount - notCounted.amount),
    }
  }
  return weeks.map((week) => ({
    week,
    name: weekName(week),
    sources: perSource((source) => sourceWeek(week, source)),
  }))
}
