import { z } from 'zod'
import type { DriverName } from '#domain/driver.ts'
import type { Cents } from '#domain/money.ts'
import { chosenIds, line } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** A statement of the week and the state of its receipt. */
export type ReceiptView = {
  settlementId: string
  driver: DriverName
  /** The value that the driver invoices. */
  value: Cents
  payable: Cents
  state: 'awaited' | 'received' | 'waived'
  /** The number of the receipt, or why it is waived. */
  note: string
  /** No bank file that is under way rests on it, so the mark can be taken back. */
  isOpen: boolean
}

const settlements = chosenIds('field.required')

/** The reason why receipts are waived. */
export const waivingRecord = record({ note: line() }, () => 'page.receipts.reason', undefined, {
  besides: { intent: z.literal('waived'), settlements },
})

/** One or many receipts that came; or are waived, with the reason; or marks taken back. */
export const receiptInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('received'), settlements }),
  waivingRecord.input,
  z.object({ intent: z.literal('taken-back'), settlements }),
])
