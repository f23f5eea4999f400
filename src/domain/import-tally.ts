import { type FileSummary, type ImportedRow, type RowKind, type SourceKey, isSummed } from './import.ts'
import type { Attribution, UnmatchedReason } from './matching.ts'
import { type Cents, cents } from './money.ts'
import type { Week } from './week.ts'

/** Result for one row of a file. `duplicate`: the movement counts from another file or another line of this one. */
export type RowResult =
  | 'imported'
  | 'toll'
  | 'parking'
  | 'organisation'
  | 'duplicate'
  | 'other-week'
  | 'company-fee'
  | 'company-card'
  | 'company'
  | UnmatchedReason

/** Results for the rows of a file, counted; only the rows that need somebody are listed. */
export type ImportTally = {
  rows: number
  amount: Cents
  fates: Readonly<Partial<Record<RowResult, number>>>
  /** Sums of each driver's rows, by driver and measure. */
  perDriver: ReadonlyMap<string, Readonly<Record<string, number>>>
  unmatched: readonly { line: number; key: SourceKey; amount: Cents }[]
  /** Transfers of the platform itself. */
  organisations: readonly { line: number; keys: readonly SourceKey[]; measures: ImportedRow['measures'] }[]
}

/**
 * Counts the results for the rows of a file one after the other. `mainWeek` is the week the file is about. Rows that
 * stand twice in their file are read once: rows that the file has beyond those are `duplicate`.
 */
export function tallyOf(
  { kind, dataRows }: Pick<FileSummary, 'kind' | 'dataRows'>,
  mainWeek: Week | null,
): { see: (row: ImportedRow, to: Attribution, isRepeated: boolean) => void; found: () => ImportTally } {
  const fates: Partial<Record<RowResult, number>> = {}
  const perDriver = new Map<string, Record<string, number>>()
  const unmatched: { line: number; key: SourceKey; amount: Cents }[] = []
  const organisations: { line: number; keys: readonly SourceKey[]; measures: ImportedRow['measures'] }[] = []
  let rows = 0
  let amount = 0
  const count = (fate: RowResult, more: number) => {
    fates[fate] = (fates[fate] ?? 0) + more
  }

  const resultOf = (row: ImportedRow, to: Attribution, isRepeated: boolean): RowResult => {
    if (row.kind === 'organisation') return 'organisation'
    if (isRepeated) return 'duplicate'
    if (row.week !== mainWeek) return 'other-week'
    if (row.kind === 'company-fee') return 'company-fee'
    if (to.to === 'company') return kind === 'movements' ? 'company' : 'company-card'
    if (to.to === 'unmatched') return to.reason
    return FATE_OF_KIND[row.kind] ?? 'imported'
  }
  return {
    see: (row, to, isRepeated) => {
      rows += 1
      count(resultOf(row, to, isRepeated), 1)
      // A movement printed twice in one file is one movement: leave the repetition out of the sums.
      if (row.repeats !== undefined && isRepeated) return
      amount += row.amount
      if (row.kind === 'organisation') organisations.push({ line: row.line, keys: row.keys, measures: row.measures })
      if (to.to === 'unmatched' && !isRepeated) unmatched.push({ line: row.line, key: to.key, amount: row.amount })
      // Rows without money still belong to somebody: a transaction report names the driver too.
      if (to.to !== 'driver') return
      const sums = perDriver.get(to.driverId) ?? {}
      perDriver.set(to.driverId, sums)
      for (const [measure, figure] of Object.entries(row.measures))
        if (isSummed(measure)) sums[measure] = (sums[measure] ?? 0) + figure
    },
    found: () => {
      const duplicates = dataRows - rows
      if (duplicates > 0) count('duplicate', duplicates)
      return { rows, amount: cents(amount), fates, perDriver, unmatched, organisations }
    },
  }
}

const FATE_OF_KIND: Partial<Record<RowKind, RowResult>> = { toll: 'toll', parking: 'parking' }
