import type { FileRefusal, FileSummary, ImportedRow } from '#domain/import.ts'
import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import type { TaughtBankList } from '#integrations/bank/columns.ts'
import type { TaughtTimes, TimesLook, TimesTeaching } from '#integrations/times/look.ts'
import type { BankLook, BankTeaching } from '#integrations/bank/look.ts'
import type { BankFileReading } from '#integrations/bank/read-bank-file.ts'
import type { DriverListReading } from '#integrations/driver-list/driver-list.ts'
import type { GreenReceiptReading } from '#domain/green-receipt.ts'
import type { PdfLook } from '#integrations/uploads/look-at-pdf.ts'
import type { ReceiptListReading } from '#integrations/green-receipts/receipt-lists.ts'
import type { Look, Teaching } from '#integrations/mapped/look.ts'
import type { SealedPlace } from '#platform/bytes.ts'
import type { Profile } from '#integrations/mapped/mapped-format.ts'

/**
 * A file as it travels to a reader: the path where it lies on a disk, so that its bytes are never copied, with what opens
 * it where it is sealed; else the bytes.
 */
export type SentFile = { name: string; place: string | SealedPlace | Uint8Array }

/** What a reader is given with the file: data alone, for it has no database to ask. */
export type Around = { week: Week | null; taught: readonly Profile[]; organisations: readonly string[] }

/** A file and what is known around it; `reading` is the number under which the reader may still hold what it understood. */
export type Reading = { reading: number; file: SentFile; around: Around }

/** What a reader can be asked, and what it tells, one after the other: the next only when the one before was taken. */
export type Talks = {
  /** What the file says; of an archive, each file in it. Rows belong to the result before them. */
  file: { asked: Reading; answer: ResultAnswer | RowsAnswer }
  /** The rows of one result, but for so many of the first. */
  rows: { asked: Reading & { result: number; after: number }; answer: RowsAnswer }
  /** The bytes of the file at a place of an archive. */
  member: { asked: { file: SentFile; place: number }; answer: Uint8Array }
  /** How a file looks to somebody who teaches it. */
  table: { asked: { file: SentFile; sheet: number; teaching: Teaching }; answer: TableAnswer }
  /** The text of a list of drivers, `null` for what is none; and what it says. */
  listText: { asked: { file: SentFile; most: number }; answer: string | null }
  list: { asked: { text: string }; answer: DriverListReading | null }
  /** What a file of a bank says. */
  bank: { asked: { file: SentFile; taught: readonly TaughtBankList[] }; answer: BankFileReading }
  /** How a bank's list looks to somebody who teaches it; `null` for what holds no table. */
  bankList: { asked: { file: SentFile; teaching: BankTeaching }; answer: BankLook | null }
  /** What an export of a working-time record says, by what was taught or is being taught; `null` for what holds no table. */
  times: {
    asked: { file: SentFile; teaching: TimesTeaching | null; taught: readonly TaughtTimes[] }
    answer: TimesLook | null
  }
  /** What the paper of a green receipt says, and what a list of them says. */
  receipt: { asked: { file: SentFile }; answer: GreenReceiptReading }
  receipts: { asked: { file: SentFile }; answer: ReceiptListReading }
  /** What a report of Uber's says that it sent to the bank; `none` and `null` as `readTransfer` has them. */
  transfer: { asked: { bytes: Uint8Array }; answer: Cents | 'none' | null }
  /** Whether a PDF may be kept as it came. */
  pdf: { asked: { file: SentFile }; answer: PdfLook }
}
export type Subject = keyof Talks

export type ResultAnswer = {
  is: 'result'
  says: { ok: true; file: FileSummary } | FileRefusal
  /** The file inside an archive; its bytes stay there until somebody asks for them. */
  member: { name: string; size: number; sha256: string } | null
  /** All its rows follow; else they are asked for when somebody walks them. */
  isWhole: boolean
}
export type RowsAnswer = { is: 'rows'; rows: string }
export type TableAnswer =
  | { is: 'look'; sheets: readonly string[]; look: Look<string> }
  | { is: 'no-table' }
  | { is: 'too-heavy' }

/**
 * Rows as they travel: as JSON, in which a moment is its own text. It takes half the time that the clone of a message
 * takes, on both sides, and no moment could be cloned.
 */
export function sentRows(rows: readonly ImportedRow[]): string {
  return JSON.stringify(rows)
}

export function rowsOf(sent: string): ImportedRow[] {
  const rows: { at: string | Temporal.Instant | null }[] = JSON.parse(sent)
  // In their own place: of a list of a million rows each copy is felt by whoever waits for a page.
  for (const row of rows) if (typeof row.at === 'string') row.at = Temporal.Instant.from(row.at)
  return rows as ImportedRow[]
}

/** From here to a reader: the first message of a talk asks, the others take the answers piece by piece; the last may come early. */
export type ToReader =
  | { talk: number; subject: Subject; asked: Talks[Subject]['asked'] }
  | { talk: number; goOn: true }
  | { talk: number; stop: true }

/** What a thread answers: bytes walked so far come between; `threw` is a defect. */
export type FromReader = { talk: number } & (
  | { answer: Talks[Subject]['answer'] }
  | { isOver: true }
  | { threw: unknown }
  | { walked: number }
)
