import { z } from 'zod'
import type { Day, PaperHolder, PaperKind, ShownPaperState, PaperState } from '#domain/paper.ts'
import { day, givenDay, line, oneOfList, text } from '#forms/fields.ts'
import { type PlatformReview, platformReviewRecord } from './platform-reviews/schema.ts'
import { record } from '#forms/record.ts'

/** The holder of a document: a driver, a car, or the operator. */
export type PaperOf = { holder: 'driver' | 'car'; id: string } | { holder: 'company' }

/** A document as its page shows it. Moments are text. */
export type PaperView = {
  id: string
  kind: string
  holder: PaperHolder
  holderId: string | null
  state: PaperState
  shownState: ShownPaperState
  number: string | null
  issuedOn: Day | null
  expiresOn: Day | null
  /** Days to its end; negative when it is past. */
  daysLeft: number | null
  fileName: string | null
  dueOn: Day | null
  words: string
  reason: string
  askedAt: string | null
  sentAt: string | null
  answeredAt: string | null
  answeredBy: string | null
  publishedAt: string | null
}

/**
 * One kind that a holder has or should have: the document that counts, the one on its way, and the last one refused since.
 */
export type PaperSlot = {
  kind: PaperKind
  /** Whether it is required of this holder at all, by their regime or title. */
  isAsked: boolean
  current: PaperView | null
  onItsWay: PaperView | null
  refused: PaperView | null
  /** For a new car: the last day on which it is not yet required. */
  exemptUntil: Day | null
  shownState: ShownPaperState | 'missing' | 'exempt'
  /** The platforms' reviews of the document that counts. */
  reviews: readonly PlatformReview[]
}

/** The documents to show at a roadside inspection. */
export type Roadside = {
  own: readonly PaperSlot[]
  cars: readonly { plate: string; name: string; slots: readonly PaperSlot[] }[]
  company: readonly PaperSlot[]
}

/** A document that waits to be checked, with its holder. */
export type WaitingPaper = PaperView & { kindName: PaperKind['name']; of: string; ofId: string | null }

const keptDay = z.preprocess((typed) => typed ?? '', day('kept'))
/** The number on a document. */
export const paperNumber = text(60)
const dated = { number: paperNumber.default(''), issuedOn: keptDay, expiresOn: keptDay }
const inOrder = (paper: { issuedOn: Day | null; expiresOn: Day | null }) =>
  paper.issuedOn === null || paper.expiresOn === null || paper.issuedOn <= paper.expiresOn
const ORDER = { path: ['expiresOn'], message: 'field.ends-before' }

/** Photos or a PDF; a form without a file sends an empty one. */
const files = z
  .array(z.instanceof(File))
  .max(20, 'field.too-long')
  .default([])
  .transform((sent) => sent.filter(({ size }) => size > 0))

export const paperInput = z.object({ ...dated, files }).refine(inOrder, ORDER)
export type PaperInput = z.output<typeof paperInput>

/** The reason why a document is refused, or taken back. */
const reason = line(300)
export const paperRefusal = record({ reason }, () => 'page.papers.fields.reason')
export const paperTakingBack = record({ reason }, () => 'page.papers.form.takeBackReason')

/** The moment at which the document on the page was sent: an answer is only for that one. */
const seen = z.string()

/** The office's decision about a document that was sent, or that counts. */
export const reviewInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('accept'), seen, ...dated }).refine(inOrder, ORDER),
  z.object({ intent: z.literal('refuse'), seen, reason }),
  z.object({ intent: z.literal('take-back'), reason }),
  z.object({ intent: z.literal('look-again') }),
  platformReviewRecord.input.extend({ intent: z.literal('standing') }),
  z.object({ intent: z.literal('standing-back'), review: z.string().regex(/^\d{1,15}$/) }),
  z.object({ intent: z.literal('publish') }),
  z.object({ intent: z.literal('withdraw') }),
])

/** A request for a document: until when, and with which words. */
export const requestRecord = record({ dueOn: givenDay(), words: text(300) }, (name) => `page.papers.fields.${name}`)
/** The kind of document that several drivers are asked for. */
export const askedKind = record(
  { kind: oneOfList(z.string().min(1, 'field.choice')) },
  () => 'page.papers.askSeveral.kind',
)
export const requestInput = z.object({
  kind: askedKind.fields.kind,
  dueOn: requestRecord.fields.dueOn,
  words: requestRecord.fields.words.default(''),
})
export type RequestInput = z.output<typeof requestInput>
