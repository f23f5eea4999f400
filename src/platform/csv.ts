import {
  type Arranged,
  fillerCheck,
  layoutOf,
  lineCutter,
  type RecordReader,
  recordReader,
  startOf,
} from './csv-records.ts'
import type { LongTable, Table, TableRow } from './table.ts'
import type { Text } from './text.ts'

/**
 * Reads delimited text. The separator comes from the headings, never from the file's name. Files in which a spreadsheet
 * put whole lines in quotes (with or without `;;` at the end) are unwrapped. Line numbers are those of the file.
 */
export function readCsv(text: string, encoding: Table['encoding'] = 'utf-8'): Table {
  const lines = lineCutter()(text, true)
  const start = startOf(lines)
  const filler = fillerCheck(start)
  filler.see(lines)
  const reader = recordReader(start, filler.found())
  const records = reader.read(lines, true)
  const layout = layoutOf(start)
  layout.see(records)
  const arranged = layout.found()
  const rows = records.map(arranged.row)
  return { encoding, separator: arranged.separator, rows, openQuote: reader.openQuote() ?? arranged.openQuote() }
}

/** Opens delimited text of any length: one pass learns how the file is laid out, every later pass answers its rows in batches. */
export async function openCsv({ encoding, pieces }: Text): Promise<LongTable> {
  const start = startOf(await firstLines(pieces()))
  const filler = fillerCheck(start)
  if (filler.found() !== '') for await (const lines of linesOf(pieces())) filler.see(lines)

  const reader = recordReader(start, filler.found())
  const layout = layoutOf(start)
  for await (const records of recordsOf(pieces(), reader)) layout.see(records)
  const arranged = layout.found()
  const walk = async function* () {
    for await (const records of recordsOf(pieces(), recordReader(start, filler.found())))
      yield records.map(arranged.row)
  }
  return {
    encoding,
    separator: arranged.separator,
    head: layout.head().map(arranged.row),
    damagedLines: layout.damagedLines(),
    openQuote: reader.openQuote() ?? (arranged.isWrapped ? await openInside(walk(), arranged) : null),
    walk,
  }
}

/** Answers whole lines of a text, however its pieces are cut. */
async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  const cut = lineCutter()
  for await (const piece of pieces) {
    const lines = cut(piece, false)
    if (lines !== '') yield lines
  }
  yield cut('', true)
}

/** Number of letters that holds the first forty records of any report. */
const LEAD = 100_000

async function firstLines(pieces: AsyncIterable<string>): Promise<string> {
  let lead = ''
  for await (const lines of linesOf(pieces)) {
    lead += lines
    if (lead.length >= LEAD) break
  }
  return lead
}

async function* recordsOf(pieces: AsyncIterable<string>, reader: RecordReader): AsyncGenerator<TableRow[]> {
  for await (const lines of linesOf(pieces)) {
    const records = reader.read(lines, false)
    if (records.length > 0) yield records
  }
  yield reader.read('', true)
}

/** Finds the line where a quote stays open inside lines that are themselves in quotes: only unwrapping all of them shows it. */
async function openInside(walk: AsyncIterable<unknown>, arranged: Arranged): Promise<number | null> {
  for await (const _ of walk);
  return arranged.openQuote()
}
