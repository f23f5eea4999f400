import { z } from 'zod'
import type { Day, PaperHolder, PaperKind, PaperLook, PaperState } from '#domain/paper.ts'
import { day, givenDay, line, listed, text } from '#forms/fields.ts'
import { type PlatformReview, platformReviewRecord } from './platform-reviews/schema.ts'
import { record } from '#forms/record.ts'

/** Who or what a paper is of: a driver, a car, or the operator. */
export type PaperOf = { holder: 'driver' | 'car'; id: string } | { holder: 'company' }

/** A paper as its page shows it. Moments are text. */
export type PaperView = {
  id: string
  kind: string
  holder: PaperHolder
  holderId: string | null
  state: PaperState
  look: PaperLook
  number: string | null
  issuedOn: Day | null
  expiresOn: Day | null
  /** Days to its end; less than nought when it is past. */
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

/** One kind that somebody has or should have: the paper that counts, the one on its way, and the last one refused since. */
export type PaperSlot = {
  kind: PaperKind
  /** Whether it is asked of this holder at all: by regime. */
  isAsked: boolean
  counts: PaperView | null
  onItsWay: PaperView | null
  refused: PaperView | null
  /** The last day on which it is not asked for yet: of a new car. */
  exemptUntil: Day | null
  look: PaperLook | 'missing' | 'exempt'
  /** What platforms think of the paper that counts. */
  reviews: readonly PlatformReview[]
}

/** What is shown to whoever inspects at the roadside. */
export type Roadside = {
  own: readonly PaperSlot[]
  cars: readonly { plate: string; name: string; slots: readonly PaperSlot[] }[]
  company: readonly PaperSlot[]
}

/** A paper that waits to be looked at, with whose it is. */
export type WaitingPaper = PaperView & { kindName: PaperKind['name']; of: string; ofId: string | null }

const keptDay = z.preprocess((typed) => typed ?? '', day('kept'))
/** The number that stands on a paper. */
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

/** Why a paper is not taken, or counts no more. */
const reason = line(300)
export const paperRefusal = record({ reason }, () => 'page.papers.fields.reason')
export const paperTakingBack = record({ reason }, () => 'page.papers.form.takeBackReason')

/** When that came which the page showed: an answer is for it alone. */
const seen = z.string()

/** What the office says of a paper that came, or of one that counts. */
export const reviewInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('accept'), seen, ...dated }).refine(inOrder, ORDER),
  z.object({ intent: z.literal('refuse'), seen, reason }),
  z.object({ intent: z.literal('take-back'), reason }),
  platformReviewRecord.input.extend({ intent: z.literal('standing') }),
  z.object({ intent: z.literal('standing-back'), review: z.string().regex(/^\d{1,15}$/) }),
  z.object({ intent: z.literal('publish') }),
  z.object({ intent: z.literal('withdraw') }),
])

/** A request for one: until when, and what is said with it. */
export const requestRecord = record({ dueOn: givenDay(), words: text(300) }, (name) => `page.papers.fields.${name}`)
/** The kind of paper that several drivers are asked for. */
export const askedKind = record(
  { kind: listed(z.string().min(1, 'field.choice')) },
  () => 'page.papers.askSeveral.kind',
)
export const requestInput = z.object({
  kind: askedKind.fields.kind,
  dueOn: requestRecord.fields.dueOn,
  words: requestRecord.fields.words.default(''),
})
export type RequestInput = z.output<typeof requestInput>
