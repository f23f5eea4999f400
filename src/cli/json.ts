import { showPlate } from '#domain/identifiers.ts'
import type { ReportKind, SourceKey } from '#domain/import.ts'
import type { ImportTally } from '#domain/import-tally.ts'
import { weekName } from '#domain/week.ts'
import type { FileOutcome } from '#features/imports/commands.server.ts'
import type { LiveRow } from '#features/imports/rows/queries.server.ts'
import type { DriverStatement } from '#features/settlements/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { lineLabel } from '#messages/line-label.ts'
import { problemWords, refusalWords } from '#messages/file-words.ts'

/** JSON contract of the command line: names and units as published, whatever the code calls them. */

/** Figures of each report that are part of the contract; rows may have more. */
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
  const { name, status, file, refusal, tally } = outcome
  if (!file || !tally) {
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
    ...(measures ? { per_driver: perDriver(tally, measures, refs), totals: pickFigures(file.totals, measures) } : {}),
    rows_by_outcome: countsOf(tally),
    unmatched: tally.unmatched.map(({ line, key, amount }) => ({ row: line, key: keyText(key), amount })),
    organisation_rows: tally.organisations.map((row) => ({
      row: row.line,
      uuid: row.keys[0]?.value ?? null,
      ...pickFigures(row.measures, ['paid', 'bank_transfer']),
    })),
    warnings: file.warnings,
  }
}

/** Counts the rows by their result, in the words of the contract. */
function countsOf({ results }: ImportTally): Record<string, number> {
  const named = (result: string) => result.replaceAll('-', '_')
  return Object.fromEntries(Object.entries(results).map(([result, count]) => [named(result), count]))
}

/** Sums each driver's rows, by the driver's short name. */
function perDriver(tally: ImportTally, measures: readonly string[], refs: ReadonlyMap<string, string>) {
  const sums: Record<string, Record<string, number>> = {}
  for (const [driverId, figures] of tally.perDriver) {
    const ref = refs.get(driverId)
    if (ref) sums[ref] = pickFigures(figures, measures)
  }
  return sums
}

function pickFigures(figures: Readonly<Record<string, number>>, names: readonly string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, figures[name] ?? 0]))
}

function keyText({ kind, value }: SourceKey): string {
  return kind === 'plate' ? showPlate(value) : value
}

/** Says why a file was refused and what to do, then each problem with its line and column. */
export function refusalText({ name, refusal }: FileOutcome, t: Translator): string {
  if (!refusal) return ''
  const why = refusalWords(t, refusal.code, refusal.params)
  const problems = refusal.problems.map((problem) => problemWords(t, problem))
  const flag = FLAGS[refusal.code]
  return [`${name}: ${why}`, ...problems, ...(flag ? [t('cli.acceptedBy', { flag })] : [])].join('\n  ')
}

/** Option that accepts a refused file, by the code of its refusal. */
const FLAGS: Readonly<Partial<Record<string, string>>> = {
  'other-company': '--accept-other-company',
  'period-missing': '--week 2026-W23',
  'long-ago': '--accept-long-ago',
  'not-begun': '--accept-not-begun',
  'same-figures': '--accept-same-figures',
}

export function statementJson(statement: DriverStatement, sources: ReadonlyMap<string, LiveRow>, t: Translator) {
  const { driver, settlement } = statement
  return {
    ref: driver.ref,
    name: driver.name,
    state: statement.state,
    net: settlement?.net ?? 0,
    payable: settlement?.payable ?? 0,
    carried_over: settlement?.carriedOver ?? 0,
    ...(settlement ? {} : { without_terms: true }),
    sources: {
      uber_paid: statement.sources.uberPaid,
      bolt_payout: statement.sources.boltPayout,
      tolls: statement.sources.tolls,
      parking: statement.sources.parking,
      fuel: statement.sources.fuel,
      electric: statement.sources.electric,
    },
    lines: (settlement?.lines ?? []).map((line) => ({
      group: line.group,
      code: line.code,
      label: lineLabel(line, t),
      amount: line.amount,
      rows: line.rows.flatMap((id) => {
        const row = sources.get(id)
        return row ? [{ file: row.file, line: row.line }] : []
      }),
    })),
  }
}
