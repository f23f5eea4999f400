/** The thread that reads files: it has no database, no secrets and a memory of its own. `reader.ts` starts it. */
import { requireValue } from '#domain/certain.ts'
import { parentPort } from 'node:worker_threads'
import type { ImportedRow } from '#domain/import.ts'
import { lookAtTimes } from '#integrations/times/look.ts'
import { lookAtBankList } from '#integrations/bank/look.ts'
import { readBankFile } from '#integrations/bank/read-bank-file.ts'
import { readDriverList } from '#integrations/lists/driver-list.ts'
import { listText, readListTable } from '#integrations/lists/list-table.ts'
import type { RowWalk } from '#integrations/format.ts'
import { readReceiptListFile } from '#integrations/green-receipts/read-receipt-list.ts'
import { readReceiptPaper } from '#integrations/green-receipts/read-receipt-paper.ts'
import { lookAt } from '#integrations/mapped/look.ts'
import { mappedFormat } from '#integrations/mapped/mapped-format.ts'
import { tablesOf } from '#integrations/mapped/tables.ts'
import { type FileResult, readFiles } from '#integrations/read-file.ts'
import { readTransfer } from '#integrations/uber/organisation-transfer.ts'
import { lookAtPdf } from '#integrations/uploads/look-at-pdf.ts'
import { type ByteSource, inMemory, onDisk, sha256Of, wholeOf } from '#platform/bytes.ts'
import { sealedOnDisk } from '#platform/sealed-bytes.ts'
import { sniff } from '#platform/sniff.ts'
import { TableRefused } from '#platform/table.ts'
import { ArchiveRefused, membersOf, openGzip } from '#platform/zip.ts'
import {
  type FromReader,
  type SentFile,
  sentRows,
  type Subject,
  type Talks,
  type RowsAnswer,
  type ToReader,
} from './messages.ts'

/** Rows sent at once: the receiver is busy with them for a millisecond, and their text is no large object in its heap. */
const BATCH = 200
/** Most rows of one file that are sent along with its result; more stay here until they are asked for. */
const SENT_ALONG = 5_000
/** Most rows of earlier readings that are still held, besides the newest reading. */
const HELD_ROWS = 100_000
/** Step in which walked bytes are reported. */
const REPORTED_BYTES = 1_000_000
const PIECE = 256 * 1024

type ReportBytes = (bytes: number) => void
type Answer<Of extends Subject> = (
  request: Talks[Of]['asked'],
  walked: ReportBytes,
) => AsyncGenerator<Talks[Of]['answer']>

const ANSWERS: { [Of in Subject]: Answer<Of> } = {
  async *file(request, walked) {
    let room = SENT_ALONG
    for await (const result of readFiles(await openFile(request.file), optionsOf(request, walked))) {
      const { member = null, ...outcome } = result
      const rows = result.ok ? rowsIn(result) : 0
      const isWhole = rows <= room
      if (isWhole) room -= rows
      yield {
        is: 'result',
        says: outcome.ok ? { ok: true, file: outcome.file } : outcome,
        member: member && {
          name: member.name,
          size: member.bytes.byteLength,
          sha256: await sha256Of(inMemory(member.bytes)),
        },
        isWhole,
      }
      if (result.ok && isWhole) yield* batches(result.rows)
      // A file from an archive is unpacked again: all of them together would be too much to hold.
      if (result.ok && !isWhole && !member) hold(request.reading, result)
    }
  },

  async *rows(request, walked) {
    yield* batches(held.get(request.reading)?.rows ?? (await readAgain(request, walked)), request.after)
  },

  async *member({ file, place }) {
    const packed = await wholeOf((await openFile(file)).bytes)
    const inside = sniff(packed) === 'gzip' ? [{ bytes: await openGzip(packed) }] : membersOf(packed, place)
    for await (const { bytes } of inside) {
      for (let start = 0; start < bytes.byteLength; start += PIECE) yield bytes.slice(start, start + PIECE)
    }
  },

  async *table({ file, sheet, draftSetup }) {
    try {
      const tables = await tablesOf(await openFile(file))
      const { headings = null } = draftSetup
      const candidates = headings ? tables : [tables[sheet] ?? tables[0]].filter((candidate) => candidate !== undefined)
      for (const { table } of candidates) {
        const look = lookAt(table, draftSetup, (row) => sentRows([row]))
        if (look) return yield { is: 'look', sheets: headings ? [] : tables.map(({ name }) => name), look }
      }
      yield { is: 'no-table' }
    } catch (error) {
      if (!(error instanceof TableRefused)) throw error
      yield { is: 'too-heavy' }
    }
  },

  async *listText({ file, most, of }) {
    const found = await listText(await wholeOf((await openFile(file)).bytes), of).catch(nullIfRefused)
    // It is enough to know that the text is too long.
    yield found?.is === 'text' ? { is: 'text', text: found.text.slice(0, most + 1) } : found
  },

  async *bank({ file, listSetups }) {
    yield await readBankFile(await openFile(file), listSetups)
  },

  async *bankList({ file, draftSetup }) {
    const tables = await tablesOf(await openFile(file)).catch(nullIfRefused)
    yield (tables ?? []).map(({ table }) => lookAtBankList(table, draftSetup)).find((look) => look !== null) ?? null
  },

  async *times({ file, draftSetup, listSetups }) {
    const tables = await tablesOf(await openFile(file)).catch(nullIfRefused)
    const looks = (tables ?? [])
      .map(({ table }) => lookAtTimes(table, draftSetup, listSetups))
      .filter((look) => look !== null)
    yield looks.find((look) => look.setupId !== null) ?? looks[0] ?? null
  },

  async *receipt({ file }) {
    yield await readReceiptPaper(await wholeOf((await openFile(file)).bytes))
  },

  async *receipts({ file }) {
    yield await readReceiptListFile(await openFile(file))
  },

  async *transfer({ bytes }) {
    yield await readTransfer(bytes)
  },

  async *pdf({ file }) {
    yield await lookAtPdf(await wholeOf((await openFile(file)).bytes))
  },

  async *listTable({ text, of }) {
    yield await Promise.resolve(text)
      .then((list) => readListTable(list, of))
      .catch(nullIfRefused)
  },

  async *driverList({ text }) {
    yield await Promise.resolve(text).then(readDriverList).catch(nullIfRefused)
  },
}

