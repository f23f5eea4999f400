import { TRANSPORT_VAT } from './earning.ts'
import { type BasisPoints, type Cents, basisPoints, share } from './money.ts'
import { NORMAL_VAT } from './settlement-receipt.ts'
import type { Terms } from './terms.ts'
import { type Week, weekOf } from './week.ts'

/** What the Portal issues: fatura-recibo, fatura, recibo, and notes of credit and debit. */
export type GreenReceiptKind = 'receipt-invoice' | 'invoice' | 'receipt' | 'credit-note' | 'debit-note'

/**
 * A green receipt as its paper, its QR code or a list says it. Amounts are cents and positive, a note of credit's too. What a
 * source does not print is `null`. Every issuer uses the same series: only the NIF beside the number, or the ATCUD, is a key.
 */
export type GreenReceipt = {
  kind: GreenReceiptKind
  number: string
  atcud: string | null
  issuer: string | null
  /** `null` where the paper names no acquirer, or a final consumer. */
  acquirer: string | null
  issuedOn: string
  /** The day of the service. */
  suppliedOn: string | null
  /** The week that its description names. */
  week: Week | null
  base: Cents
  vat: Cents
  stamp: Cents
  total: Cents
  withheld: Cents
  toPay: Cents
}

/**
 * Why a receipt is not taken as read: annulled at the Portal; no text inside (a picture); no receipt of the Portal; something
 * of it is missing or said twice; its totals are not the six; they do not add up; or the number is not the ATCUD's.
 */
export type UnreadReceipt = 'annulled' | 'no-text' | 'not-a-receipt' | 'incomplete' | 'totals' | 'sums' | 'atcud'
export type GreenReceiptReading = { ok: true; receipt: GreenReceipt } | { ok: false; reason: UnreadReceipt }

/** What a final consumer is called where a NIF is asked for: no company can use such a paper. */
export const FINAL_CONSUMER = '999999990'

/** Base, VAT and stamp duty make the total, and what is withheld leaves what is paid; nothing is below zero. */
export function addsUp({
  base,
  vat,
  stamp,
  total,
  withheld,
  toPay,
}: Pick<GreenReceipt, 'base' | 'vat' | 'stamp' | 'total' | 'withheld' | 'toPay'>): boolean {
  const all = [base, vat, stamp, total, withheld, toPay]
  return all.every((amount) => amount >= 0) && base + vat + stamp === total && total - withheld === toPay
}

/** The number in one form: `FR ATSIRE01FR/24`. Papers leave the letters in front out. `null` for what is none. */
export function readReceiptNumber(text: string): string | null {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  const found = /^(?:([A-Z]{2}) )?(ATSIRE01([A-Z]{2})\/\d{1,9})$/.exec(plain)
  if (!found || (found[1] && found[1] !== found[3])) return null
  return `${found[3]} ${found[2]}`
}

/** Eight letters and figures, a hyphen, and the number of the paper; `null` for what is none. */
export function readAtcud(text: string): string | null {
  const plain = text.trim().toUpperCase()
  return /^[A-Z0-9]{8}-\d{1,9}$/.test(plain) ? plain : null
}

/** Whether an ATCUD ends in the number of its paper. */
export function isAtcudOf(atcud: string, number: string): boolean {
  return atcud.split('-').at(-1) === number.split('/').at(-1)
}

/** A line of what a company received, as e-Fatura lists it: any supplier's. A credit note is below zero. */
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

/** A line of what one driver issued; who that is the list doesn't say. An annulled one counts nothing. */
export type IssuedReceipt = { receipt: GreenReceipt; isAnnulled: boolean }

/** How many of the reminders so many days after are due of a receipt that is missing for so many `days`. */
export function remindersDue(days: number, remindedAfter: readonly number[]): number {
  return remindedAfter.filter((after) => days >= after).length
}

/** What a statement asks of the receipt for it. */
export type AskedReceipt = {
  week: Week
  value: Cents
  /** Our own number, and the driver's; `null` where nobody wrote it down. */
  companyNif: string | null
  driverNif: string | null
  /** VAT and withholding as agreed; `null` where nothing was agreed of them. */
  agreed: { vat: BasisPoints; withholding: BasisPoints } | null
}

/** What may be otherwise. `expected` and `found` are cents, days, weeks or kinds; of a NIF nothing is told. */
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

/** What of a receipt is otherwise than the statement asks, in the order in which a person would look; nothing: it is this one's. */
export function compareReceipt(receipt: GreenReceipt, asked: AskedReceipt): ReceiptDifference[] {
  const { week, value, companyNif, driverNif, agreed } = asked
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
  // A wrong base makes the other two wrong: they are compared on what the paper says.
  const vat = agreed && share(receipt.base, agreed.vat)
  const withheld = agreed && share(receipt.base, agreed.withholding)
  if (vat !== null && vat !== receipt.vat) differs('vat', vat, receipt.vat)
  if (withheld !== null && withheld !== receipt.withheld) differs('withholding', withheld, receipt.withheld)

  const supplied = receipt.suppliedOn === null ? null : weekOf(Temporal.PlainDate.from(receipt.suppliedOn))
  if (receipt.week !== null && receipt.week !== week) differs('week', week, receipt.week)
  else if (receipt.week === null && supplied !== null && supplied !== week) differs('day', week, receipt.suppliedOn)
  return differences
}

/** The rates of VAT and withholding on the driver's receipt; `null` where nothing was agreed of them. */
export function agreedRates({ receipt, transportVat, normalVat = NORMAL_VAT }: Terms): AskedReceipt['agreed'] {
  if (!receipt) return null
  const vat = { exempt: basisPoints(0), reduced: transportVat ?? TRANSPORT_VAT, normal: normalVat }[receipt.vat]
  return { vat, withholding: receipt.withholding }
}
