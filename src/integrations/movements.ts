import { firstOf } from '#domain/certain.ts'
import type { FileWarning, ImportedRow } from '#domain/import.ts'
import { monday, readDay, sunday, type Week, ZONE } from '#domain/week.ts'
import { type DateOrder, dateOrderLearner, readDateTime, readTime } from '#platform/amount-text.ts'
import type { Header, Table, TableRow } from '#platform/table.ts'
import { type PlainCells, plainAmount } from './cells.ts'
import { figureLearner, type Figures } from './figures.ts'
import { type Period, periodOf, readPeriod } from './file-name.ts'
import { isTotalWord, letters, plainText } from './words.ts'

/** Common parts of lists of movements (passages, fuel, charging sessions) from any source. */

/** Names of headings by field, in words as `plainText` gives them, the best first; compared by their `letters`. */
export type ColumnNames<Field extends string> = Readonly<Record<Field, readonly string[]>>

/** Index of each field, or −1, and the unknown headings; `known` counts those that are whole names. */
export type Columns<Field extends string> = {
  at: Readonly<Record<Field, number>>
  unknown: readonly string[]
  known: number
}

/** Fewest letters of a cut heading that still name its column; a shorter one might be anything. */
const SHORTEST_CUT = 5

/**
 * Finds columns by name, whole names first. Copies may cut headings (`License Pl`): a beginning that fits only one
 * known name counts as that name, unless it ends where a word ends. `DESCRIÇÃO` is a heading of its own and no cut
 * `DESCRIÇÃO CARTÃO`.
 */
export function findColumns<Field extends string>(
  headings: Iterable<string> & object,
  names: ColumnNames<Field>,
): Columns<Field> {
  const { all, found } = headingsOf(headings)
  const { fields, cuts, whole } = speltOut(names)
  const at = Object.fromEntries(
    fields.map(([field, spellings]) => {
      const name = spellings.find((spelling) => found.includes(spelling))
      return [field, name === undefined ? -1 : found.indexOf(name)]
    }),
  ) as Record<Field, number>
  const unknown: string[] = []

  for (const [column, heading] of found.entries()) {
    if (whole.has(heading)) continue
    const isCut = ({ name, ends }: (typeof cuts)[number]) => name.startsWith(heading) && !ends.has(heading.length)
    const cut = heading.length >= SHORTEST_CUT ? cuts.filter(isCut) : []
    const [field, ...others] = new Set(cut.map((candidate) => candidate.field))
    if (field !== undefined && others.length === 0 && at[field] === -1) at[field] = column
    else if (field === undefined && heading !== '') unknown.push(all[column]!)
  }
  return { at, unknown, known: new Set(found).intersection(whole).size }
}

/** Headings as they are, and in the form for comparison. */
type Headings = { all: readonly string[]; found: readonly string[] }
const compared = new WeakMap<object, Headings>()

/** Reads the headings of a row. Kept for each row, because every format looks at the same leading rows. */
function headingsOf(headings: Iterable<string> & object): Headings {
  const known = compared.get(headings)
  if (known) return known
  const headingList = [...headings]
  const headingNames = { all: headingList, found: headingList.map(letters) }
  compared.set(headings, headingNames)
  return headingNames
}

/** Names in the form for comparison; `ends`: numbers of letters after which a word of each name ends. */
type SpeltOut<Field extends string> = {
  fields: readonly (readonly [Field, readonly string[]])[]
  cuts: readonly { field: Field; name: string; ends: ReadonlySet<number> }[]
  whole: ReadonlySet<string>
}

/** Names of each format in the form for comparison, made once: every format looks at the leading rows of every table. */
const spelt = new WeakMap<ColumnNames<string>, SpeltOut<string>>()

function speltOut<Field extends string>(names: ColumnNames<Field>): SpeltOut<Field> {
  const known = spelt.get(names)
  if (known) return known as SpeltOut<Field>
  const cuts = entriesOf(names).flatMap(([field, spellings]) =>
    spellings.map((words) => ({ field, name: letters(words), ends: wordEnds(words) })),
  )
  const fields = entriesOf(names).map(([field, spellings]) => [field, spellings.map(letters)] as const)
  const all = { fields, cuts, whole: new Set(cuts.map(({ name }) => name)) }
  spelt.set(names, all)
  return all
}

/** Counts the letters after which each word of a name ends. */
function wordEnds(words: string): ReadonlySet<number> {
  let end = 0
  return new Set(words.split(' ').map((word) => (end += word.length)))
}

function entriesOf<Field extends string>(names: ColumnNames<Field>): [Field, readonly string[]][] {
  return Object.entries(names) as [Field, readonly string[]][]
}

/**
 * Makes the reader of figures: each column's own cells show its decimal style, and a column that shows none uses that
 * of the others. Mixed columns are reported.
 */
