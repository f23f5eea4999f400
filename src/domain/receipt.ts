import type { FinancialSettings } from './financial-settings.ts'
import type { Cents } from './money.ts'
import type { SettlementState } from './settlement-state.ts'
import type { Terms } from './terms.ts'

/** An approved statement, and the office's answer about the driver's receipt for it. */
export type Receiptable = {
  regime: Terms['regime']
  /** Amount that the driver invoices for the week (`rulings.md` C.10), in cents. */
  receiptValue: Cents
  payable: Cents
  /** `received`, or `waived`: paid without it, for a reason. */
  answer: 'received' | 'waived' | null
}

/**
 * Whether a payment waits for the driver's receipt: the settings of the week ask for it, something is to be paid and
 * something is to be invoiced, and the office has not answered. An employee writes none.
 */
export function waitsForReceipt(
  { receiptBeforePayment }: Pick<FinancialSettings, 'receiptBeforePayment'>,
  { regime, receiptValue, payable, answer }: Receiptable,
): boolean {
  return receiptBeforePayment === 1 && regime !== 'employee' && receiptValue > 0 && payable > 0 && answer === null
}

/**
 * Whether the answer about a receipt has to stay for now: the payment that waited for it is in a bank file, and nobody
 * has said yet whether the bank carried it out. Once it is paid, a receipt may still turn out to be annulled.
 */
export function keepsReceipt(
  { receiptBeforePayment }: Pick<FinancialSettings, 'receiptBeforePayment'>,
  state: SettlementState,
): boolean {
  return receiptBeforePayment === 1 && state === 'in-batch'
}
