import type { FileProblem } from '#domain/import.ts'
import { type DayOrder, type Proof, fingerprintOf } from '#domain/mapping.ts'
import {
  type TimeListMapping,
  type TimeListProblem,
  completeTimeList,
  foldedWord,
  usualActivity,
} from '#domain/time-list.ts'
import type { Activity } from '#domain/working-times.ts'
import { ZONE } from '#domain/week.ts'
import { type PlainCells, plainCells } from '#integrations/cells.ts'
import { widestHeader } from '#integrations/mapped/look.ts'
import { headersOf } from '#integrations/mapped/mapped-format.ts'
import { datesOf } from '#integrations/mapped/proofs.ts'
import { readClock, readMoment, isEmptyLine } from '#integrations/movements.ts'
import { isTotalWord } from '#integrations/words.ts'
import { type Header, type Table, type TableRow, dataRows } from '#platform/table.ts'

/** A person's setup of an export: where its headings are, and the field of each column; `words` is `null` until somebody gave meanings. */
export type DraftTimesSetup = {
  headerLine: number | null
  draft: Omit<TimeListMapping, 'words'> & { words: TimeListMapping['words'] | null }
}

/** An export that was set up and is read automatically, by its row of headings. */
export type TimesSetup = { id: string; fingerprint: string; mapping: TimeListMapping }

/** An understood line: seconds since 1970; `driver` and `plate` as in the file. */
export type TimesLine = {
  line: number
  from: number
  to: number
  activity: Activity
  driver: string
  plate: string
}

/** An export for the person who sets it up, and how it reads with the setup so far. */
export type TimesLook = {
  /** Id of the known export that it is. */
  setupId: string | null
  headers: readonly { line: number; words: string }[]
  headerLine: number
  headings: readonly string[]
  headingKeys: readonly string[]
  examples: readonly string[]
  samples: readonly { line: number; cells: readonly string[] }[]
  dates: Proof<DayOrder>
  /** Words of the activity column, and the meaning of each so far. */
  words: readonly { word: string; activity: Activity | null }[]
  /** Heading of the driver column. */
  driverHeading: string | null
  problems: readonly TimeListProblem[]
  mapping: TimeListMapping | null
  result: { lines: readonly TimesLine[]; problems: readonly FileProblem[] } | null
}

const LINES_SHOWN = 10
const HEADERS_OFFERED = 12
const EXAMPLES_WITHIN = 200
const WORDS_SHOWN = 30
/** Longest time without a break, in seconds: a longer one is a mistake, since nobody writes two days as one line. */
const MAX_SECONDS = 24 * 3_600

/** Looks at a table; by the setup of a known export if it has its headings anywhere. `null` for one without two adjacent cells. */
export function lookAtTimes(
  table: Table,
  draftSetup: DraftTimesSetup | null,
  listSetups: readonly TimesSetup[],
): TimesLook | null {
  const headers = headersOf(table).filter(({ columns }) => columns.filter((heading) => heading !== '').length > 1)
  const known = draftSetup === null ? knownIn(headers, listSetups) : null
  const header = known?.header ?? headers.find(({ line }) => line === draftSetup?.headerLine) ?? widestHeader(headers)
  if (!header) return null
  const rows = dataRows(table, header)
  const draft = known?.listSetup.mapping ?? draftSetup?.draft ?? EMPTY_DRAFT
  const foundWords = wordsOf(rows, draft.columns)
  const words = draft.words ?? guessActivities(foundWords)
  const wordMeanings = foundWords.map((word) => ({ word, activity: words[foldedWord(word)] ?? null }))
  const dates = datesOf(dayTexts(rows, draft))
  // In a known export a new word is refused with its line.
  const unknownWords = known ? 0 : wordMeanings.filter(({ activity }) => activity === null).length
  const complete = completeTimeList({ ...draft, words }, { dates, unknownWords })
  return {
    setupId: known?.listSetup.id ?? null,
    headers: headers.slice(0, HEADERS_OFFERED).map(({ line, columns }) => ({ line, words: columns.join(' · ') })),
    headerLine: header.line,
    headings: header.columns,
    headingKeys: header.keys,
    examples: header.columns.map(
      (_, column) => rows.slice(0, EXAMPLES_WITHIN).find(({ cells }) => cells[column])?.cells[column] ?? '',
    ),
    samples: rows.slice(0, LINES_SHOWN).map(({ line, cells }) => ({ line, cells })),
    dates,
    words: wordMeanings.slice(0, WORDS_SHOWN),
    driverHeading: draft.columns.driver === undefined ? null : (header.columns[draft.columns.driver] ?? null),
    problems: complete.ok ? [] : complete.problems,
    mapping: complete.ok ? complete.mapping : null,
    result: complete.ok ? readTimes(table, header, complete.mapping) : null,
  }
}

const EMPTY_DRAFT: DraftTimesSetup['draft'] = { columns: {}, words: null, plain: 'driving', dates: null }

function knownIn(headers: readonly Header[], listSetups: readonly TimesSetup[]) {
  for (const header of headers) {
    const found = listSetups.find(({ fingerprint }) => fingerprint === fingerprintOf(header.keys))
    if (found) return { header, listSetup: found }
  }
  return null
}

/** Lists each word for an activity once, from lines with a time. */
function wordsOf(rows: readonly TableRow[], { activity, from }: TimeListMapping['columns']): string[] {
  if (activity === undefined) return []
  const found = new Map<string, string>()
  for (const { cells } of rows) {
    const word = from !== undefined && !cells[from] ? '' : (cells[activity] ?? '')
    if (word !== '' && !found.has(foldedWord(word))) found.set(foldedWord(word), word)
  }
  return [...found.values()]
}