export function figuresOf(cells: PlainCells, rows: readonly TableRow[], columns: readonly number[]): Figures {
  const learner = figureLearner(cells, columns)
  for (const row of rows) learner.see(row)
  return learner.found()
}

/** Reads the days in a file's name: `…_20260601_20260607`, `…_2026-06-01_2026-06-07`. */
export function periodOfName(name: string): Period | null {
  const day = String.raw`(\d{4})-?(\d{2})-?(\d{2})`
  const found = new RegExp(`(?<!\\d)${day}[ _-]+(?:(?:a|to)[ _-]+)?${day}(?!\\d)`, 'i').exec(name)
  if (!found) return null
  const [, y1, m1, d1, y2, m2, d2] = found
  return periodOf(readDay(`${y1}-${m1}-${d1}`), readDay(`${y2}-${m2}-${d2}`))
}

/** Facts in the lines above the headings. */
export type Cover = { client: string | null; contract: string | null; period: Period | null }

/** Reads `Cliente;…`, `Período: 01/06/2026 a 07/06/2026`, `Contrato;…` above the headings; other lines are only for the eye. */
export function readCover(table: Table, header: Header): Cover {
  const cover: Cover = { client: null, contract: null, period: null }
  for (const row of table.rows.slice(0, header.index)) {
    const filled = row.cells.filter((cell) => cell !== '')
    const [label = '', inlineValue] = /^([^:]{1,30}):\s*(.*)$/.exec(filled[0] ?? '')?.slice(1) ?? [filled[0]]
    const values = [...(inlineValue ? [inlineValue] : []), ...filled.slice(1)]
    const value = (table.separator === ',' ? values.join(', ') : values[0]) ?? ''
    const plainLabel = plainText(label)
    if (/^(CLIENTE|NOME|EMPRESA|CLIENT|CUSTOMER|COMPANY)\b/.test(plainLabel)) cover.client ??= companyIn(value)
    if (/^(N[A-Z]{0,5} )?(DE )?(CONTRATO|CONTRACT)\b/.test(plainLabel))
      cover.contract ??= /\d{6,}/.exec(value)?.[0] ?? null
    if (/^(PERIODO|PERIOD|DATAS?|DE|DESDE|FROM)\b/.test(plainLabel)) cover.period ??= readPeriod(filled.join(' '))
  }
  return cover
}

/** Reads a company's name without its client number; a number alone is no name. */
function companyIn(text: string): string | null {
  const name = text.replace(/^\d+\s*[-–:]?\s*/, '')
  return /\p{L}{2}/u.test(name) ? name : null
}

export function periodOfWeek(week: Week): Period {
  return { from: monday(week), to: sunday(week) }
}

/** Finds the first and last day of the rows, for files without a period in name and cover. */
export function periodOfRows(rows: readonly ImportedRow[]): Period | null {
  const [first, ...others] = rows.flatMap(({ at }) => at?.epochMilliseconds ?? [])
  if (first === undefined) return null
  return periodBetween(
    others.reduce(({ from, to }, at) => ({ from: Math.min(from, at), to: Math.max(to, at) }), {
      from: first,
      to: first,
    }),
  )
}

/** Answers the days in Lisbon of two moments in milliseconds. */
export function periodBetween({ from, to }: { from: number; to: number }): Period {
  const dayOf = (moment: number) =>
    Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(ZONE).toPlainDate()
  return { from: dayOf(from), to: dayOf(to) }
}

/** Writes a period as `ReadFile` has it. */
export function periodText(period: Period | null): { from: string; to: string } | null {
  return period && { from: period.from.toString(), to: period.to.toString() }
}

/**
 * Finds the order of day and month of a whole file: from any date that reads only one way, else the one order in which
 * all dates fall into the period of the file (or of the person). `null` when neither tells: then nobody guesses.
 */
export function orderOfDates(texts: readonly string[], period: Period | null): DateOrder | null {
  const learner = orderLearner(period)
  for (const text of texts) learner.see(text)
  return learner.found()
}

/** Learns the order of day and month of a whole file date by date. */
export function orderLearner(period: Period | null): { see: (text: string) => void; found: () => DateOrder | null } {
  const dates = dateOrderLearner()
  const fits = { dmy: false, mdy: false }
  const isInside = (text: string, order: DateOrder) => isWithin(readMoment(text, order)!.toPlainDate(), period!)
  return {
    see: (text) => {
      dates.see(text)
      const isOpen = period !== null && !(fits.dmy && fits.mdy) && dates.found() === 'ambiguous'
      if (!isOpen || isSameBothWays(text)) return
      fits.dmy ||= isInside(text, 'dmy')
      fits.mdy ||= isInside(text, 'mdy')
    },
    found: () => {
      const order = dates.found()
      if (order !== 'ambiguous') return order === 'mixed' ? null : order
      if (fits.dmy === fits.mdy) return null
      return fits.dmy ? 'dmy' : 'mdy'
    },
  }
}

