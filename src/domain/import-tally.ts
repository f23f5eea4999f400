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

/** Counts and sums over the rows of one file. Only the rows that somebody must look at are listed one by one. */
export type ImportTally = {
  rows: number
  amount: Cents
  /** Number of rows by their result. */
  results: Readonly<Partial<Record<RowResult, number>>>
  /** Sums of each driver's rows, by driver and measure. */
  perDriver: ReadonlyMap<string, Readonly<Record<string, number>>>
  unmatched: readonly { line: number; key: SourceKey; amount: Cents }[]
  /** Transfers of the platform itself. */
  organisations: readonly { line: number; keys: readonly SourceKey[]; measures: ImportedRow['measures'] }[]
}

/**
 * Counts the rows of a file: `add` takes each row with its owner, `result` answers the tally. `mainWeek` is the week the
 * file is about. The reader drops a row that the same file has already shown; the tally counts those dropped rows as
 * `duplicate`, from the number of rows that the file has.
 */
export function tallyOf(
  { kind, dataRows }: Pick<FileSummary, 'kind' | 'dataRows'>,
  mainWeek: Week | null,
): { add: (row: ImportedRow, owner: Attribution, isRepeated: boolean) => void; result: () => ImportTally } {
  const results: Partial<Record<RowResult, number>> = {}
  const perDriver = new Map<string, Record<string, number>>()
  const unmatched: { line: number; key: SourceKey; amount: Cents }[] = []
  const organisations: { line: number; keys: readonly SourceKey[]; measures: ImportedRow['measures'] }[] = []
  let rows = 0
  let amount = 0
  const count = (result: RowResult, times: number) => {
    results[result] = (results[result] ?? 0) + times
  }

  const resultOf = (row: ImportedRow, owner: Attribution, isRepeated: boolean): RowResult => {
    if (row.kind === 'organisation') return 'organisation'
    if (isRepeated) return 'duplicate'
    if (row.week !== mainWeek) return 'other-week'
    if (row.kind === 'company-fee') return 'company-fee'
    if (owner.to === 'company') return kind === 'movements' ? 'company' : 'company-card'
    if (owner.to === 'unmatched') return owner.reason
    return RESULT_OF_KIND[row.kind] ?? 'imported'
  }
  return {
    add: (row, owner, isRepeated) => {
      rows += 1
      count(resultOf(row, owner, isRepeated), 1)
      // A movement printed twice in one file is one movement: leave the repetition out of the sums.
      if (row.repeats !== undefined && isRepeated) return
      amount += row.amount
      if (row.kind === 'organisation') organisations.push({ line: row.line, keys: row.keys, measures: row.measures })
      if (owner.to === 'unmatched' && !isRepeated)
        unmatched.push({ line: row.line, key: owner.key, amount: row.amount })
      // Rows without money still belong to somebody: a transaction report names the driver too.
      if (owner.to !== 'driver') return
      const sums = perDriver.get(owner.driverId) ?? {}
      perDriver.set(owner.driverId, sums)
      for (const [measure, figure] of Object.entries(row.measures))
        if (isSummed(measure)) sums[measure] = (sums[measure] ?? 0) + figure
    },
    result: () => {
      const dropped = dataRows - rows
      if (dropped > 0) count('duplicate', dropped)
      return { rows, amount: cents(amount), results, perDriver, unmatched, organisations }
    },
  }
}

const RESULT_OF_KIND: Partial<Record<RowKind, RowResult>> = { toll: 'toll', parking: 'parking' }
