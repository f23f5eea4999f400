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
import type { Cents } from '#domain/money.ts'
import { KIND_OF, commaCents, dayOf, weekIn } from './portal-words.ts'

/** Matches `Fatura-Recibo <FR ATSIRE01FR/24> emitida em 10/06/2026`; the letters before the series may be missing. */
const TITLE =
  /(?:fatura[- ]recibo|fatura|recibo|nota de (?:cr[eé]dito|d[eé]bito))\s*<?\s*((?:[A-Z]{2}\s+)?ATSIRE01([A-Z]{2})\/\d{1,9})\s*>?\s*emitid[ao]\s+em\s+(\d{2}\/\d{2}\/\d{4})/gi

/** Labels of the six totals, in the order of the document; a line may end inside one. */
const LABELS = [
  'valor il[ií]quido',
  String.raw`\biva\b`,
  'imposto do selo',
  'total do documento',
  'reten[cç][aã]o na fonte irs',
  'total a pagar',
]

const AMOUNT = String.raw`-?(?:\d{1,3}(?:[. \u00a0\u202f]\d{3})+|\d+),\d{2}\s*€`

/**
 * Reads a receipt of the Portal das Finanças from the text of its PDF, exactly or not at all. The file holds original
 * and duplicate: the text after the first form feed repeats the first.
 */
export function readPortalReceipt(text: string): GreenReceiptReading {
  // The watermark may be on either copy.
  if (/\bANULAD[AO]\b/.test(text)) return unreadReceipt('annulled')
  const paper = text.split('\f')[0]!.normalize('NFC')
  if (paper.trim() === '') return unreadReceipt('no-text')
  const titles = [...paper.matchAll(TITLE)]
  const [title] = titles
  if (!title || !/TOTAIS DO DOCUMENTO/i.test(paper)) return unreadReceipt('not-a-receipt')
  if (titles.length > 1) return unreadReceipt('incomplete')

  const number = readReceiptNumber(title[1]!.toUpperCase())
  const kind = KIND_OF[title[2]!.toUpperCase()]
  const issuedOn = dayOf(title[3]!)
  const atcud = onlyOne([...paper.matchAll(/ATCUD:\s*(\S+)/gi)].map(([, found]) => found!))
  const issuer = partyIn(paper, /TRANSMITENTE/i, /ADQUIRENTE/i)
  const acquirer = partyIn(paper, /ADQUIRENTE/i, /Documento emitido a t[ií]tulo de|TOTAIS DO DOCUMENTO/i)
  const supplied = onlyOne(
    [...paper.matchAll(/Data da transa[cç][aã]o[\s:]*(\d{2}\/\d{2}\/\d{4})/gi)].map(([, day]) => day!),
  )
  const suppliedOn = supplied === null ? null : dayOf(supplied)
  if (!number || !kind || !issuedOn || !issuer || issuer === 'several' || acquirer === 'several')
    return unreadReceipt('incomplete')
  if (atcud === null || suppliedOn === null) return unreadReceipt('incomplete')
  const code = readAtcud(atcud)
  if (code === null || !isAtcudOf(code, number)) return unreadReceipt('atcud')

  const totals = totalsIn(paper.slice(paper.search(/TOTAIS DO DOCUMENTO/i)))
  if (totals === null) return unreadReceipt('totals')
  const [base, vat, stamp, total, withheld, toPay] = totals
  const amounts = { base, vat, stamp, total, withheld, toPay }
  if (!addsUp(amounts)) return unreadReceipt('sums')
  const week = weekIn(paper)
  const receipt = { kind, number, atcud: code, issuer, acquirer, issuedOn, suppliedOn, week, ...amounts }
  return { ok: true, receipt }
}

function unreadReceipt(reason: UnreadReceipt): GreenReceiptReading {
  return { ok: false, reason }
}

function onlyOne(found: readonly string[]): string | null {
  return new Set(found).size === 1 ? found[0]! : null
}

/**
 * Reads the NIF in the block of a party, which begins with its heading: nine figures with a right check digit. `null`
 * where there is none, or a final consumer's.
 */
function partyIn(paper: string, heading: RegExp, next: RegExp): string | null {
  const start = paper.search(heading)
  if (start < 0) return null
  const block = paper.slice(start + 1)
  const end = block.search(next)
  const text = end < 0 ? block : block.slice(0, end)
  const nifs = new Set(
    [...text.matchAll(/(?<![\d.-])\d{9}(?![\d.-])/g)].map(([nif]) => nif).filter((nif) => readNif(nif).ok),
  )
  if (nifs.size > 1) return 'several'
  const [nif = null] = nifs
  return nif === FINAL_CONSUMER ? null : nif
}

type Totals = [Cents, Cents, Cents, Cents, Cents, Cents]

/** Reads the six totals: six labels and then six amounts, or each label with its amount; `null` for anything else. */
function totalsIn(text: string): Totals | null {
  const labels = new RegExp(LABELS.map((label) => `(${label.replaceAll(' ', String.raw`\s+`)})`).join('|'), 'gi')
  const found = [
    ...text.replace(/^TOTAIS DO DOCUMENTO/i, '').matchAll(new RegExp(`${labels.source}|(${AMOUNT})`, 'gi')),
  ]
  const tokens = found.map((match) => {
    const label = LABELS.findIndex((_, at) => match[at + 1] !== undefined)
    return label >= 0 ? label : match[LABELS.length + 1]!
  })
  const shape = tokens.map((token) => (typeof token === 'number' ? 'L' : 'V')).join('')
  const isInOrder = tokens.filter((token) => typeof token === 'number').every((label, at) => label === at)
  if (!isInOrder || (shape !== 'LLLLLLVVVVVV' && shape !== 'LVLVLVLVLVLV')) return null
  const amounts = tokens.flatMap((token) => (typeof token === 'string' ? [commaCents(token)] : []))
  return amounts.includes(null) ? null : (amounts as Totals)
}