function isWithin(day: Temporal.PlainDate, { from, to }: Period): boolean {
  return Temporal.PlainDate.compare(from, day) <= 0 && Temporal.PlainDate.compare(day, to) <= 0
}

function isSameBothWays(text: string): boolean {
  const [dmy, mdy] = [readMoment(text, 'dmy'), readMoment(text, 'mdy')]
  return !dmy || !mdy || dmy.equals(mdy)
}

/** Matches days of a sheet between 1990 and 2090, counted as Excel does; a Portuguese Excel writes the time after a comma. */
const SERIAL = /^(3[3-9]|[4-6]\d)\d{3}(?:[.,]\d+)?$/

/** Reads a date-time, or the day number that a sheet holds when its cell lost the date format. */
export function readMoment(text: string, order: DateOrder): Temporal.PlainDateTime | null {
  if (!SERIAL.test(text)) return readDateTime(text, order)
  const seconds = Math.round(Number(text.replace(',', '.')) * 86_400)
  return new Temporal.PlainDateTime(1899, 12, 30).add({ seconds })
}

/** Reads a time of day, also as a sheet may hold it: a fraction of a day, or the time of some day. */
export function readClock(text: string): Temporal.PlainTime | null {
  return readTime(text.replace(/^\d{4}-\d{2}-\d{2}[ T]/, '').replace(/^(0?),(\d+)$/, '$1.$2'))
}

/**
 * Reads a number that names something: text, never a quantity. A spreadsheet's addition (`….0`) is dropped; a number
 * that it cut off is `null`.
 */
export function readIdentifier(text: string): string | null {
  const bare = text.replace(/[\s'’]/g, '').replace(/[.,]0+$/, '')
  const float = /^(\d)[.,](\d+)E\+?(\d{1,2})$/i.exec(bare)
  if (!float) return /^\d[.,]?\d*E\+?\d+$/i.test(bare) ? null : bare
  return float[2]!.length === Number(float[3]) ? float[1]! + float[2]! : null
}

/** Whether a line is empty in all known columns: a note beside the list, or a column that somebody filled down. */
export function isEmptyLine({ text }: Pick<PlainCells, 'text'>, row: TableRow, at: Iterable<number>): boolean {
  for (const column of at) if (column !== -1 && text(row, column) !== '') return false
  return true
}

/** Columns that tell a movement from a line of sums: when it was, who and what it names, and its amounts. */
export type SumColumns = { when: readonly number[]; who: readonly number[]; amounts: readonly number[] }

/** Whether a line sums those above it (`rulings.md` J.4): it has no moment, and has the word "Total" or names nobody. */
export function isSumRow({ text }: Pick<PlainCells, 'text'>, row: TableRow, columns: SumColumns): boolean {
  const isSilent = (column: number) => {
    const written = text(row, column)
    return written === '' || isTotalWord(written)
  }
  if (!columns.when.every(isSilent)) return false
  if (row.cells.some(isTotalWord)) return true
  return columns.who.every(isSilent) && columns.amounts.some((column) => text(row, column) !== '')
}

/** Digits that a spreadsheet keeps of a number: it has rounded the last ones of a longer one. */
const DIGITS_OF_A_NUMBER = 15

/** Whether a spreadsheet took a long number that names something for an amount, and lost its last digits: `7,082E+15`. */
export function isRounded(text: string, isNumber: boolean): boolean {
  const whole = readIdentifier(text)
  if (whole === null) return /^\d[.,]?\d*E\+?\d+$/i.test(text.replace(/\s/g, ''))
  return isNumber && whole.length > DIGITS_OF_A_NUMBER
}

/**
 * Checks a line of sums, which is never imported: it may sum the whole file so far or only the lines since the last
 * such line. A sum that is neither means that rows are missing (half a file) or were changed.
 */
export function checkSum(
  cells: PlainCells,
  row: TableRow,
  column: number,
  sums: { found: number; all: number; since: number },
): void {
  if (sums.found !== sums.all && sums.found !== sums.since)
    cells.report(row, column, 'sum-differs', plainAmount(sums.all))
}

/** Makes one warning for all rows it is about: their number, and the first of them. */
export function warningOf(
  code: FileWarning['code'],
  rows: readonly TableRow[],
  params: FileWarning['params'] = {},
): FileWarning {
  return { code, params: { ...params, rows: rows.length, line: firstOf(rows).line } }
}

/** Lists warnings for a sound file. */
export function commonWarnings(columns: Pick<Columns<string>, 'unknown'>, total: number): FileWarning[] {
  const warnings: FileWarning[] = []
  if (columns.unknown.length > 0)
    warnings.push({ code: 'unknown-columns', params: { columns: columns.unknown.join(', ') } })
  if (total === 0) warnings.push({ code: 'total-zero', params: {} })
  return warnings
}
