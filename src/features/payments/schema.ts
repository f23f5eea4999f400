import { z } from 'zod'
import type { Cents } from '#domain/money.ts'
import { line, optional } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** Most characters of the reason why an account is paid again. */
const LONGEST_AGAIN = 200

/** Why the same account is paid again from which a transfer came back. */
export const againRecord = record({ again: line(LONGEST_AGAIN) }, () => 'page.week.step.again')

/** It is asked for only then. */
export const againInput = z.object({ again: optional(LONGEST_AGAIN).default(null) })

/** The reason why a bank file is voided. */
export const batchVoiding = record({ reason: line() }, () => 'page.weekActs.voidBatch.reason')

/** The reason why a bank file that was voided, or marked as paid, is open again. */
export const batchReopening = record({ reason: line() }, () => 'page.weekActs.voidBatch.reason')

/** What drivers read of a payment that was taken back, besides that it is to be paid again. */
export const toldOfPayment = optional(200)

/** For a file that was marked as paid: why for the office, and what its drivers read. */
export const batchUnpaying = record({ reason: line(), told: toldOfPayment }, (name) => `page.weekActs.unpaid.${name}`)

/** A bank file as pages show it. Moments and days are text. */
export type BatchView = {
  id: number
  state: string
  messageId: string
  executionOn: string
  payments: number
  total: Cents
  /** The payments that nobody has marked as paid or rejected. */
  waiting: { count: number; total: Cents }
  createdAt: string
  closedAt: string | null
  note: string
  rows: readonly {
    settlementId: string
    ref: string
    name: string
    amount: Cents
    state: string
    reason: string | null
    /** The bank's file that refused it. */
    refusedIn: string | null
    /** The file waits, and pays another account than the one that the driver has now. */
    isOfOldIban: boolean
  }[]
}
