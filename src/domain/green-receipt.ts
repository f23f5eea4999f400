import { TRANSPORT_VAT } from './earning.ts'
import { type BasisPoints, type Cents, basisPoints, share } from './money.ts'
import { NORMAL_VAT } from './settlement-receipt.ts'
import type { Terms } from './terms.ts'
import { type Week, weekOf } from './week.ts'

/** Kinds of document that the Portal issues: fatura-recibo, fatura, recibo, and notes of credit and debit. */
export type GreenReceiptKind = 'receipt-invoice' | 'invoice' | 'receipt' | 'credit-note' | 'debit-note'

/**
 * A green receipt as its document, its QR code or a list has it. Amounts are in cents and positive, also those of a
 * credit note. What a source does not print is `null`. Every issuer uses the same series, so only the NIF with the
 * number, or the ATCUD, is a key.
 */
export type GreenReceipt = {
  kind: GreenReceiptKind
  number: string
  atcud: string | null
  issuer: string | null
  /** NIF of the acquirer; `null` where the document names none, or a final consumer. */
  acquirer: string | null
  issuedOn: string
  /** Day of the service. */
  suppliedOn: string | null
  /** Week that its description names. */
  week: Week | null
  base: Cents
  vat: Cents
  stamp: Cents
  total: Cents
  withheld: Cents
  toPay: Cents
}

/**
 * Reasons for which a receipt is not accepted as it was read: annulled at the Portal; no text inside (a picture); no receipt of the Portal;
 * something is missing or stated twice; its totals are not the six expected; they do not add up; or the number does not
 * match the ATCUD.
 */
export type UnreadReceipt = 'annulled' | 'no-text' | 'not-a-receipt' | 'incomplete' | 'totals' | 'sums' | 'atcud'
export type GreenReceiptReading = { ok: true; receipt: GreenReceipt } | { ok: false; reason: UnreadReceipt }

/** NIF of a final consumer where a NIF is needed: no company can use such a document. */
export const FINAL_CONSUMER = '999999990'

/** Whether base, VAT and stamp duty make the total, and the total without what is withheld makes the payment; nothing is below zero. */
export function addsUp({
  base,
  vat,
  stamp,
  total,
  withheld,
  toPay,
}: Pick<GreenReceipt, 'base' | 'vat' | 'stamp' | 'total' | 'withheld' | 'toPay'>): boolean {
  const amounts = [base, vat, stamp, total, withheld, toPay]
  return amounts.every((amount) => amount >= 0) && base + vat + stamp === total && total - withheld === toPay
}

/** Reads the number of a receipt in one form: `FR ATSIRE01FR/24`. Documents leave out the letters in front. `null` for what is none. */
export function readReceiptNumber(text: string): string | null {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  const found = /^(?:([A-Z]{2}) )?(ATSIRE01([A-Z]{2})\/\d{1,9})$/.exec(plain)
  if (!found || (found[1] && found[1] !== found[3])) return null
  return `${found[3]} ${found[2]}`
}

/** Reads an ATCUD: eight letters and figures, a hyphen, and the number of the document; `null` for what is none. */
export function readAtcud(text: string): string | null {
  const plain = text.trim().toUpperCase()
  return /^[A-Z0-9]{8}-\d{1,9}$/.test(plain) ? plain : null
}

/** Whether an ATCUD ends in the number of its document. */
export function isAtcudOf(atcud: string, number: string): boolean {
  return atcud.split('-').at(-1) === number.split('/').at(-1)
}

/** A line of the documents that a company received, as e-Fatura lists them, from any supplier. A credit note is below zero. */
export type ReceivedInvoice = {
  kind: GreenReceiptKind
  issuer: { nif: string; name: string }
  number: string
  atcud: string | null
  issuedOn: string
  total: Cents
  vat: Cents
  base: Cents
  state: 'registered' | 'pending'
}

/** A line of the documents that one driver issued; the list doesn't say which driver. An annulled one does not count. */
export type IssuedReceipt = { receipt: GreenReceipt; isAnnulled: boolean }

/** Counts the reminders that are due for a receipt that has been missing for `days`; `remindedAfter` lists the days of the reminders. */
export function remindersDue(days: number, remindedAfter: readonly number[]): number {
  return remindedAfter.filter((after) => days >= after).length
}

/** The values that a statement expects in its receipt. */
export type AskedReceipt = {
  week: Week
  value: Cents
  /** NIF of the company, and of the driver; `null` where unknown. */
  companyNif: string | null
  driverNif: string | null
  /** Agreed rates of VAT and withholding; `null` where none were agreed. */
  agreed: { vat: BasisPoints; withholding: BasisPoints } | null
}

/** Kinds of difference. `expected` and `found` are cents, days, weeks or kinds; for a NIF they are left out. */
export const RECEIPT_DIFFERENCES = [
  'acquirer-missing',
  'acquirer',
  'company-unknown',
  'issuer',
  'driver-unknown',
  'kind',
  'amount',
  'vat',
  'withholding',
  'week',
  'day',
] as const
export type ReceiptDifference = {
  kind: (typeof RECEIPT_DIFFERENCES)[number]
  expected: string | number | null
  found: string | number | null
}

/**
 * Lists how a receipt differs from what the statement expects, in the order in which a person would look; an empty
 * list: it is the right one.
 */
export function compareReceipt(receipt: GreenReceipt, statement: AskedReceipt): ReceiptDifference[] {
  const { week, value, companyNif, driverNif, agreed } = statement
  const differences: ReceiptDifference[] = []
  const differs = (kind: ReceiptDifference['kind'], expected: string | number | null, found: string | number | null) =>
    differences.push({ kind, expected, found })

  if (companyNif === null) differs('company-unknown', null, null)
  else if (receipt.acquirer === null) differs('acquirer-missing', null, null)
  else if (receipt.acquirer !== companyNif) differs('acquirer', null, null)
  if (driverNif === null) differs('driver-unknown', null, null)
  else if (receipt.issuer !== driverNif) differs('issuer', null, null)

  if (receipt.kind !== 'receipt-invoice' && receipt.kind !== 'receipt') differs('kind', 'receipt-invoice', receipt.kind)
  if (receipt.base !== value) differs('amount', value, receipt.base)
  // A wrong base would make the other two wrong too: compare them with the base on the document.
  const vat = agreed && share(receipt.base, agreed.vat)
  const withheld = agreed && share(receipt.base, agreed.withholding)
  if (vat !== null && vat !== receipt.vat) differs('vat', vat, receipt.vat)
  if (withheld !== null && withheld !== receipt.withheld) differs('withholding', withheld, receipt.withheld)

  const supplied = receipt.suppliedOn === null ? null : weekOf(Temporal.PlainDate.from(receipt.suppliedOn))
  if (receipt.week !== null && receipt.week !== week) differs('week', week, receipt.week)
  else if (receipt.week === null && supplied !== null && supplied !== week) differs('day', week, receipt.suppliedOn)
  return differences
}

/** Answers the rates of VAT and withholding on the driver's receipt; `null` where none were agreed. */
export function agreedRates({ receipt, transportVat, normalVat = NORMAL_VAT }: Terms): AskedReceipt['agreed'] {
  if (!receipt) return null
  const vat = { exempt: basisPoints(0), reduced: transportVat ?? TRANSPORT_VAT, normal: normalVat }[receipt.vat]
  return { vat, withholding: receipt.withholding }
}
