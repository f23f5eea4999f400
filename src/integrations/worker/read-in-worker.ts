import { firstOf } from '#domain/certain.ts'
import { availableParallelism } from 'node:os'
import { Refusal } from '#domain/refusal.ts'
import type { PdfLook } from '#integrations/uploads/look-at-pdf.ts'
import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import type { GreenReceiptReading } from '#domain/green-receipt.ts'
import type { FileToRead, ImportedRow } from '#domain/import.ts'
import type { BankListSetup } from '#integrations/bank/columns.ts'
import type { TimesSetup, TimesLook, DraftTimesSetup } from '#integrations/times/look.ts'
import type { BankLook, DraftBankSetup } from '#integrations/bank/look.ts'
import type { BankFileReading } from '#integrations/bank/read-bank-file.ts'
import type { DriverListReading } from '#integrations/lists/driver-list.ts'
import type { ListColumns } from '#integrations/lists/list-cells.ts'
import type { ListTable, ListText } from '#integrations/lists/list-table.ts'
import { type LongResult, type ReadableFile, refused } from '#integrations/format.ts'
import type { ReceiptListReading } from '#integrations/green-receipts/receipt-lists.ts'
import type { Look, DraftSetup } from '#integrations/mapped/look.ts'
import type { Profile } from '#integrations/mapped/mapped-format.ts'
import { type ByteSource, wholeOf } from '#platform/bytes.ts'
import { type Reading, rowsOf, type SentFile, type Subject, type Talks, type ResultAnswer } from './messages.ts'
import { type Reader, ReaderGone, startReader } from './reader.ts'

/**
 * The one way from the product to the readers of files (`docs/decisions/061-files-read-in-worker.md`): a thread of its
 * own reads what people send, so that nobody else waits for it, and only a file that takes too much is refused.
 */

/** Result for one file; `member` is the file inside the archive, where there was one, with its hash. */
export type FileResult = LongResult & { member?: ReadableFile & { sha256: string } }

export type ReadOptions = {
  /** Week the person works on, for reports without a period of their own. */
  week?: Week
  /** Lists that the operator set up. */
  listSetups?: readonly Profile[]
  /** Ids by which Uber knows the operator's own companies, which are no drivers. */
  organisations?: readonly string[]
  /** Called with the bytes that are read; stops the reading by throwing. A file is read several times. */
  onBytes?: (bytes: number) => void
}

/**
 * Reads one file of any source in a worker: all results of `readFiles` in `read-file.ts`. A file that takes a reader's
 * memory, or keeps it silent for a minute, is refused as `too-heavy`.
 */
export async function readInWorker(
  file: ReadableFile,
  { week, listSetups = [], organisations = [], onBytes = () => {} }: ReadOptions = {},
): Promise<FileResult[]> {
  const reading: Reading = {
    reading: readings++,
    file: await sentFile(file),
    around: { week: week ?? null, listSetups, organisations },
  }
  return (await untilRead((reader) => resultsFrom(reader, reading, onBytes))) ?? [refused('too-heavy')]
}

let readings = 0

async function resultsFrom(reader: Reader, request: Reading, onBytes: (bytes: number) => void): Promise<FileResult[]> {
  const results: FileResult[] = []
  let rowsInHand: ImportedRow[][] = []
  for await (const piece of reader.talk('file', request, onBytes)) {
    if (piece.is === 'rows') rowsInHand.push(rowsOf(piece.rows))
    else {
      rowsInHand = []
      results.push(resultOf(piece, { asked: request, reader, result: results.length }, rowsInHand))
    }
  }
  return results
}

type ResultPlace = { asked: Reading; reader: Reader; result: number }

function resultOf(
  { says, member, isWhole }: ResultAnswer,
  place: ResultPlace,
  inHand: readonly ImportedRow[][],
): FileResult {
  const inside = member && {
    member: {
      name: member.name,
      sha256: member.sha256,
      bytes: inArchive(place.asked.file, place.result, member.size),
    },
  }
  if (!says.ok) return { ...says, ...inside }
  const rows = isWhole ? () => inOrder(inHand) : () => walkInWorker(place)
  return { ...says, rows, ...inside }
}

async function* inOrder<T>(batches: readonly T[]): AsyncGenerator<T> {
  yield* batches
}

/** Walks rows that stayed with the reader; if it is gone, another one reads the file again and goes on where it stopped. */
async function* walkInWorker({ asked, reader: first, result }: ResultPlace): AsyncGenerator<ImportedRow[]> {
  let reader = first.isAlive() ? first : freeReader()
  let after = 0
  let deaths = 0
  for (;;) {
    try {
      for await (const piece of reader.talk('rows', { ...asked, result, after })) {
        const rows = rowsOf(piece.rows)
        yield rows
        after += rows.length
        deaths = 0
      }
      return
    } catch (error) {
      if (!(error instanceof ReaderGone)) throw error
      if (error.isOwn && ++deaths === MAX_DEATHS) throw new Refusal('file.too-heavy', { name: asked.file.name })
      reader = freeReader()
    }
  }
}

/** Makes a source of a file in an archive, which is unpacked again whenever it is walked. */
function inArchive(file: SentFile, place: number, size: number): ByteSource {
  return {
    size,
    pieces: () => freeReader().talk('member', { file, place }),
  }
}

/**
 * Looks at a file with the setup so far: the names of its sheets, and the chosen one for the person; `null` for a file
 * without a table. Refuses `file.too-heavy`.
 */
