import { z } from 'zod'
import type { DriverName } from '#domain/driver.ts'
import type { Cents } from '#domain/money.ts'
import { chosen, line } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** A statement of the week and its receipt. */
export type ReceiptView = {
  settlementId: string
  driver: DriverName
  /** What the driver invoices. */
  value: Cents
  payable: Cents
  state: 'awaited' | 'received' | 'waived'
  /** The number of the receipt, or why it is not waited for. */
  note: string
  /** Nothing was paid on the strength of it: the word can be taken back. */
  isOpen: boolean
}

const settlements = chosen('field.required')

/** Why receipts are not waited for. */
export const waivingRecord = record({ note: line() }, () => 'page.receipts.reason', undefined, {
  besides: { intent: z.literal('waived'), settlements },
})

/** Receipts that came, one or many; or one that is not waited for, with the reason; or a word taken back. */
export const receiptInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('received'), settlements }),
  waivingRecord.input,
  z.object({ intent: z.literal('taken-back'), settlements }),
])
