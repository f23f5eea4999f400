import { firstOf } from '#domain/certain.ts'
import type { FileRefusal, FileRefusalCode, FileToRead, ReadResult } from '#domain/import.ts'
import type { Week } from '#domain/week.ts'
import { type ByteSource, inMemory, sourceOf, watchBytes, wholeOf } from '#platform/bytes.ts'
import { openCsv } from '#platform/csv.ts'
import { openSheets } from '#platform/sheet.ts'
import { type Content, sniffSource, type ZipContent, zipContent } from '#platform/sniff.ts'
import { headTable, type LongTable, TableRefused, wholeTable } from '#platform/table.ts'
import { openText } from '#platform/text.ts'
import { ARCHIVE_LIMITS, type ArchiveProblem, ArchiveRefused, membersOf, openGzip, openZip } from '#platform/zip.ts'
import {
  type AroundTable,
  columnsMissing,
  type Format,
  type LongFormat,
  type LongResult,
  type ReadableFile,
  refused,
  unreadable,
} from './format.ts'
import { FORMATS } from './imports.ts'
import { widestHeader } from './mapped/look.ts'
import { headersOf } from './mapped/mapped-format.ts'
import { sortWeeks } from './long-list.ts'
import { recognise, type RecognisedTable } from './recognise.ts'
import { DatesTurned, refuseTurnedDates } from './turned-dates.ts'

export type ReadOptions = {
  /** Week the person works on, for reports without a period of their own. */
  week?: Week
  /** Lists that the operator set up: a table that one of our own formats can read never reaches them. */
  formats?: readonly (Format | LongFormat)[]
  /** Ids by which Uber knows the operator's own companies, which are no drivers. */
  organisations?: readonly string[]
  /** Called with the bytes of every piece that is read; stops the reading by throwing. A file is read several times. */
  onBytes?: (bytes: number) => void
  /** Index of the only file to read in an archive. */
  only?: number
}

/** Result for one file; `member` is the file inside the archive, where there was one. */
export type FileResult = LongResult & { member?: FileToRead }

/** Reads all results of `readFiles` into memory. */
export async function readFile(file: ReadableFile, options: ReadOptions = {}): Promise<FileResult[]> {
  return await Array.fromAsync(readFiles(file, options))
}

/**
 * Reads one file of any source: by its bytes, never by its extension. A plain archive gives one result for each file in
 * it (one level deep), one after the other; any other file gives one. The content of a file never makes this throw.
 */
export async function* readFiles(file: ReadableFile, options: ReadOptions = {}): AsyncGenerator<FileResult> {
  const { name } = file
  if (isLockFile(file)) return yield refused('lock-file')
  const bytes = watchBytes(sourceOf(file), options.onBytes ?? (() => {}))
  try {
    const content = await sniffSource(bytes)
    if (content === 'gzip' || content === 'zip') yield* readPacked(name, bytes, content, options)
    else yield await readSingle({ name, bytes }, content, options)
  } catch (error) {
    yield refusalFor(error)
  }
}

/**
 * Whether a file is what Calc (`.~lock.week.xlsx#`) or Excel (`~$week.xlsx`) puts beside one that is open in it. Whoever
 * drops a whole folder drops it too.
 */
