import type { Cents } from './money.ts'
import type { Week } from './week.ts'

/**
 * Source of a file and kind of its report: also the names in the command line's JSON. `other` is a list that the
 * operator set up (`mapping.ts`); the operator's name for its source is the `account` of the file and the fact `source`
 * of each row.
 */
export type Source = (typeof SOURCES)[number]

/** Sources. Nearly every fleet has the first ones, so they are asked for by name; the others show once they have brought something. */
export const SOURCES = ['uber', 'bolt', 'viaverde', 'prio', 'bp', 'repsol', 'edp', 'other'] as const
const COMMON: ReadonlySet<Source> = new Set(['uber', 'bolt', 'viaverde', 'prio'])

/** Lists the sources to show, in order: the common ones, and of the others those that `exist` for the fleet. */
export function sourcesToShow(exist: (source: Source) => boolean): Source[] {
  return SOURCES.filter((source) => COMMON.has(source) || exist(source))
}

/** Makes a record with one value for each source. */
export function perSource<T>(valueOf: (source: Source) => T): Record<Source, T> {
  return Object.fromEntries(SOURCES.map((source) => [source, valueOf(source)])) as Record<Source, T>
}

export const REPORT_KINDS = [
  'payments_driver',
  'driver_activity',
  'payments_order',
  'trip_activity',
  'driver_quality',
  'earnings',
  'performance',
  'movements',
  'fuel_card',
  'electric',
] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

/**
 * Meaning of a row for money: `earning` what a platform pays for one driver's week · `activity` trips and hours, no
 * money · `reference` money that another report also has, or who drove which car: kept and never added · `organisation`
 * the platform's own bank transfer for an earlier week, never a driver's · the rest are single costs.
 */
export type RowKind =
  | 'earning'
  | 'activity'
  | 'reference'
  | 'organisation'
  | 'toll'
  | 'parking'
  | 'company-fee'
  | 'fuel'
  | 'adblue'
  | 'wash'
  | 'charging'
  | 'company-charging'

/** Kinds of rows that say what a car used, whoever drove it. */
export const USED_BY_CARS: ReadonlySet<RowKind> = new Set(['toll', 'parking', 'fuel', 'adblue', 'wash', 'charging'])

/** Kinds of key by which outside sources know one of our drivers or cars. Values are normalised by `normalKey`. */
export type KeyKind =
  | 'driver'
  | 'individual'
  | 'email'
  | 'phone'
  | 'organisation'
  | 'plate'
  | 'obu'
  | 'iai'
  | 'fuel-card'
  | 'electric-card'

/** The tags and cards by which sources know a car, as `source:kind`. */
export const CAR_KEYS = [
  'viaverde:obu',
  'viaverde:iai',
  'prio:fuel-card',
  'prio:electric-card',
  'bp:fuel-card',
  'repsol:fuel-card',
  'edp:electric-card',
] as const satisfies readonly `${Source}:${KeyKind}`[]

export type SourceKey = { kind: KeyKind; value: string }

/** One row of a file, as it was understood. Amounts are cents, signed as the driver sees them: income +, cost −. */
export type ImportedRow = {
  /** Line of the file (CSV: physical line where the record starts; XLSX: row number), from 1. */
  line: number
  kind: RowKind
  /** Natural key, unique within (source, report kind, account): the same movement in two files has the same key. */
  key: string
  /** Amount that the row adds to a settlement or takes from it; 0 for `activity`, `reference` and `organisation`. */
  amount: Cents
  /**
   * Settlement week; for rows with a time, that of their day in Lisbon (tolls: exit; fuel: sale; charging: when the car
   * was plugged in).
   */
  week: Week
  /** Moment that decides driver and week; `null` for weekly reports. */
  at: Temporal.Instant | null
  /** Keys to match by, the most trusted first. A row of a weekly report names a driver, a movement names a car or card. */
  keys: readonly SourceKey[]
  /** The platform's or provider's own words for a person: shown, never matched. */
  label: string
  /**
   * Figures of the row as in the file, by name: cents, except that `…_minutes`, `…_metres`, `trips`, `…_offers`,
   * `centilitres`, `watt_hours` are counts, `…_rate` basis points and `…_rating` hundredths of a star. A figure that
   * the file does not give is absent.
   */
  measures: Readonly<Record<string, number>>
  /** Further facts to show: place, product, station, entry, operator, receipt. */
  facts: Readonly<Record<string, string>>
  /** The original line as text (CSV: the raw record; XLSX: cells joined by tabs). */
  original: string
  /**
   * Line of the file with the same text in every business column: the movement is printed twice and counts once
   * (`docs/decisions/047-printed-twice.md`). Absent for a row that repeats nothing.
   */
  repeats?: number
}

