import { z } from 'zod'
import type { DriverName } from '#domain/driver.ts'
import type { GreenReceipt, ReceiptDifference, UnreadReceipt } from '#domain/green-receipt.ts'
import type { Cents } from '#domain/money.ts'
import type { PaperSignature } from '#domain/pdf-signature.ts'
import type { Week } from '#domain/week.ts'
import { chosen, givenLines, lines } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** What is kept of a receipt: all but whose numbers stand on it. */
export type ReadReceipt = Omit<GreenReceipt, 'issuer' | 'acquirer'>

export type GreenReceiptState = 'matched' | 'asked' | 'accepted' | 'declined' | 'withdrawn' | 'released'

/** One paper that a driver sent. Moments are text. */
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

/** What the driver writes at the Portal, in its own words. Amounts are cents. */
export type ReceiptToIssue = {
  value: Cents
  /** With VAT, and what remains of it to be paid; `null` where nothing was agreed of VAT and withholding. */
  totals: { vat: Cents; withheld: Cents; toPay: Cents } | null
  description: string
  day: string
  vat: string | null
  withholding: string | null
  acquirer: { name: string; nif: string | null; address: string | null }
}

/** The receipt of one own statement: what to issue, and what was sent. */
export type OwnReceipt = {
  week: Week
  toIssue: ReceiptToIssue
  /** The office's word, where it said one; or a paper's that matched. */
  mark: 'received' | 'waived' | null
  /** The payment waits for it. */
  isAwaited: boolean
  papers: readonly GreenReceiptView[]
}

/** Nobody has said anything of it: it is still to be issued and sent. */
export function isReceiptDue({ mark, papers }: OwnReceipt): boolean {
  return (
    mark === null && papers.every(({ state }) => state === 'declined' || state === 'withdrawn' || state === 'released')
  )
}

/** A receipt that its driver has still to issue and send: of which week (`2026-W46` in addresses), and its value in cents. */
export type OwnDueReceipt = { week: Week; name: string; value: Cents }

/** A paper as the office sees it. */
export type OfficeReceipt = GreenReceiptView & {
  driver: DriverName
  week: Week
  weekName: string
  value: Cents
  /** A picture, that a page can show. */
  isPicture: boolean
  /** Nothing was paid on the strength of it: the answer can be taken back. */
  isOpen: boolean
  /** What the signatures of the file say; `null` of one that came before they were read. */
  signature: PaperSignature | null
}

/** An approved statement whose receipt nobody has sent. */
export type MissingReceipt = {
  settlementId: string
  driver: DriverName
  week: Week
  weekName: string
  value: Cents
  approvedAt: string
  /** How many reminders the driver got. */
  reminded: number
}

/** A receipt that the office marked without a paper. */
export type MarkedReceipt = Omit<MissingReceipt, 'approvedAt' | 'reminded'> & {
  answer: 'received' | 'waived'
  answeredAt: string
}

/** Receipts that came another way. */
export const markInput = z.object({ settlements: chosen('field.required') })

/** What a driver sends: the paper, and of a photo what its code says. */
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

/** What is answered to a question about a receipt. */
export const answerRecord = record({ words: givenLines(300) }, () => 'page.greenReceipts.office.words')

/** The office's answer to a question, or the answer taken back. */
export const answerInput = z.discriminatedUnion('intent', [
  answerRecord.input.extend({ intent: z.literal('accept') }),
  answerRecord.input.extend({ intent: z.literal('decline') }),
  z.object({ intent: z.literal('take-back') }),
])