function guessActivities(words: readonly string[]): Record<string, Activity> {
  return Object.fromEntries(
    words.flatMap((word) => {
      const activity = usualActivity(word)
      return activity === null ? [] : [[foldedWord(word), activity] as const]
    }),
  )
}

/** Lists the texts with a day in them, without their time: a day can prove the order, a time cannot. */
function dayTexts(rows: readonly TableRow[], { columns }: Pick<TimeListMapping, 'columns'>): string[] {
  const places = (['date', 'from', 'to'] as const).flatMap((field) => columns[field] ?? [])
  return rows.flatMap(({ cells }) =>
    places.map((place) => (cells[place] ?? '').split(/[ T]/)[0] ?? '').filter((text) => /[/.-]/.test(text)),
  )
}

/** Reads every line below the headings: it is understood, or reported with its column. */
function readTimes(table: Table, header: Header, mapping: TimeListMapping) {
  const cells = plainCells(table, header)
  const lines: TimesLine[] = []
  for (const row of dataRows(table, header)) {
    const { columns } = mapping
    // A day off, a note or a sum has no time.
    if (isEmptyLine(cells, row, [columns.from ?? -1, columns.to ?? -1])) continue
    if (row.cells.some(isTotalWord) && cells.text(row, columns.from ?? -1) === '') continue
    const line = cells.hasItsWidth(row) ? readLine(cells, row, mapping) : null
    if (line) lines.push(line)
  }
  return { lines, problems: cells.problems.listed }
}

function readLine(cells: PlainCells, row: TableRow, mapping: TimeListMapping): TimesLine | null {
  const { columns } = mapping
  const day = columns.date === undefined ? null : readDay(cells, row, mapping)
  const from = readEdge(cells, row, 'from', { mapping, day })
  const to = from && readEdge(cells, row, 'to', { mapping, day: day ?? from.toPlainDate(), after: from })
  const activity = readActivity(cells, row, mapping)
  if (!from || !to || activity === null) return null
  const [begins, ends] = [secondsOf(from), secondsOf(to)]
  // No time passed: an app was opened and closed.
  if (begins === ends) return null
  // Compare by the clock that wrote it: in the night in which an hour comes twice, a day is longer.
  if (ends < begins || from.until(to).total('seconds') > MAX_SECONDS) {
    cells.report(row, columns.to ?? -1, 'time-too-long', cells.text(row, columns.from ?? -1))
    return null
  }
  const text = (column: number | undefined) => cells.text(row, column ?? -1)
  return { line: row.line, from: begins, to: ends, activity, driver: text(columns.driver), plate: text(columns.plate) }
}

const EXPECTED = { day: '30/06/2026', time: '21:15' }

function readDay(cells: PlainCells, row: TableRow, { columns, dates }: TimeListMapping): Temporal.PlainDate | null {
  const read = readMoment(cells.text(row, columns.date ?? -1), dates ?? 'dmy')
  if (!read) cells.report(row, columns.date ?? -1, 'date-unreadable', EXPECTED.day)
  return read?.toPlainDate() ?? null
}

/**
 * Reads a beginning or an end: a moment by itself, or a time of the day beside its day. An end that is earlier in the
 * day is on the next one.
 */
function readEdge(
  cells: PlainCells,
  row: TableRow,
  field: 'from' | 'to',
  { mapping, day, after }: { mapping: TimeListMapping; day: Temporal.PlainDate | null; after?: Temporal.PlainDateTime },
): Temporal.PlainDateTime | null {
  const column = mapping.columns[field] ?? -1
  const text = cells.text(row, column)
  const isWhole = /[/-]|^\d{5}[.,]?/.test(text)
  if (isWhole) {
    const [date = '', clock = ''] = text.split(/[ T]+/, 2)
    const read = isMidnight(clock)
      ? readMoment(date, mapping.dates ?? 'dmy')?.add({ days: 1 })
      : readMoment(text, mapping.dates ?? 'dmy')
    if (!read) cells.report(row, column, 'date-unreadable', `${EXPECTED.day} ${EXPECTED.time}`)
    return read ?? null
  }
  if (mapping.columns.date !== undefined && day === null) return null
  const clock = isMidnight(text) ? new Temporal.PlainTime() : readClock(text)
  if (!clock || day === null) {
    cells.report(
      row,
      column,
      text === '' ? 'value-missing' : 'date-unreadable',
      day === null ? `${EXPECTED.day} ${EXPECTED.time}` : EXPECTED.time,
    )
    return null
  }
  const read = day.toPlainDateTime(clock)
  if (isMidnight(text)) return read.add({ days: 1 })
  return after && Temporal.PlainDateTime.compare(read, after) < 0 ? read.add({ days: 1 }) : read
}

/** The end of a day, as some programs write it. */
const isMidnight = (text: string) => /^24:00(?::00)?$/.test(text)

function readActivity(cells: PlainCells, row: TableRow, { columns, words, plain }: TimeListMapping): Activity | null {
  if (columns.activity === undefined) return plain
  const word = cells.text(row, columns.activity)
  const activity = words[foldedWord(word)] ?? null
  if (activity === null)
    cells.report(row, columns.activity, word === '' ? 'value-missing' : 'value-unknown', Object.keys(words).join(', '))
  return activity
}

/** Converts a time on the clock of Lisbon; in an hour that comes twice, the first. */
function secondsOf(local: Temporal.PlainDateTime): number {
  return local.toZonedDateTime(ZONE).epochMilliseconds / 1_000
}
