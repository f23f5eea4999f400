import type { GreenReceiptKind } from '#domain/green-receipt.ts'
import { type Cents, cents } from '#domain/money.ts'
import { type Week, readWeek, weekOf } from '#domain/week.ts'
import { amountReader, readDate } from '#platform/amount-text.ts'

/** Kinds by the two letters of a series, as the Portal and the QR code have them. */
export const KIND_OF: Readonly<Record<string, GreenReceiptKind>> = {
  FR: 'receipt-invoice',
  FT: 'invoice',
  RC: 'receipt',
  RG: 'receipt',
  NC: 'credit-note',
  ND: 'debit-note',
}

const COMMA = amountReader('comma')
const POINT = amountReader('point')

/** Reads `1.169,68 €`, `1.000` as one thousand, `-` as 0; `null` for what is no amount. */
export function commaCents(text: string): Cents | null {
  return centsOf(COMMA.cents(text))
}

/** Reads `1627.84`, as the QR code writes it. */
export function pointCents(text: string): Cents | null {
  return centsOf(POINT.cents(text))
}

function centsOf(read: number | 'unknown' | 'unreadable'): Cents | null {
  return typeof read === 'number' ? cents(read) : null
}

/** Reads `10/06/2026` or `2026-06-10` as an ISO day; `null` for what is none. */
export function dayOf(text: string): string | null {
  return readDate(text, 'dmy')?.toString() ?? null
}

/** Reads the week that a description names: `2026-W23`, or two days that are its Monday and its Sunday. */
export function weekIn(description: string): Week | null {
  const named = /\b\d{4}-W(?:0[1-9]|[1-4]\d|5[0-3])\b/.exec(description)
  // A year of 52 weeks has no 53rd.
  if (named && !named[0].endsWith('W53')) return readWeek(named[0])
  const days = /(\d{2}\/\d{2}\/\d{4})\s+a\s+(\d{2}\/\d{2}\/\d{4})/.exec(description)
  const [first, last] = [days?.[1], days?.[2]].map((day) => (day ? readDate(day, 'dmy') : null))
  const isWeek = first && last && first.dayOfWeek === 1 && first.add({ days: 6 }).equals(last)
  return isWeek ? weekOf(first) : null
}
