import { adjustmentInput } from '#features/adjustments/schema.ts'
import { choice, givenLines, paper } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import { z } from 'zod'
import { DISPUTE_CAUSES, type DisputeCause } from '#domain/dispute.ts'
import type { Cents } from '#domain/money.ts'
import type { LineCode } from '#domain/settlement-types.ts'
import type { Week } from '#domain/week.ts'

/** The driver's cause and words against a line. */
export const contestRecord = record(
  {
    cause: choice(DISPUTE_CAUSES, (cause) => `page.disputes.causes.${cause}`),
    words: givenLines(500),
    paper: paper(),
  },
  (name) => `page.disputes.form.${name}`,
  undefined,
  { tells: { cause: 'state', words: 'words' }, besides: { opinion: z.literal('contested') } },
)

/** A driver's opinion on a line of their own statement, as the form sends it. */
export const opinionInput = z.discriminatedUnion('opinion', [
  z.object({ opinion: z.literal('right') }),
  contestRecord.input,
  z.object({ opinion: z.literal('withdrawn'), dispute: z.string() }),
])

/** The reason for declining a dispute: it is required, and the driver reads it. */
export const declineInput = z.object({
  reason: givenLines(500),
})

/** The adjustment of an accepted dispute; `seen` is what the line came to in the newest version, in cents. */
export const acceptanceInput = adjustmentInput.and(
  z.object({ seen: z.coerce.number('field.invalid').int('field.invalid') }),
)

/** Moments are text. */
export type Dispute = {
  id: string
  cause: DisputeCause
  words: string
  state: 'open' | 'withdrawn' | 'accepted' | 'declined'
  /** The name of the document that the driver sent with it. */
  fileName: string | null
  openedAt: string
  /** The last day for the office's answer, an ISO date. */
  answerBy: string
  closedAt: string | null
  /** The office's answer. */
  answer: string
  /** The adjustment of an accepted dispute (cents), and the week of the statement that carries it. */
  settled: { amount: Cents; week: Week } | null
  /** Earlier answers that the office took back; the oldest first. */
  withdrawn: readonly WithdrawnAnswer[]
}

/** Another dispute of the same line: what it gave when it was accepted, `null` while it is open. */
export type OtherOfLine = Pick<Dispute, 'id' | 'settled'>

/**
 * An answer that the office took back. `given`: the adjustment that had accepted the dispute; `null` for a reason that had
 * declined it. `by` is who took it back, only for the office.
 */
export type WithdrawnAnswer = {
  answer: string
  answeredAt: string
  given: { amount: Cents; week: Week } | null
  withdrawnAt: string
  by: string | null
}

/** `corrected`: what an accepted dispute on the same line of an older version gave. */
export type LineOpinion = { isRight: boolean; dispute: Dispute | null; corrected: Dispute['settled'] }

/** The driver's opinions on the lines of the week's statement, by ordinal. */
export type Opinions = {
  /** The moment until which a line can be contested, and below whether it is still to come. */
  until: string
  isOpen: boolean
  lines: Readonly<Record<number, LineOpinion>>
}

/** A contested line as the office sees it. */
export type ContestedLine = Dispute & {
  /** Whole days since it was contested, or until it was answered. */
  days: number
  /** The day for the answer is over, and nobody has answered. */
  isLate: boolean
  driver: { id: string; ref: string; name: string }
  week: Week
  weekName: string
  line: {
    ordinal: number
    code: LineCode
    adjustment: { about: Week | null } | null
    amount: Cents
    /** The same line in the newest version of the statement; zero where that version does not have it. */
    now: Cents
  }
  /** The statement was voided since, and another version takes its place. */
  isVoid: boolean
}
