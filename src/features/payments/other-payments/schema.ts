import { record } from '#forms/record.ts'
import type { Cents } from '#domain/money.ts'
import { choice, givenDay, line, paper } from '#forms/fields.ts'

export const MEANS = ['mb-way', 'transfer', 'cash', 'other'] as const
export type Means = (typeof MEANS)[number]

/** A payment of a statement outside a bank file; `paidOn` is an ISO date. */
export type PaidOtherwise = { means: Means; paidOn: string; note: string; proof?: File | undefined }

/** A payment of this kind as pages show it. Moments are text. */
export type OtherPayment = {
  id: string
  amount: Cents
  means: Means
  paidOn: string
  note: string
  fileName: string | null
  writtenAt: string
  by: string | null
  /** Why it was taken back, and when; `null` while it counts. */
  undone: { at: string; by: string | null; reason: string } | null
}

export const paidRecord = record(
  {
    means: choice(MEANS, (means) => `page.weekActs.payOne.meansOf.${means}`),
    paidOn: givenDay(),
    note: line(),
    proof: paper(),
  },
  (name) => `page.weekActs.payOne.${name}`,
  [['means', 'paidOn'], 'note', 'proof'],
  { tells: { means: 'state', paidOn: 'time', note: 'words' } },
)