/** Rows of the newest readings, which can be walked without reading the file again. */
const held = new Map<number, { rows: RowWalk; count: number }>()

function hold(reading: number, result: FileResult & { ok: true }): void {
  held.set(reading, { rows: result.rows, count: rowsIn(result) })
  let before = held.values().reduce((all, { count }) => all + count, 0) - rowsIn(result)
  for (const [oldest, { count }] of held) {
    if (before <= HELD_ROWS || oldest === reading) break
    held.delete(oldest)
    before -= count
  }
}

function rowsIn({ file }: FileResult & { ok: true }): number {
  return file.weeks.values().reduce((all, count) => all + count, 0)
}

async function readAgain(request: Talks['rows']['asked'], walked: ReportBytes): Promise<RowWalk> {
  const options = { ...optionsOf(request, walked), only: request.result }
  for await (const result of readFiles(await openFile(request.file), options)) if (result.ok) return result.rows
  throw new Error('What was read before cannot be read again.')
}

async function* batches(rows: RowWalk, after = 0): AsyncGenerator<RowsAnswer> {
  let left = after
  let batch: ImportedRow[] = []
  for await (const walkedRows of rows()) {
    for (const row of walkedRows) {
      if (left-- > 0) continue
      batch.push(row)
      if (batch.length < BATCH) continue
      yield { is: 'rows', rows: sentRows(batch) }
      batch = []
    }
  }
  if (batch.length > 0) yield { is: 'rows', rows: sentRows(batch) }
}

function optionsOf({ around: { week, listSetups, organisations } }: Talks['file']['asked'], onBytes: ReportBytes) {
  return { ...(week ? { week } : {}), formats: listSetups.map(mappedFormat), organisations, onBytes }
}

async function openFile({ name, place }: SentFile): Promise<{ name: string; bytes: ByteSource }> {
  if (typeof place === 'string') return { name, bytes: await onDisk(place) }
  return { name, bytes: place instanceof Uint8Array ? inMemory(place) : await sealedOnDisk(place) }
}

function nullIfRefused(error: unknown): null {
  if (error instanceof ArchiveRefused || error instanceof TableRefused) return null
  throw error
}

/** Current talks: several may wait for their next message at once. */
const talks = new Map<number, AsyncGenerator<Talks[Subject]['answer']>>()

function begin<Of extends Subject>(talk: number, subject: Of, request: Talks[Of]['asked']): void {
  let unreported = 0
  const walked = (bytes: number) => {
    unreported += bytes
    if (unreported < REPORTED_BYTES) return
    send({ talk, walked: unreported })
    unreported = 0
  }
  talks.set(talk, ANSWERS[subject](request, walked))
}

async function answer(message: ToReader): Promise<void> {
  const { talk } = message
  if ('subject' in message) begin(talk, message.subject, message.asked)
  if ('stop' in message) {
    await talks.get(talk)?.return(undefined)
    talks.delete(talk)
    return
  }
  try {
    const next = await requireValue(talks, talk).next()
    if (next.done) talks.delete(talk)
    send(next.done ? { talk, isOver: true } : { talk, answer: next.value })
  } catch (error) {
    talks.delete(talk)
    send({ talk, threw: error })
  }
}

function send(message: FromReader): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort!.postMessage(message)
}

parentPort!.on('message', (message: ToReader) => void answer(message))
