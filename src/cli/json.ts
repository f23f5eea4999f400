import { showPlate } from '#domain/identifiers.ts'
import type { ReadFile, ReportKind, RowKind, SourceKey } from '#domain/import.ts'
import { weekName } from '#domain/week.ts'
import type { FileOutcome, RowOutcome } from '#features/imports/commands.server.ts'
import type { LiveRow } from '#features/imports/queries.server.ts'
import type { DriverStatement } from '#features/settlements/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { problemWords, refusalWords } from '#messages/file-words.ts'

/** The JSON contract of the command line: names and units as published, whatever the code calls them. */

/** The figures of a report that are part of the contract; rows may carry more. */
const MEASURES: Partial<Record<ReportKind, readonly string[]>> = {
  payments_driver: [
    'paid',
    'earnings',
    'fare',
    'service_fee',
    'tips',
    'cash_collected',
    'toll_refund',
    'toll_tax',
    'bank_transfer',
  ],
  driver_activity: ['trips', 'online_minutes', 'on_trip_minutes'],
  payments_order: ['paid', 'transactions', 'cash_collected', 'trips'],
  earnings: [
    ...['gross', 'app', 'cash_gross', 'cash_collected', 'tips', 'campaign', 'expense_refunds', 'cancellation'],
    ...['tolls', 'total_fees', 'commission', 'net', 'payout'],
  ],
}

export function fileJson(outcome: FileOutcome, refs: ReadonlyMap<string, string>, t: Translator) {
  const { name, status, file, refusal } = outcome
  if (!file || refusal) {
    return {
      name,
      source: file?.source ?? null,
      kind: file?.kind ?? null,
      weeks: [],
      status,
      code: refusal?.code,
      message: refusalText(outcome, t),
    }
  }
  const measures = MEASURES[file.kind]
  return {
    name,
    source: file.source,
    kind: file.kind,
    weeks: outcome.weeks.map(weekName),
    status,
    data_rows: file.dataRows,
    ...(measures ? { per_driver: perDriver(outcome.rows, measures, refs), totals: pick(file.totals, measures) } : {}),
    rows_by_outcome: countOutcomes(outcome, file),
    unmatched: outcome.rows.flatMap(({ row, attribution, state }) =>
      attribution.to === 'unmatched' && state !== 'repeated'
        ? [{ row: row.line, key: keyText(attribution.key), amount: row.amount }]
        : [],
    ),
    organisation_rows: outcome.rows
      .filter(({ row }) => row.kind === 'organisation')
      .map(({ row }) => ({
        row: row.line,
        uuid: row.keys[0]?.value ?? null,
        ...pick(row.measures, ['paid', 'bank_transfer']),
      })),
    warnings: file.warnings,
  }
}

/** Rows by what became of them; a row that stands twice in its own file is read once and counts as a duplicate. */
function countOutcomes({ rows }: FileOutcome, { kind, dataRows }: ReadFile): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const row of rows) {
    const name = outcomeName(row, kind)
    counts[name] = (counts[name] ?? 0) + 1
  }
  const twice = dataRows - rows.length
  if (twice > 0) counts['duplicate'] = (counts['duplicate'] ?? 0) + twice
  return counts
}

/** Sums of each driver's rows, by the short name of the roster. */
function perDriver(rows: readonly RowOutcome[], measures: readonly string[], refs: ReadonlyMap<string, string>) {
  const sums: Record<string, Record<string, number>> = {}
  for (const { row, attribution } of rows) {
    // Rows without money of their own are still somebody's: a transaction report names the driver too.
    const driverId = attribution.to === 'driver' ? attribution.driverId : null
    const ref = driverId && refs.get(driverId)
    if (!ref) continue
    const sum = (sums[ref] ??= Object.fromEntries(measures.map((measure) => [measure, 0])))
    for (const measure of measures) sum[measure] = (sum[measure] ?? 0) + (row.measures[measure] ?? 0)
  }
  return sums
}

function pick(figures: Readonly<Record<string, number>>, names: readonly string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, figures[name] ?? 0]))
}

/** What became of a row, in the words of the contract. */
function outcomeName({ row, state, attribution }: RowOutcome, kind: ReportKind): string {
  if (row.kind === 'organisation') return 'organisation'
  if (state === 'repeated') return 'duplicate'
  if (state === 'other-week') return 'other_week'
  if (row.kind === 'company-fee') return 'company_fee'
  if (attribution.to === 'company') return kind === 'movements' ? 'company' : 'company_card'
  if (attribution.to === 'unmatched') return attribution.reason.replaceAll('-', '_')
  return OUTCOME_OF_KIND[row.kind] ?? 'imported'
}

const OUTCOME_OF_KIND: Partial<Record<RowKind, string>> = { toll: 'toll', parking: 'parking' }

function keyText({ kind, value }: SourceKey): string {
  return kind === 'plate' ? showPlate(value) : value
}

/** Why a file was refused and what to do, then each problem with its line and column. */
export function refusalText({ name, refusal }: FileOutcome, t: Translator): string {
  if (!refusal) return ''
  const why = refusalWords(t, refusal.code, refusal.params)
  const problems = refusal.problems.map((problem) => problemWords(t, problem))
  return [`${name}: ${why}`, ...problems].join('\n  ')
}

export function statementJson(one: DriverStatement, sources: ReadonlyMap<string, LiveRow>, t: Translator) {
  const { driver, settlement } = one
  return {
    ref: driver.ref,
    name: driver.name,
    state: one.state,
    net: settlement?.net ?? 0,
    payable: settlement?.payable ?? 0,
    carried_over: settlement?.carriedOver ?? 0,
    ...(settlement ? {} : { without_terms: true }),
    sources: {
      uber_paid: one.sources.uberPaid,
      bolt_payout: one.sources.boltPayout,
      tolls: one.sources.tolls,
      parking: one.sources.parking,
      fuel: one.sources.fuel,
      electric: one.sources.electric,
    },
    lines: (settlement?.lines ?? []).map((line) => ({
      group: line.group,
      code: line.code,
      label: t.find(`payslip.lines.${line.code}`) ?? line.code,
      amount: line.amount,
      rows: line.rows.flatMap((id) => {
        const row = sources.get(id)
        return row ? [{ file: row.file, line: row.line }] : []
      }),
    })),
  }
}
