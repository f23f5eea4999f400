import { record } from '#forms/record.ts'
import type { Bank } from '#domain/bank-statement.ts'
import type { Gap } from '#domain/bank-gaps.ts'
import { adjustmentReason } from '#features/adjustments/schema.ts'

/** The form that says why a gap between two statements is right. */
export const gapAnswer = record({ reason: adjustmentReason }, () => 'page.bank.gaps.why')

/** A gap between two statements of an account; `answer` is set once somebody accepted it. */
export type GapView = Gap & {
  account: { id: string; bank: Bank; label: string }
  answer: { id: string; reason: string; at: string; by: string | null } | null
}
