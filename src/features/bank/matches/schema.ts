import { z } from 'zod'
import type { Bank } from '#domain/bank-statement.ts'
import type { Proposal } from '#domain/bank-match.ts'
import { CLASSES, type CompanyAccount } from '#domain/ledger.ts'
import type { Cents } from '#domain/money.ts'
import { readWeek } from '#domain/week.ts'
import { adjustmentReason } from '#features/adjustments/schema.ts'

export const ANSWER_KINDS = ['payments', 'return', 'payout', 'driver', 'account', 'suspense'] as const
export type AnswerKind = (typeof ANSWER_KINDS)[number]

const recordId = z.uuid('field.choice')

/** What a form says that a movement is. `proposal`: what the page proposed, worked out again. */
export const answerInput = z.discriminatedUnion('is', [
  z.object({ is: z.literal('proposal') }),
  z.object({ is: z.literal('payments'), settlement: recordId }),
  z.object({ is: z.literal('return'), settlement: recordId }),
  z.object({
    is: z.literal('payout'),
    of: z.string().transform((said, context) => {
      const [platform, week = ''] = said.split(' ')
      try {
        if (platform === 'uber' || platform === 'bolt') return { platform, week: readWeek(week) } as const
      } catch {
        // Told below, as every choice that is none.
      }
      context.addIssue('field.choice')
      return z.NEVER
    }),
  }),
  z.object({ is: z.literal('driver'), driver: recordId }),
  z.object({ is: z.literal('account'), account: z.enum(CLASSES, 'field.choice') }),
  z.object({ is: z.literal('suspense') }),
])
export type AnswerInput = z.output<typeof answerInput>

export const takingAnswerBack = z.object({ reason: adjustmentReason })

/** A payment as answers and proposals name it; `week` by its name. */
export type PaymentName = { settlementId: string; week: string; name: string; ref: string; amount: Cents }

/** What was said of a movement. */
export type AnswerView = {
  id: string
  kind: AnswerKind
  isExact: boolean
  platform: 'uber' | 'bolt' | null
  week: string | null
  driver: { id: string; name: string; ref: string } | null
  account: CompanyAccount | null
  payments: readonly PaymentName[]
  reason: string
  at: string
  by: string | null
  takenBack: { at: string; by: string | null; reason: string } | null
}

/** A movement as lists and its page show it; days are text. */
export type MovementRow = {
  id: string
  account: { id: string; bank: Bank; label: string }
  booked: string
  value: string
  amount: Cents
  fee: Cents
  feeWithin: Cents
  balance: Cents | null
  text: string
  party: string | null
  isReturn: boolean
  returnReason: string | null
  answer: AnswerView | null
  /** `null` once it is answered. */
  proposal: Proposal | null
}
