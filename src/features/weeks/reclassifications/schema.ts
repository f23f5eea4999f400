import { z } from 'zod'
import { CLASSES } from '#domain/ledger.ts'
import type { Cents } from '#domain/money.ts'
import { choice, oneOfList, paper } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import { adjustmentReason, typedAmount } from '#features/adjustments/schema.ts'

/** The amount that waits to be classified on each side, in cents at or above zero. */
export type Unclassified = { credit: Cents; debit: Cents }

/** An amount of one side, its account and the reason. */
export const reclassification = record(
  {
    side: oneOfList(z.enum(['credit', 'debit'], 'field.choice'), { open: true }),
    amount: typedAmount,
    account: choice(CLASSES, (account) => `page.accounts.accounts.${account}`, 'page.accounts.classes.choose'),
    reason: adjustmentReason,
    paper: paper(),
  },
  (name) => `page.accounts.classes.${name}`,
  ['side', ['amount', 'account'], 'reason', 'paper'],
)

export const takingBack = record({ reason: adjustmentReason }, () => 'page.accounts.classes.back.reason')

/** One reclassification as its page shows it; `amount` is positive for a credit, negative for a debit. */
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
