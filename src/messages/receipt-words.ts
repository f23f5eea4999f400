import { type Cents, ZERO, minus, sum } from '#domain/money.ts'
import { type SeparateInvoice, separateInvoice } from '#domain/settlement-receipt.ts'
import type { Line, Settlement } from '#domain/settlement-types.ts'
import type { Terms } from '#domain/terms.ts'
import type { Translator } from './catalogue.ts'
import { weekNumber } from './dates.ts'
import { formatMoney } from './numbers.ts'

/** The driver's receipt of a week as paper and screens tell it. */
export type ReceiptInWords = {
  /** What is invoiced, in cents: 0 where earlier weeks leave nothing of it. */
  value: Cents
  /** What the receipt is made of, in short sentences. */
  words: string
}

/** Only who invoices has a receipt to issue, and only where there is something to say of it. */
export function tellReceipt(
  { receiptValue, receiptCarried, lines }: Settlement,
  { regime, receipt, receiptBase = 'result' }: Terms,
  t: Translator,
): ReceiptInWords | null {
  const money = (amount: Cents) => formatMoney(amount, t.language)
  const carried = receiptCarried ?? []
  if (regime === 'employee') return null
  if (receiptValue <= 0 && (receiptCarried === null || (receiptValue === 0 && carried.length === 0))) return null

  const cash = cashKeptIn(lines)
  const hasCharges = receiptBase === 'result' && lines.some(({ group }) => group === 'F')
  const hasCorrection = lines.some(
    ({ code, steps }) => code !== 'adjustment.settled' && steps.some(({ kind }) => kind === 'change'),
  )
  return {
    value: receiptValue > 0 ? receiptValue : ZERO,
    words: [
      t(hasCharges ? 'payslip.receiptWords.charges' : `payslip.receiptWords.${receiptBase}`),
      cash === 0 ? null : t('payslip.receiptWords.cash', { amount: money(cash) }),
      hasCorrection ? t(`payslip.receiptWords.${receiptCarried === null ? 'uncorrected' : 'corrected'}`) : null,
      ...carried.map(({ week, amount }) =>
        amount < 0
          ? t('payslip.receiptWords.less', { amount: money(minus(amount)), number: weekNumber(week) })
          : t('payslip.receiptWords.more', { amount: money(amount), number: weekNumber(week) }),
      ),
      receipt?.withholding === 0 && receiptValue > 0
        ? t(`payslip.receiptWords.unwithheld.${receipt.unwithheld ?? 'waived'}`)
        : null,
      receiptValue < 0 ? t('payslip.receiptWords.nothing', { amount: money(minus(receiptValue)) }) : null,
    ]
      .filter((words) => words !== null)
      .join(' '),
  }
}

/** What the operator invoices apart, and the VAT that is inside. */
export function tellApart(
  { lines }: Settlement,
  terms: Terms,
  t: Translator,
): (SeparateInvoice & { words: string }) | null {
  const apart = separateInvoice(lines, terms)
  if (apart === null) return null
  const money = (amount: Cents) => formatMoney(amount, t.language)
  return { ...apart, words: t('payslip.apartWords', { base: money(apart.base), vat: money(apart.vat) }) }
}

/** Cash the driver has in hand, which the steps of income lines take off. */
export function cashKeptIn(lines: readonly Line[]): Cents {
  return minus(
    sum(
      lines
        .filter(({ group }) => group === 'A')
        .flatMap(({ steps }) =>
          steps.flatMap((step) => (step.kind === 'term' && step.term === 'cash-kept' ? [step.amount] : [])),
        ),
    ),
  )
}
