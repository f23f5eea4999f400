import { record } from '#forms/record.ts'
import type { Bank } from '#domain/bank-statement.ts'
import type { Gap } from '#domain/bank-gaps.ts'
import { adjustmentReason } from '#features/adjustments/schema.ts'

/** Why two statements that do not meet are right so. */
export const gapAnswer = record({ reason: adjustmentReason }, () => 'page.bank.gaps.why')

/** A gap between two statements of an account; `answer`: somebody said that it is right so. */
export type GapView = Gap & {
  account: { id: string; bank: Bank; label: string }
  answer: { id: string; reason: string; at: string; by: string | null } | null
}
