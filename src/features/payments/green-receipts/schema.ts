import { z } from 'zod'
import type { DriverName } from '#domain/driver.ts'
import type { GreenReceipt, ReceiptDifference, UnreadReceipt } from '#domain/green-receipt.ts'
import type { Cents } from '#domain/money.ts'
import type { PaperSignature } from '#domain/pdf-signature.ts'
import type { SettlementState } from '#domain/settlement-state.ts'
import type { Week } from '#domain/week.ts'
import { chosenIds, givenLines, lines } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** The stored data of a receipt: all but the tax numbers on it. */
export type ReadReceipt = Omit<GreenReceipt, 'issuer' | 'acquirer'>

export type GreenReceiptState = 'matched' | 'asked' | 'accepted' | 'declined' | 'withdrawn' | 'released'

/** One receipt that a driver sent. Moments are text. */
export type GreenReceiptView = {
  id: string
  fileName: string
  reading: ReadReceipt | null
  unread: UnreadReceipt | null
  differences: readonly ReceiptDifference[]
  state: GreenReceiptState
  sentAt: string
  answeredAt: string | null
  answer: string
}

/** The values that the driver enters at the Portal, in the Portal's own words. Amounts are cents. */
export type ReceiptToIssue = {
  value: Cents
  /** VAT, tax withheld, and what is left to pay; `null` where nothing is agreed about VAT and withholding. */
  totals: { vat: Cents; withheld: Cents; toPay: Cents } | null
  description: string
  day: string
  vat: string | null
  withholding: string | null
  acquirer: { name: string; nif: string | null; address: string | null }
}

/** The receipt for one of the reader's own statements: what to issue, and what was sent. */
export type OwnReceipt = {
  week: Week
  toIssue: ReceiptToIssue
  /** The office's mark, if it gave one, or that of a receipt that matched. */
  mark: 'received' | 'waived' | null
  /** The payment waits for this receipt. */
  isAwaited: boolean
  papers: readonly GreenReceiptView[]
}

/** Whether a receipt is still to be issued and sent: there is no mark, and none was sent that counts. */
export function isReceiptDue({ mark, papers }: OwnReceipt): boolean {
  return (
    mark === null && papers.every(({ state }) => state === 'declined' || state === 'withdrawn' || state === 'released')
  )
}

/** A receipt that its driver still has to issue and send: its week (`2026-W46` in addresses), and its value in cents. */
export type OwnDueReceipt = { week: Week; name: string; value: Cents }

/** A receipt as the office sees it. */
export type OfficeReceipt = GreenReceiptView & {
  driver: DriverName
  week: Week
  weekName: string
  value: Cents
  /** A picture that a page can show. */
  isPicture: boolean
  /** State of its statement. */
  settlement: SettlementState
  /** Result of checking the signatures of the file; `null` for one sent before they were checked. */
  signature: PaperSignature | null
}

/** An approved statement whose receipt was not sent. */
export type MissingReceipt = {
  settlementId: string
  driver: DriverName
  week: Week
  weekName: string
  value: Cents
  approvedAt: string
  /** Number of reminders that the driver got. */
  reminded: number
}

/** A receipt that the office marked without a file. */
export type MarkedReceipt = Omit<MissingReceipt, 'approvedAt' | 'reminded'> & {
  answer: 'received' | 'waived'
  answeredAt: string
}

/** Statements whose receipts came another way. */
export const markInput = z.object({ settlements: chosenIds('field.required') })

/** A receipt that a driver sends: the file, and for a photo the text of its code. */
export const receiptRecord = record(
  {
    paper: z
      .instanceof(File, { message: 'field.required' })
      .refine(({ size }) => size > 0, 'field.required')
      .meta({ field: { control: 'file', required: true } }),
    code: lines(1_000),
  },
  (name) => `page.greenReceipts.${name}`,
  undefined,
  { besides: { intent: z.literal('send') } },
)
export const sentReceipt = z.discriminatedUnion('intent', [
  receiptRecord.input,
  z.object({ intent: z.literal('withdraw'), receipt: z.string() }),
])

/** The words of an answer to the question about a receipt. */
export const answerRecord = record({ words: givenLines(300) }, () => 'page.greenReceipts.office.words')

/** The office's answer to the question, or that it is taken back. */
export const answerInput = z.discriminatedUnion('intent', [
  answerRecord.input.extend({ intent: z.literal('accept') }),
  answerRecord.input.extend({ intent: z.literal('decline') }),
  z.object({ intent: z.literal('take-back') }),
])