/** Whether a figure may be summed over rows: the shares or ratings of two drivers may not. */
export function isSummed(measure: string): boolean {
  return !/_(rate|rating)$/.test(measure)
}

/** Something in a file that we refuse to guess. `column` is the file's own heading. */
export type FileProblem = {
  line: number | null
  column: string | null
  code: ProblemCode
  found: string
  expected: string
}

export const PROBLEM_CODES = [
  'amount-unreadable',
  'date-unreadable',
  'date-turned',
  'count-unreadable',
  'value-missing',
  'column-missing',
  'column-repeated',
  'decimal-styles-mixed',
  'row-too-short',
  'row-too-long',
  'key-repeated',
  'id-unreadable',
  'quote-open',
  'sum-differs',
  'outside-period',
  'ends-before-start',
  'value-unknown',
  'time-too-long',
  'text-damaged',
] as const
export type ProblemCode = (typeof PROBLEM_CODES)[number]

/** Reasons for which a whole file is refused. Each code has its sentence in `messages/…/files.ts`: what it is and what to do. */
export const FILE_REFUSALS = [
  'empty',
  'unknown-format',
  'picture',
  'pdf',
  'old-excel',
  'word-document',
  'lock-file',
  'archive-nested',
  'archive-many',
  'archive-unsafe',
  'too-large',
  'row-too-wide',
  'line-too-long',
  'too-many-rows',
  'too-many-cells',
  'too-heavy',
  'encrypted',
  'damaged',
  'rows-unreadable',
  'columns-missing',
  'period-missing',
  'period-not-a-week',
  'name-contradicts-content',
  'other-company',
  'kind-not-supported',
  'several-sheets',
  'not-a-statement',
  'which-account',
  'not-receipts',
] as const
export type FileRefusalCode = (typeof FILE_REFUSALS)[number]

/**
 * Whether a person can set up a refused file as a list of their own (`mapping.ts`): it is a table that nobody here
 * knows, or that lacks columns.
 */
export function canBeSetUp({ code, params }: { code: string; params: FileRefusal['params'] }): boolean {
  return code === 'columns-missing' || (code === 'unknown-format' && Boolean(params['headings']))
}

/** A file as the importer got it. `name` is the base name and only a hint: the bytes decide. */
export type FileToRead = { name: string; bytes: Uint8Array }

/** Content of one file, with all its rows, before anything is stored. */
export type ReadFile = {
  source: Source
  kind: ReportKind
  /** Language of its headings, for messages and the preview. */
  language: 'pt' | 'en'
  encoding: 'utf-8' | 'windows-1252' | 'macintosh' | 'xlsx'
  separator: string | null
  /** Headings as in the file, in order. */
  columns: readonly string[]
  /** Row of the headings, from 1. */
  headerLine: number
  /** First and last day covered, both inclusive; `null` when neither name nor content tells. */
  period: { from: string; to: string } | null
  /** Whether neither name nor content tells the week: then `period` is the week that the importing person chose. */
  isWeekChosen?: boolean
  /** Company as the file or its name spells it, contract numbers, organisation ids: to recognise another fleet's file. */
  company: { name: string | null; organisation: string | null; contracts: readonly string[] }
  /** Operator's account at the source (Bolt company, Uber organisation…): part of the identity of a weekly report. */
  account: string
  rows: readonly ImportedRow[]
  /** Totals by measure as the file has them, without organisation rows and repeated lines. */
  totals: Readonly<Record<string, number>>
  dataRows: number
  warnings: readonly FileWarning[]
  /** Version of the operator's own profile that read the file; absent for reports that we know. */
  profile?: number
}

/** Content of a file without its rows, which are walked when they are needed: there may be a million. */
export type FileSummary = Omit<ReadFile, 'rows'> & {
  /** Number of rows by settlement week, in the order of weeks. */
  weeks: ReadonlyMap<Week, number>
}

/** Warnings for files that can be read but are odd and worth a look. */
export const FILE_WARNINGS = [
  'total-zero',
  'rounding-difference',
  'unknown-columns',
  'value-assumed',
  'service-unknown',
  'dates-ambiguous',
  'rows-repeated',
  'printed-twice',
  'card-unreadable',
  'sum-unexplained',
  'text-damaged',
  'not-confirmed',
  'items-together',
  'time-missing',
] as const

export type FileWarning = {
  code: (typeof FILE_WARNINGS)[number]
  params: Readonly<Record<string, string | number>>
}

export type ReadResult = { ok: true; file: ReadFile } | FileRefusal

export type FileRefusal = {
  ok: false
  code: FileRefusalCode
  params: Readonly<Record<string, string | number>>
  problems: readonly FileProblem[]
}