export async function lookInWorker(
  file: FileToRead,
  sheet: number,
  draftSetup: DraftSetup,
): Promise<{ sheets: readonly string[]; look: Look } | null> {
  const table = await answerTo('table', { file: await sentFile(file), sheet, draftSetup })
  if (table === null || table.is === 'too-heavy') throw new Refusal('file.too-heavy', { name: file.name })
  if (table.is === 'no-table') return null
  const { sheets, look } = table
  const lines =
    look.result?.lines.map((line) => ({ ...line, row: line.row === null ? null : firstOf(rowsOf(line.row)) })) ?? []
  return { sheets, look: { ...look, result: look.result && { ...look.result, lines } } }
}

/** Reads the text of a list, cut after one letter more than `most`; `null` for what is neither text nor a sheet. */
export async function listTextInWorker(bytes: Uint8Array, most: number, of: ListColumns): Promise<ListText | null> {
  return await answerTo('listText', { file: { name: '', place: bytes }, most, of })
}

/** Reads a list below its headings; `null` for text that is no list at all. */
export async function readListTableInWorker<Field extends string>(
  text: string,
  of: ListColumns<Field>,
): Promise<ListTable<Field> | null> {
  return (await answerTo('listTable', { text, of })) as ListTable<Field> | null
}

/** Reads a list of drivers; `null` for text that is no list at all. */
export async function readDriverListInWorker(text: string): Promise<DriverListReading | null> {
  return await answerTo('driverList', { text })
}

/** Reads a file of a bank; one that takes a reader's memory or time is refused as `too-heavy`. */
export async function readBankFileInWorker(
  file: ReadableFile,
  listSetups: readonly BankListSetup[] = [],
): Promise<BankFileReading> {
  return (await answerTo('bank', { file: await sentFile(file), listSetups })) ?? refused('too-heavy')
}

/** Looks at a bank's list for the person who sets it up; `null` for a file without a table, or too large to be held. */
export async function lookAtBankListInWorker(file: ReadableFile, draftSetup: DraftBankSetup): Promise<BankLook | null> {
  return await answerTo('bankList', { file: await sentFile(file), draftSetup })
}

/** Reads an export of a working-time record, by a known setup or for the person who sets it up; `null` for a file without a table. */
export async function lookAtTimesInWorker(
  file: ReadableFile,
  draftSetup: DraftTimesSetup | null,
  listSetups: readonly TimesSetup[] = [],
): Promise<TimesLook | null> {
  return await answerTo('times', { file: await sentFile(file), draftSetup, listSetups })
}

/** Reads what Uber sent to the bank on a day, as `readTransfer` does; `null` too where a reader cannot hold the report. */
export async function readTransferInWorker(bytes: Uint8Array): Promise<Cents | 'none' | null> {
  return await answerTo('transfer', { bytes })
}

/** Reads the document of a green receipt; a person has to look at one that takes a reader's memory or time. */
export async function readReceiptInWorker(file: ReadableFile): Promise<GreenReceiptReading> {
  return (await answerTo('receipt', { file: await sentFile(file) })) ?? { ok: false, reason: 'no-text' }
}

/** Reads a list of receipts; one that takes a reader's memory or time is refused as `too-heavy`. */
export async function readReceiptListInWorker(file: ReadableFile): Promise<ReceiptListReading> {
  return (await answerTo('receipts', { file: await sentFile(file) })) ?? refused('too-heavy')
}

/** Checks whether a PDF may be kept as it came; one that takes a reader's memory or time may not. */
export async function lookAtPdfInWorker(bytes: Uint8Array): Promise<PdfLook> {
  return (await answerTo('pdf', { file: { name: '', place: bytes } })) ?? 'damaged'
}

/** Gets the one answer to a question; `null` where a reader could not give it. */
async function answerTo<Of extends Subject>(
  subject: Of,
  request: Talks[Of]['asked'],
): Promise<Talks[Of]['answer'] | null> {
  return await untilRead(async (reader) => {
    for await (const piece of reader.talk(subject, request)) return piece
    return null
  })
}

/** Deaths of readers after which the file is at fault: the first may have died of what it held of others, so a fresh one must die too. */
const MAX_DEATHS = 2

/** Does work with a reader, and with another one if it was gone; `null` when the work itself ends readers. */
async function untilRead<Result>(work: (reader: Reader) => Promise<Result>): Promise<Result | null> {
  let deaths = 0
  while (deaths < MAX_DEATHS) {
    try {
      return await work(freeReader())
    } catch (error) {
      if (!(error instanceof ReaderGone)) throw error
      if (error.isOwn) deaths += 1
    }
  }
  return null
}

/** Most readers: one core stays for everybody else, if there are several. */
const MAX_READERS = Math.max(1, Math.min(4, availableParallelism() - 1))

let readers: Reader[] = []

/** Finds an idle reader, or a new one while more are allowed, or the one with the shortest queue. */
function freeReader(): Reader {
  readers = readers.filter((reader) => reader.isAlive())
  const idle = readers.find((reader) => reader.waiting() === 0)
  if (idle) return idle
  if (readers.length === MAX_READERS) return firstOf(readers.toSorted((a, b) => a.waiting() - b.waiting()))
  const newReader = startReader()
  readers.push(newReader)
  return newReader
}

/** Ends all readers: their current work fails. */
export async function endReaders(): Promise<void> {
  await Promise.all(readers.splice(0).map((reader) => reader.end()))
}

async function sentFile({ name, bytes }: ReadableFile): Promise<SentFile> {
  if (bytes instanceof Uint8Array) return { name, place: bytes }
  return { name, place: bytes.path ?? bytes.sealed ?? (await wholeOf(bytes)) }
}
