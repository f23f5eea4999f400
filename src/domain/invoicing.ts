import type { FinancialSettings } from './financial-settings.ts'
import { type BasisPoints, type Cents, ZERO, basisPoints, fraction, minus, sum } from './money.ts'

/**
 * Kinds of amounts that the operator itself may have to invoice: rent, fee and costs that are outside a driver's
 * receipt (`settlement-receipt.ts`); damages, fines, other charges and interest; a car that was sold; what a platform
 * pays on its own account. Trips are not among them: a platform issues their invoices in the operator's name
 * (`domain.md`).
 */
export const INVOICE_KINDS = [
  'rent',
  'fee',
  'costs',
  'damage',
  'fine',
  'other',
  'interest',
  'sale',
  'incentives',
] as const
export type InvoiceKind = (typeof INVOICE_KINDS)[number]

/** Kinds for which an accountant decides whether and how they are invoiced; no source that was read says it. */
export const DECIDED_KINDS = ['damage', 'fine', 'other', 'interest', 'sale', 'incentives'] as const
export type DecidedKind = (typeof DECIDED_KINDS)[number]

/** Decisions for a kind; `by-field` is taxed as the field of the return that the accountant chose. */
export const TREATMENTS = ['undecided', 'none', 'without-vat', 'normal', 'by-field'] as const
export type Treatment = (typeof TREATMENTS)[number]
export type InvoiceRules = Readonly<Record<DecidedKind, Treatment>>

/** Rules before anybody has decided anything. */
export const UNDECIDED: InvoiceRules = {
  damage: 'undecided',
  fine: 'undecided',
  other: 'undecided',
  interest: 'undecided',
  sale: 'undecided',
  incentives: 'undecided',
}

/** Lists the possible decisions for a kind: incentives may also be taxed as their field of the return says. */
export function treatmentsOf(kind: DecidedKind): readonly Treatment[] {
  const usual = ['undecided', 'none', 'without-vat', 'normal'] as const
  return kind === 'incentives' ? [...usual, 'by-field'] : usual
}

/** An amount as an invoice has it, in cents: base and VAT sum to the total. */
export type Invoiced = { total: Cents; base: Cents; vat: Cents; rate: BasisPoints }

/**
 * Splits a charged amount as an invoice does: what the driver pays contains the VAT. `null` where nobody has decided
 * yet, or where nothing is invoiced. `normalVat` is in hundredths of a percent.
 */
export function invoicedAs(
  treatment: Treatment,
  total: Cents,
  { normalVat }: Pick<FinancialSettings, 'normalVat'>,
): Invoiced | null {
  if (treatment !== 'without-vat' && treatment !== 'normal') return null
  const rate = basisPoints(treatment === 'normal' ? normalVat : 0)
  const vat = fraction(total, rate, 10_000 + rate)
  return { total, base: sum([total, minus(vat)]), vat, rate }
}

/** Base, VAT and total of an amount, in cents. */
export type Amounts = Pick<Invoiced, 'base' | 'vat' | 'total'>

/** Answer for a line: its invoice was issued (with a credit note, below zero), or it needs none (`isNone`). */
export type InvoicingAnswer = Amounts & { isNone: boolean }

/**
 * States of a line. undecided: nobody has decided how its kind is invoiced · todo: to be invoiced · credit: to be
 * credited · done: the issued amount is right · none: it needs no invoice · differs: the issued amount is no longer
 * right.
 */
export const LINE_STATES = ['differs', 'credit', 'todo', 'undecided', 'done', 'none'] as const
export type LineState = (typeof LINE_STATES)[number]

/** Works out what is still to be invoiced (above zero) or credited (below) for a line, in cents, after all answers. */
export function remainingOf(now: Amounts, answered: readonly Amounts[]): Amounts {
  const of = (part: keyof Amounts) => sum([now[part], ...answered.map((amounts) => minus(amounts[part]))])
  return { base: of('base'), vat: of('vat'), total: of('total') }
}

/** Works out the state of a line; `amounts` is `null` while its kind is undecided, and `total` is then the amount in question. */
export function lineState(amounts: Amounts | null, total: Cents, answers: readonly InvoicingAnswer[]): LineState {
  // Without a decision only the totals can be compared.
  const now = amounts ?? { base: total, vat: ZERO, total }
  const left = remainingOf(now, answers)
  const isSettled = amounts === null ? left.total === 0 : left.base === 0 && left.vat === 0
  if (answers.length > 0) {
    if (!isSettled) return 'differs'
    return answers.every(({ isNone }) => isNone) ? 'none' : 'done'
  }
  if (amounts === null) return 'undecided'
  return total < 0 ? 'credit' : 'todo'
}
