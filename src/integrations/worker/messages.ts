import type { FileRefusal, FileSummary, ImportedRow } from '#domain/import.ts'
import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import type { BankListSetup } from '#integrations/bank/columns.ts'
import type { TimesSetup, TimesLook, DraftTimesSetup } from '#integrations/times/look.ts'
import type { BankLook, DraftBankSetup } from '#integrations/bank/look.ts'
import type { BankFileReading } from '#integrations/bank/read-bank-file.ts'
import type { DriverListReading } from '#integrations/lists/driver-list.ts'
import type { ListColumns } from '#integrations/lists/list-cells.ts'
import type { ListTable, ListText } from '#integrations/lists/list-table.ts'
import type { GreenReceiptReading } from '#domain/green-receipt.ts'
import type { PdfLook } from '#integrations/uploads/look-at-pdf.ts'
import type { ReceiptListReading } from '#integrations/green-receipts/receipt-lists.ts'
import type { Look, DraftSetup } from '#integrations/mapped/look.ts'
import type { SealedPlace } from '#platform/bytes.ts'
import type { Profile } from '#integrations/mapped/mapped-format.ts'

/**
 * A file as it is sent to a reader: the path if it is on a disk, so that its bytes are never copied, with the key if it
 * is sealed; else the bytes.
 */
export type SentFile = { name: string; place: string | SealedPlace | Uint8Array }

/** Data for a reader besides the file, because it has no database to ask. */
export type Around = { week: Week | null; listSetups: readonly Profile[]; organisations: readonly string[] }

/** A file and its circumstances; `reading` is the number under which the reader may still hold what it understood. */
export type Reading = { reading: number; file: SentFile; around: Around }

/**
 * Subjects that a reader can be asked about, with its answers, one after the other: it sends the next only when the one
 * before was taken.
 */
export type Talks = {
  /** Content of the file; for an archive, of each file in it. Rows belong to the result before them. */
  file: { asked: Reading; answer: ResultAnswer | RowsAnswer }
  /** Rows of one result, after the first `after` ones. */
  rows: { asked: Reading & { result: number; after: number }; answer: RowsAnswer }
  /** Bytes of the file at an index of an archive. */
  member: { asked: { file: SentFile; place: number }; answer: Uint8Array }
  /** A file for the person who sets it up. */
  table: { asked: { file: SentFile; sheet: number; draftSetup: DraftSetup }; answer: TableAnswer }
  /** Text of a list from a spreadsheet, `null` for what is none; its table; and the content of a list of drivers. */
  listText: { asked: { file: SentFile; most: number; of: ListColumns }; answer: ListText | null }
  listTable: { asked: { text: string; of: ListColumns }; answer: ListTable<string> | null }
  driverList: { asked: { text: string }; answer: DriverListReading | null }
  /** Content of a file of a bank. */
  bank: { asked: { file: SentFile; listSetups: readonly BankListSetup[] }; answer: BankFileReading }
  /** A bank's list for the person who sets it up; `null` for a file without a table. */
  bankList: { asked: { file: SentFile; draftSetup: DraftBankSetup }; answer: BankLook | null }
  /** Content of an export of a working-time record, by a known setup or a new one; `null` for a file without a table. */
  times: {
    asked: { file: SentFile; draftSetup: DraftTimesSetup | null; listSetups: readonly TimesSetup[] }
    answer: TimesLook | null
  }
  /** Content of a green receipt's document, and of a list of receipts. */
  receipt: { asked: { file: SentFile }; answer: GreenReceiptReading }
  receipts: { asked: { file: SentFile }; answer: ReceiptListReading }
  /** Amount that Uber sent to the bank, by its report; `none` and `null` as `readTransfer` has them. */
  transfer: { asked: { bytes: Uint8Array }; answer: Cents | 'none' | null }
  /** Whether a PDF may be kept as it came. */
  pdf: { asked: { file: SentFile }; answer: PdfLook }
}
export type Subject = keyof Talks

export type ResultAnswer = {
  is: 'result'
  says: { ok: true; file: FileSummary } | FileRefusal
  /** File inside an archive; its bytes stay there until somebody asks for them. */
  member: { name: string; size: number; sha256: string } | null
  /** Whether all its rows follow; else they are asked for when somebody walks them. */
  isWhole: boolean
}
export type RowsAnswer = { is: 'rows'; rows: string }
export type TableAnswer =
  | { is: 'look'; sheets: readonly string[]; look: Look<string> }
  | { is: 'no-table' }
  | { is: 'too-heavy' }

/**
 * Writes rows for sending, as JSON, in which a moment is its own text. It takes half the time that cloning a message
 * takes, on both sides, and a moment could not be cloned.
 */
export function sentRows(rows: readonly ImportedRow[]): string {
  return JSON.stringify(rows)
}

export function rowsOf(sent: string): ImportedRow[] {
  const rows: { at: string | Temporal.Instant | null }[] = JSON.parse(sent)
  // Change the rows in place: for a list of a million rows each copy would delay readers of pages.
  for (const row of rows) if (typeof row.at === 'string') row.at = Temporal.Instant.from(row.at)
  return rows as ImportedRow[]
}

/** Messages to a reader: the first of a talk asks, the others take the answers piece by piece; the last may come early. */
export type ToReader =
  | { talk: number; subject: Subject; asked: Talks[Subject]['asked'] }
  | { talk: number; goOn: true }
  | { talk: number; stop: true }

/** Messages of a thread: between answers come the bytes walked so far; `threw` is a defect. */
export type FromReader = { talk: number } & (
  | { answer: Talks[Subject]['answer'] }
  | { isOver: true }
  | { threw: unknown }
  | { walked: number }
)