function isLockFile(file: ReadableFile): boolean {
  return /^(?:\.~lock\..+#|~\$.+)$/.test(baseName(file.name)) && sourceOf(file).size <= LARGEST_LOCK
}

/** Most bytes of such a file: Excel's has 165. */
const LARGEST_LOCK = 1_000

/** Answers the refusal of a file that exceeds a limit, is damaged or was written anew; any other error is a defect. */
function refusalFor(error: unknown): FileRefusal {
  if (error instanceof ArchiveRefused)
    return refused(ARCHIVE_CODES[error.problem], error.problem === 'too-many' ? { most: ARCHIVE_LIMITS.files } : {})
  if (error instanceof TableRefused) return refused(error.problem, { line: error.line, most: error.most })
  if (error instanceof DatesTurned) return unreadable({ length: 1, listed: [error.problem] })
  throw error
}

async function* readPacked(
  name: string,
  source: ByteSource,
  content: 'gzip' | 'zip',
  options: ReadOptions,
): AsyncGenerator<FileResult> {
  if (source.size > ARCHIVE_LIMITS.file) throw new ArchiveRefused('too-large', `${source.size} bytes`)
  const file = { name, bytes: await wholeOf(source) }
  if (content === 'gzip') {
    const member = { name: name.replace(/\.gz$/i, ''), bytes: await openGzip(file.bytes) }
    yield { ...(await readMember(member, options)), member }
  } else if ((await zipKind(file.bytes)) === 'plain') yield* readMembers(file, options)
  else yield await readOffice(file, options)
}

const ARCHIVE_CODES: Record<ArchiveProblem, FileRefusalCode> = {
  'too-large': 'too-large',
  'too-many': 'archive-many',
  unsafe: 'archive-unsafe',
  encrypted: 'encrypted',
  damaged: 'damaged',
}

async function zipKind(bytes: Uint8Array): Promise<ZipContent> {
  const archive = await openZip(bytes)
  archive.close()
  return zipContent(archive.names)
}

async function* readMembers(file: FileToRead, options: ReadOptions): AsyncGenerator<FileResult> {
  const { only = null } = options
  // An archive that lies about one of its files is refused as a whole, before any of them is read.
  if (only === null) for await (const _ of membersOf(file.bytes));
  let count = 0
  for await (const member of membersOf(file.bytes, only)) {
    count += 1
    yield { member, ...(await readMember(member, options)) }
  }
  if (count === 0) yield refused('empty')
}

/** Reads a file from an archive; an archive inside it is not opened. */
async function readMember(member: FileToRead, options: ReadOptions): Promise<LongResult> {
  try {
    const bytes = inMemory(member.bytes)
    const content = await sniffSource(bytes)
    if (content === 'gzip') return refused('archive-nested')
    if (content !== 'zip') return await readSingle({ name: member.name, bytes }, content, options)
    if ((await zipKind(member.bytes)) === 'plain') return refused('archive-nested')
    return await readOffice(member, options)
  } catch (error) {
    return refusalFor(error)
  }
}

async function readSingle(
  { name, bytes }: { name: string; bytes: ByteSource },
  content: Exclude<Content, 'zip'>,
  options: ReadOptions,
): Promise<LongResult> {
  if (content !== 'text') return refusedContent(content, name)
  const table = await openCsv(await openText(bytes))
  const file = contextOf(name, options)
  const result = await readTable(table, recogniseIn(table, file.name, options), file)
  return withDamageWarning(result, table)
}

function contextOf(name: string, { week, organisations = [] }: ReadOptions): AroundTable {
  return { name: baseName(name), week: week ?? null, organisations: new Set(organisations) }
}

function recogniseIn(table: LongTable, name: string, { formats = [] }: ReadOptions): RecognisedTable | null {
  return recognise(headTable(table), name, FORMATS, formats)
}

function refusedContent(content: Exclude<Content, 'text' | 'zip'>, name: string): FileRefusal {
  if (content === 'html') return refused(/\.xlsx?$/i.test(name) ? 'old-excel' : 'unknown-format', { found: 'html' })
  return refused(CONTENT_CODES[content], { found: content })
}

const CONTENT_CODES: Record<Exclude<Content, 'text' | 'zip' | 'html'>, FileRefusalCode> = {
  empty: 'empty',
  picture: 'picture',
  pdf: 'pdf',
  gzip: 'archive-nested',
  'old-excel': 'old-excel',
  'old-word': 'word-document',
  encrypted: 'encrypted',
  xml: 'unknown-format',
  binary: 'unknown-format',
}

async function readOffice(file: FileToRead, options: ReadOptions): Promise<LongResult> {
  const kind = await zipKind(file.bytes)
  if (kind === 'word') return refused('word-document')
  if (kind === 'excel-binary') return refused('old-excel', { found: 'xlsb' })
  if (kind !== 'xlsx') return refused('unknown-format', { found: kind })
  const filled = (await openSheets(file.bytes)).filter(({ hidden, table }) => !hidden && table.head.length > 0)
  if (filled.length === 0) return refused('empty')
  const about = contextOf(file.name, options)
  const known = filled.flatMap(({ name, table }) => {
    const recognised = recogniseIn(table, about.name, options)
    return recognised ? [{ name, table, as: recognised }] : []
  })
  const complete = known.filter(({ as }) => as.recognition.missing.length === 0)
  if (complete.length > 1) return refused('several-sheets', { sheets: complete.map(({ name }) => name).join(', ') })
  const sheet = complete[0] ?? known[0] ?? { ...firstOf(filled), as: null }
  return await readTable(sheet.table, sheet.as, about)
}

async function readTable(table: LongTable, known: RecognisedTable | null, file: AroundTable): Promise<LongResult> {
  if (table.head.length === 0) return table.openQuote === null ? refused('empty') : quoteOpen(table.openQuote)
  if (!known) return unknownFormat(table)
  if (table.openQuote !== null) return quoteOpen(table.openQuote)
  const { format, recognition } = known
  if (recognition.missing.length > 0) return columnsMissing(format, recognition)
  const rows = refuseTurnedDates(table, recognition.header)
  if ('readLong' in format) return await format.readLong(rows, recognition, file)
  return asLongResult(await format.read(await wholeTable(rows), recognition, file))
}

function quoteOpen(line: number): FileRefusal {
  const problem = { line, column: null, code: 'quote-open', found: '"', expected: '"' } as const
  return unreadable({ length: 1, listed: [problem] })
}

/** Wraps the result of a report that was read as a whole like that of a long one: its rows are in memory already. */
function asLongResult(result: ReadResult): LongResult {
  if (!result.ok) return result
  const { rows, ...file } = result.file
  const weeks = new Map<Week, number>()
  for (const { week } of rows) weeks.set(week, (weeks.get(week) ?? 0) + 1)
  return {
    ok: true,
    file: { ...file, weeks: sortWeeks(weeks) },
    rows: async function* () {
      yield rows
    },
  }
}

/** Makes the refusal of an unknown file, with the headings that its setup would propose, as many as a person wants to read. */
function unknownFormat(table: LongTable): FileRefusal {
  const header = widestHeader(headersOf(headTable(table)))
  const headings = header?.columns.filter((heading) => heading !== '').slice(0, 8) ?? []
  return refused('unknown-format', { headings: headings.join(', ').slice(0, 300) })
}

/** Adds a warning about letters lost before the file came here: names look wrong, money does not. */
function withDamageWarning(result: LongResult, { damagedLines }: LongTable): LongResult {
  if (!result.ok || damagedLines.length === 0) return result
  const warning = { code: 'text-damaged', params: { lines: damagedLines.join(', ') } } as const
  return { ...result, file: { ...result.file, warnings: [...result.file.warnings, warning] } }
}

function baseName(name: string): string {
  return name.replace(/^.*[/\\]/, '')
}
