import {
  type GreenReceiptReading,
  type UnreadReceipt,
  FINAL_CONSUMER,
  addsUp,
  isAtcudOf,
  readAtcud,
  readReceiptNumber,
} from '#domain/green-receipt.ts'
import { readNif } from '#domain/identifiers.ts'
import { type Cents, ZERO, minus, sum } from '#domain/money.ts'
import { KIND_OF, pointCents } from './portal-words.ts'

/** Fields with bases and VAT of a region (I the first, J and K further ones): 2 exempt, then a base and its VAT three times. */
const BASES = /^[IJK][2357]$/
const VATS = /^[IJK][468]$/

/** Reads the text of the QR code on a receipt (Portaria 195/2020): everything of the document except its description. */
export function readReceiptQr(text: string): GreenReceiptReading {
  const parts = text
    .trim()
    .split('*')
    .map((part) => /^([A-Z]\d?):(.*)$/s.exec(part))
  const fields = new Map(parts.flatMap((part) => (part ? [[part[1]!, part[2]!] as const] : [])))
  if (!fields.has('A') || !fields.has('H') || !fields.has('O')) return unreadReceipt('not-a-receipt')
  if (parts.includes(null) || fields.size < parts.length) return unreadReceipt('incomplete')
  if (fields.get('E') === 'A') return unreadReceipt('annulled')

  const kind = KIND_OF[fields.get('D') ?? '']
  const number = readReceiptNumber(fields.get('G') ?? '')
  const issuedOn = compactDay(fields.get('F') ?? '')
  const [issuer, acquirer] = [nifIn(fields.get('A')), nifIn(fields.get('B'))]
  if (!kind || !number || !issuedOn || !issuer) return unreadReceipt('incomplete')
  const atcud = readAtcud(fields.get('H')!)
  if (atcud === null || !isAtcudOf(atcud, number)) return unreadReceipt('atcud')

  const amount = (name: string): Cents | null => (fields.has(name) ? pointCents(fields.get(name)!) : ZERO)
  const all = (names: RegExp): (Cents | null)[] => [...fields.keys()].filter((name) => names.test(name)).map(amount)
  const [bases, vats] = [all(BASES), all(VATS)]
  const [vat, total, stamp, withheld, untaxed] = [amount('N'), amount('O'), amount('M'), amount('P'), amount('L')]
  if (vat === null || total === null || stamp === null || withheld === null || untaxed === null)
    return unreadReceipt('totals')
  if (!areAmounts(bases) || !areAmounts(vats)) return unreadReceipt('totals')
  const base = sum([...bases, untaxed])
  const amounts = { base, vat, stamp, total, withheld, toPay: sum([total, minus(withheld)]) }
  if (!addsUp(amounts) || sum(vats) !== vat) return unreadReceipt('sums')
  const receipt = { kind, number, atcud, issuer, acquirer, issuedOn, suppliedOn: null, week: null, ...amounts }
  return { ok: true, receipt }
}

function unreadReceipt(reason: UnreadReceipt): GreenReceiptReading {
  return { ok: false, reason }
}

function areAmounts(amounts: readonly (Cents | null)[]): amounts is readonly Cents[] {
  return !amounts.includes(null)
}

function nifIn(text: string | undefined): string | null {
  const read = readNif(text ?? '')
  return read.ok && read.value !== FINAL_CONSUMER ? read.value : null
}

/** Reads `20260610` as an ISO day. */
function compactDay(text: string): string | null {
  const found = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (!found) return null
  try {
    return Temporal.PlainDate.from(found.slice(1).join('-'), { overflow: 'reject' }).toString()
  } catch {
    return null
  }
}
