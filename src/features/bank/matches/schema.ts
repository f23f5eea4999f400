import { z } from 'zod'
import type { Bank } from '#domain/bank-statement.ts'
import type { Match, Proposal } from '#domain/bank-match.ts'
import { CLASSES, type CompanyAccount } from '#domain/ledger.ts'
import type { Cents } from '#domain/money.ts'
import { readWeek } from '#domain/week.ts'
import { toldOfPayment } from '#features/payments/schema.ts'
import { adjustmentReason } from '#features/adjustments/schema.ts'
import { record } from '#forms/record.ts'

export const ANSWER_KINDS = ['payments', 'part', 'return', 'payout', 'driver', 'account', 'suspense'] as const
export type AnswerKind = (typeof ANSWER_KINDS)[number]

const recordId = z.uuid('field.choice')

/** The answer of a form to a movement. `proposal` accepts the page's proposal, which is then calculated again. */
export const answerInput = z.discriminatedUnion('is', [
  /** `seen`: the proposal as the page showed it, when several are confirmed at once. */
  z.object({ is: z.literal('proposal'), seen: z.string().optional() }),
  z.object({ is: z.literal('payments'), settlement: recordId }),
  z.object({ is: z.literal('return'), settlement: recordId }),
  z.object({
    is: z.literal('payout'),
    of: z.string().transform((said, context) => {
      const [platform, week = ''] = said.split(' ')
      try {
        if (platform === 'uber' || platform === 'bolt') return { platform, week: readWeek(week) } as const
      } catch {
        // Report an unreadable week below, like any choice that does not exist.
      }
      context.addIssue('field.choice')
      return z.NEVER
    }),
  }),
  z.object({ is: z.literal('driver'), driver: recordId }),
  z.object({
    is: z.literal('account'),
    account: z.enum(CLASSES, 'field.choice'),
    /** Whether to make a rule that gives the answer to all movements with the same words. */
    always: z.literal('on').optional(),
  }),
  z.object({ is: z.literal('suspense') }),
])
export type AnswerInput = z.output<typeof answerInput>

/** A proposal as text in the form, so that only what somebody saw is confirmed. */
export function seenAs(match: Match): string {
  return JSON.stringify(match)
}

/** The reason for taking an answer back. */
export const takingAnswerBack = record({ reason: adjustmentReason }, () => 'page.bank.back.reason')

/** For an answer by which somebody was paid: why for the office, and what the driver reads. */
export const takingPaymentBack = record(
  { reason: adjustmentReason, told: toldOfPayment },
  (name) => `page.weekActs.unpaid.${name}`,
)

/** A payment as answers and proposals name it; `week` by its name. */
export type PaymentName = { settlementId: string; week: string; name: string; ref: string; amount: Cents }

/** An answer to a movement. */
export type AnswerView = {
  id: string
  kind: AnswerKind
  isExact: boolean
  /** Whether a rule gave the answer. */
  isByRule: boolean
  platform: 'uber' | 'bolt' | null
  week: string | null
  driver: { id: string; name: string; ref: string } | null
  account: CompanyAccount | null
  /** The payments of the answer; in a list only the first, while `count` says how many there are. */
  payments: readonly PaymentName[]
  count: number
  reason: string
  at: string
  by: string | null
  takenBack: { at: string; by: string | null; reason: string } | null
}

/** A match, with the names of the people it is about. */
export type NamedMatch = { match: Match; names: readonly PaymentName[]; who: string | null }

/** The people that an answer or a proposal is about, and the other possible matches. */
export type Names = Omit<NamedMatch, 'match'> & { others: readonly NamedMatch[] }

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
  /** Last characters of the other side's account, when the bank gives it. */
  partyIbanEnds: string | null
  isReturn: boolean
  returnReason: string | null
  answer: AnswerView | null
  /** `null` once the movement is answered. */
  proposal: Proposal | null
}

/**
 * A movement's earlier answers, its file, and who took the import of that file back; the movement no longer counts
 * then.
 */
export type MovementSource = {
  before: readonly AnswerView[]
  file: { id: string; name: string }
  line: number
  undone: { at: string; by: string | null; reason: string } | null
}

/** A rule that answers all movements with the same words on an account. */
export type RuleView = {
  id: string
  text: string
  account: CompanyAccount
  isOut: boolean
  bank: MovementRow['account']
  at: string
  by: string | null
}
