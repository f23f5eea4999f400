import { z } from 'zod'
import { CLASSES } from '#domain/ledger.ts'
import type { Cents } from '#domain/money.ts'
import { adjustmentReason, typedAmount } from '#features/adjustments/schema.ts'

/** What waits to be classified, in cents above nothing, on each side. */
export type Unclassified = { credit: Cents; debit: Cents }

/** An amount of one side, where it goes and why, as the form sends it. */
export const reclassification = z.object({
  side: z.enum(['credit', 'debit'], 'field.choice'),
  account: z.enum(CLASSES, 'field.choice'),
  amount: typedAmount,
  reason: adjustmentReason,
  paper: z.instanceof(File).optional(),
})

export const takingBack = z.object({ reason: adjustmentReason })

/** One as its page shows it; `amount` + a credit, − a debit. */
export type ReclassificationView = {
  id: string
  account: (typeof CLASSES)[number]
  amount: Cents
  reason: string
  file: string | null
  on: string
  isTakenBack: boolean
  /** Why it was taken back. */
  backReason: string | null
}
