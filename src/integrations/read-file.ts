import type { FileRefusalCode, FileToRead, ReadResult } from '#domain/import.ts'
import type { Week } from '#domain/week.ts'
import { readCsv } from '#platform/csv.ts'
import { readSheets } from '#platform/sheet.ts'
import { type Content, sniff, type ZipContent, zipContent } from '#platform/sniff.ts'
import type { Table } from '#platform/table.ts'
import { decodeText } from '#platform/text.ts'
import { type ArchiveProblem, ArchiveRefused, openArchive, openGzip, openZip } from '#platform/zip.ts'
import { type AroundTable, type Format, type Recognition, refused, unreadable } from './format.ts'
import { FORMATS } from './imports.ts'

export type ReadOptions = {
  /** The week the person works on, for reports that say no period themselves. */
  week?: Week
}

/** What one file says; `member` is the file inside the archive, where there was one. */
export type FileResult = ReadResult & { member?: FileToRead }

/** Text beyond this does not fit into a string of the runtime together with what is made of it. */
const LARGEST_TEXT = 250_000_000

/**
 * Reads one file of any source: by its bytes, never by its extension. A plain archive gives one result for each file in it
 * (one level deep), everything else one. Never throws for what a file holds.
 */
export async function readFile(file: FileToRead, options: ReadOptions = {}): Promise<FileResult[]> {
  try {
    const content = sniff(file.bytes)
    if (content === 'gzip') {
      const member = { name: file.name.replace(/\.gz$/i, ''), bytes: await openGzip(file.bytes) }
      return (await readMember(member, options)).map((result) => ({ ...result, member }))
    }
    if (content === 'zip' && (await zipKind(file.bytes)) === 'plain') return await readMembers(file, options)
    return await readSingle(file, content, options)
  } catch (error) {
    if (error instanceof ArchiveRefused) return [refused(ARCHIVE_CODES[error.problem])]
    throw error
  }
}

const ARCHIVE_CODES: Record<ArchiveProblem, FileRefusalCode> = {
  'too-large': 'too-large',
  unsafe: 'archive-unsafe',
  encrypted: 'encrypted',
  damaged: 'damaged',
}

async function zipKind(bytes: Uint8Array): Promise<ZipContent> {
  const archive = await openZip(bytes)
  archive.close()
  return zipContent(archive.names)
}

async function readMembers(file: FileToRead, options: ReadOptions): Promise<FileResult[]> {
  const members = await openArchive(file.bytes)
  if (members.length === 0) return [refused('empty')]
  const results: FileResult[] = []
  for (const member of members) {
    for (const result of await readMember(member, options)) results.push({ member, ...result })
  }
  return results
}

/** A file out of an archive; another archive inside is not opened. */
async function readMember(member: FileToRead, options: ReadOptions): Promise<FileResult[]> {
  try {
    const content = sniff(member.bytes)
    const isNested = content === 'gzip' || (content === 'zip' && (await zipKind(member.bytes)) === 'plain')
    return isNested ? [refused('archive-nested')] : await readSingle(member, content, options)
  } catch (error) {
    if (error instanceof ArchiveRefused) return [refused(ARCHIVE_CODES[error.problem])]
    throw error
  }
}

async function readSingle(file: FileToRead, content: Content, options: ReadOptions): Promise<FileResult[]> {
  const around: AroundTable = { name: baseName(file.name), week: options.week ?? null }
  if (content === 'zip') return await readOffice(file, around)
  if (content !== 'text') return [refusedContent(content, file.name)]
  if (file.bytes.length > LARGEST_TEXT) return [refused('too-large', { bytes: file.bytes.length })]
  const { text, encoding, damaged } = decodeText(file.bytes)
  const table = readCsv(text, encoding)
  const result = await readTable(table, around)
  return [damaged ? withDamageTold(result, table) : result]
}

function refusedContent(content: Exclude<Content, 'text' | 'zip'>, name: string): ReadResult {
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

async function readOffice(file: FileToRead, around: AroundTable): Promise<FileResult[]> {
  const kind = await zipKind(file.bytes)
  if (kind === 'word') return [refused('word-document')]
  if (kind === 'excel-binary') return [refused('old-excel', { found: 'xlsb' })]
  if (kind !== 'xlsx') return [refused('unknown-format', { found: kind })]
  const sheets = (await readSheets(file.bytes)).filter(({ hidden }) => !hidden)
  const filled = sheets.filter(({ table }) => table.rows.length > 0)
  if (filled.length === 0) return [refused('empty')]
  const known = filled.filter(({ table }) => recognise(table, around.name))
  if (known.length === 0) return [unknownFormat(filled[0]!.table)]
  if (known.length === 1) return [await readTable(known[0]!.table, around)]
  return [refused('several-sheets', { sheets: known.map(({ name }) => name).join(', ') })]
}

function recognise(table: Table, name: string): { format: Format; recognition: Recognition } | null {
  for (const format of FORMATS) {
    const recognition = format.recognises(table, name)
    if (recognition) return { format, recognition }
  }
  return null
}

async function readTable(table: Table, around: AroundTable): Promise<ReadResult> {
  if (table.rows.length === 0) return refused('empty')
  const known = recognise(table, around.name)
  if (!known) return unknownFormat(table)
  if (table.openQuote !== null) {
    return unreadable([{ line: table.openQuote, column: null, code: 'quote-open', found: '"', expected: '"' }])
  }
  return await known.format.read(table, known.recognition, around)
}

/** Says which headings were seen: the first row with more than one cell, as far as a person wants to read. */
function unknownFormat(table: Table): ReadResult {
  const row = table.rows.find(({ cells }) => cells.filter((cell) => cell !== '').length > 1) ?? table.rows[0]
  const headings = row?.cells.filter((cell) => cell !== '').slice(0, 8) ?? []
  return refused('unknown-format', { headings: headings.join(', ').slice(0, 300) })
}

/** Letters were lost before the file came here: names look wrong, money does not. */
function withDamageTold(result: ReadResult, table: Table): ReadResult {
  if (!result.ok) return result
  const lines = table.rows.filter(({ original }) => original.includes('\ufffd')).map(({ line }) => line)
  const warnings = [
    ...result.file.warnings,
    { code: 'text-damaged', params: { lines: lines.slice(0, 50).join(', ') } } as const,
  ]
  return { ok: true, file: { ...result.file, warnings } }
}

function baseName(name: string): string {
  return name.replace(/^.*[/\\]/, '')
}
