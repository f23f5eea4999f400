import type { KeyKind, SourceKey } from './import.ts'

/** Kind of holder of a tax number, by its first digits; `other` (estates, funds, old traders, unknown) deserves a warning. */
export type NifKind = 'person' | 'company' | 'other'

export type NifReading = { ok: true; value: string; kind: NifKind } | { ok: false; reason: 'length' | 'check-digit' }

/**
 * Reads a Portuguese NIF or NIPC: nine digits of which the last is the check digit (weights 9…2, modulo 11). Spaces,
 * dots and a leading `PT` are accepted; `value` is the nine digits.
 */
export function readNif(text: string): NifReading {
  const value = text.toUpperCase().replaceAll(/[\s.]/g, '').replace(/^PT/, '')
  if (!/^\d{9}$/.test(value)) return { ok: false, reason: 'length' }
  const digits = Array.from(value, Number)
  const weighted = digits.slice(0, 8).reduce((total, digit, index) => total + digit * (9 - index), 0)
  const rest = weighted % 11
  const check = rest < 2 ? 0 : 11 - rest
  if (check !== digits[8]) return { ok: false, reason: 'check-digit' }
  return { ok: true, value, kind: nifKind(value) }
}

function nifKind(nif: string): NifKind {
  if (/^(?:[123]|45)/.test(nif)) return 'person'
  return /^(?:[56]|9[0189])/.test(nif) ? 'company' : 'other'
}

/** Length of an IBAN in each country of the SEPA area (EPC list of 2025; ISO 13616 registry). */
const IBAN_LENGTHS: Readonly<Record<string, number>> = {
  AD: 24,
  AL: 28,
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GI: 23,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MD: 24,
  ME: 22,
  MK: 19,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  RS: 22,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  VA: 22,
}

export type IbanReading =
  | { ok: true; value: string; country: string }
  | { ok: false; reason: 'characters' | 'country' | 'length' | 'check-digits' }

/**
 * Reads an account that a SEPA transfer can reach; `value` is upper case without spaces. It checks the length for the
 * country and ISO 7064 modulo 97-10; a Portuguese one is `PT50` and a NIB of 21 digits, since a valid NIB always gives
 * 50.
 */
export function readIban(text: string): IbanReading {
  const value = text.toUpperCase().replaceAll(/\s/g, '')
  const country = value.slice(0, 2)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(value)) return { ok: false, reason: 'characters' }
  const length = IBAN_LENGTHS[country]
  if (length === undefined) return { ok: false, reason: 'country' }
  if (value.length !== length) return { ok: false, reason: 'length' }
  if (country === 'PT' && !/^PT\d+$/.test(value)) return { ok: false, reason: 'characters' }
  if (!hasIbanCheck(value)) return { ok: false, reason: 'check-digits' }
  return { ok: true, value, country }
}

/** Check digits run from 02 to 98; other pairs may give the right remainder and still are invalid. */
function hasIbanCheck(iban: string): boolean {
  const check = Number(iban.slice(2, 4))
  if (check < 2 || check > 98 || (iban.startsWith('PT') && check !== 50)) return false
  // Letters count as 10 to 35, two digits. Keep the remainder digit by digit, which is fast: one page checks thousands
  // of accounts.
  const turned = iban.slice(4) + iban.slice(0, 4)
  let rest = 0
  for (const character of turned) {
    const value = parseInt(character, 36)
    rest = (rest * (value < 10 ? 10 : 100) + value) % 97
  }
  return rest === 1
}

/** Matches the beginning of an account in a sentence: `PT50`, another country with its check digits, or a NIB, which has neither. */
const ACCOUNT_START = /(?<![A-Z0-9])(?:PT[\s.-]*50|[A-Z]{2}\d{2}|(?:\d[\s.-]?){15})/
/** The fewest digits of what somebody wrote as an account. */
const FEWEST_DIGITS = 6

/** Whether a sentence names an account that `readIban` does not accept, whatever words stand around it. */
export function hasWrongIban(text: string): boolean {
  let rest = text.toUpperCase()
  for (let start = ACCOUNT_START.exec(rest); start; start = ACCOUNT_START.exec(rest)) {
    rest = rest.slice(start.index)
    const written = (/^[A-Z0-9\s.-]*/.exec(rest)?.[0] ?? '').replaceAll(/[\s.-]/g, '')
    const prefix = /^\d/.test(written) ? 'PT50' : ''
    const length = (IBAN_LENGTHS[(prefix + written).slice(0, 2)] ?? start[0].length) - prefix.length
    const account = written.slice(0, length)
    if (account.replaceAll(/\D/g, '').length >= FEWEST_DIGITS) {
      // Words may follow an account, but no further digit.
      if (!readIban(prefix + account).ok || /^\d/.test(written.slice(length))) return true
    }
    rest = rest.replace(new RegExp(`^(?:[A-Z0-9][\\s.-]*){${account.length}}`), '')
  }
  return false
}

/** Writes an IBAN in groups of four, as banks print it. */
export function showIban(iban: string): string {
  return (iban.match(/.{1,4}/g) ?? []).join(' ')
}

/** Masks an IBAN to country, check digits and the last four: enough to recognise an account, not enough to use it. */
export function maskIban(iban: string): string {
  return `${iban.slice(0, 4)} •••• … ${iban.slice(-4)}`
}

/** Masks a NIF to its last three digits: enough to tell two people of a list apart. */
export function maskNif(nif: string): string {
  return `•••••${nif.slice(-3)}`
}

/** Masks an e-mail address to its first letter and its domain: enough for its owner to recognise it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}•••${email.slice(Math.max(at, 0))}`
}

/** Masks personal tax numbers in a text: they begin with 1, 2 or 3, or with 45 for people who live abroad. */
export function maskNifsIn(text: string): string {
  return text.replaceAll(/\b(?:[1-3]\d{8}|45\d{7})\b/g, maskNif)
}

/**
 * Matches five digits and more, in a row or in groups as people type them: a NIF in threes, an IBAN in fours, with
 * blanks, dashes or points.
 */
const DIGITS = /\d(?:(?:[^\S\r\n]+|[^\S\r\n]?[-.·][^\S\r\n]?(?=\d{3})|[-.·])?\d){4,}/
/** Matches how the number of a document may end: letters that touch its digits, or a short group of both, as `ZZ1` of an identity card. */
const TOUCHING = /(?=[a-z])[a-z\d]+/
const SHORT_GROUP = /[^\S\r\n]?[-.·]?[^\S\r\n]?(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{2,4}(?![\p{L}\d])/u
const LONG_NUMBER = new RegExp(`(${DIGITS.source})(?:${TOUCHING.source}|${SHORT_GROUP.source})?`, 'giu')

/** Matches numbers with as many digits that are not personal: a day, two years, a postal code, an amount. */
const PUBLIC_NUMBERS = new RegExp(
  [
    /\d{1,2}([-.])\d{1,2}\1\d{4}/,
    /\d{4}-\d{2}-\d{2}/,
    /(?:19|20)\d{2}-(?:19|20)\d{2}/,
    /\d{4}-\d{3}/,
    /\d{1,3}(?:[.\u0020\u00a0\u202f]?\d{3})*,\d{2}/,
    /\d{1,3}(?:[.\u0020\u00a0\u202f]?\d{3})*(?=\s?(?:€|euros?\b|EUR\b))/,
  ]
    .map(({ source }) => `(?<![\\d.,-])${source}(?![\\d-])`)
    .join('|'),
  'g',
)

/**
 * Masks every long number in a text, in a row or in groups: of persons, documents and accounts. Days and amounts in
 * euros stay, and so do public company numbers: `companyNumber` as it is written, and any other that begins with 5 and has its
 * check digit. With any other first digit a number may be somebody's telephone.
 */
export function maskNumbersIn(text: string, companyNumber: string | null = null): string {
  const companyDigits = companyNumber?.replaceAll(/\D/g, '')
  const isPublic = (number: string) => number === companyDigits || (/^5\d{8}$/.test(number) && readNif(number).ok)
  const hidden = (found: string, number: string) =>
    isPublic(number.replaceAll(/\D/g, '')) ? found : found.replaceAll(/[a-z\d]/gi, '•')
  const publicParts = [...text.matchAll(PUBLIC_NUMBERS)].map(({ index, 0: publicNumber }) => ({
    from: index,
    to: index + publicNumber.length,
  }))
  let masked = ''
  let at = 0
  for (const { from, to } of [...publicParts, { from: text.length, to: text.length }]) {
    masked += text.slice(at, from).replaceAll(LONG_NUMBER, hidden) + text.slice(from, to)
    at = to
  }
  return masked
}

/** The fewest letters and digits of a document's number that are masked: fewer may be any word of the text. */
const SHORTEST_MASKED = 4

/** Masks the numbers of these documents in a text, with their letters, however they are grouped there. */
export function maskDocumentsIn(text: string, numbers: readonly string[]): string {
  return numbers.reduce((masked, number) => {
    const characters = number.match(/[a-z\d]/gi) ?? []
    if (characters.length < SHORTEST_MASKED) return masked
    const spelled = new RegExp(`(?<![\\p{L}\\d])${characters.join(String.raw`[\s.·/-]*`)}(?![\\p{L}\\d])`, 'giu')
    return masked.replaceAll(spelled, (found) => found.replaceAll(/[a-z\d]/gi, '•'))
  }, text)
}

/**
 * Masks these last characters where a longer number in a text ends with them, however they are grouped: the number in the
 * text may be written otherwise than in the record.
 */
export function maskEndsIn(text: string, ends: readonly string[]): string {
  return ends.reduce((masked, end) => {
    const spelled = (end.match(/[a-z\d]/gi) ?? []).join(String.raw`[\s.·/-]*`)
    if (spelled === '') return masked
    const ending = new RegExp(String.raw`(?<=\d[\s.·/-]?|[a-z][.·/-]?)${spelled}(?![\p{L}\d])`, 'giu')
    return masked.replaceAll(ending, (found) => found.replaceAll(/[a-z\d]/gi, '•'))
  }, text)
}

/** Reader of a document: the driver's own copy has the whole NIF, the office's its last digits, as on every screen. */
export type PaperReader = 'driver' | 'office'

export function nifOnPaper(nif: string | null, reader: PaperReader): string | null {
  return nif && reader === 'office' ? maskNif(nif) : nif
}

/** Series of Portuguese plates, oldest first (until 1992, 2005, 2020, and since). */
export type PlateSeries = 'AA-00-00' | '00-00-AA' | '00-AA-00' | 'AA-00-AA'

/** Patterns of the series; K, W and Y came with the last one. */
const SERIES: readonly [PlateSeries, RegExp][] = [
  ['AA-00-00', /^[A-JL-VXZ]{2}\d{4}$/],
  ['00-00-AA', /^\d{4}[A-JL-VXZ]{2}$/],
  ['00-AA-00', /^\d{2}[A-JL-VXZ]{2}\d{2}$/],
  ['AA-00-AA', /^[A-Z]{2}\d{2}[A-Z]{2}$/],
]

/**
 * Reads a plate as letters and digits, upper case. `series` is `null` for a plate of no Portuguese series: worth a
 * warning, never a refusal.
 */
export function readPlate(text: string): { value: string; series: PlateSeries | null } {
  const value = lettersAndDigits(text)
  return { value, series: SERIES.find(([, shape]) => shape.test(value))?.[0] ?? null }
}

/** Writes a plate for people: `ZX11TA` → `ZX-11-TA`; a plate of no Portuguese series stays as it is stored. */
export function showPlate(plate: string): string {
  const { value, series } = readPlate(plate)
  return series ? `${value.slice(0, 2)}-${value.slice(2, 4)}-${value.slice(4)}` : value
}

/** Matches a plate of a Portuguese series, as `showPlate` writes it, within a text. */
export const PLATE_IN_WORDS =
  /(?<![\w-])([A-Z]{2}-\d{2}-(?:\d{2}|[A-Z]{2})|\d{2}-(?:[A-Z]{2}-\d{2}|\d{2}-[A-Z]{2}))(?![\w-])/

/**
 * Reads a phone number into E.164, as it is stored: nine digits are Portuguese, `00` is `+`, and a spreadsheet may have
 * left `351…` without its plus. `null` for what cannot be dialled.
 */
export function readPhone(text: string): string | null {
  const compact = text.replaceAll(/[\s().\-/]/g, '').replace(/^00/, '+')
  if (/^[239]\d{8}$/.test(compact)) return `+351${compact}`
  const international = /^351\d{9}$/.test(compact) ? `+${compact}` : compact
  if (international.startsWith('+351')) return /^\+351\d{9}$/.test(international) ? international : null
  return /^\+[1-9]\d{7,14}$/.test(international) ? international : null
}

/** Kinds of call by its price, which the law requires beside a phone number (DL 59/2021, 3.º). */
export const CALL_KINDS = ['fixed', 'mobile', 'free', 'abroad'] as const
export type CallKind = (typeof CALL_KINDS)[number]

/**
 * Answers the kind of a number in E.164 by the Portuguese plan (ANACOM): 2… and 30 are the fixed network, 9… the mobile
 * one, 800 is free, and any other country is abroad. `null` for numbers of special prices, which state their own.
 */
export function callKindOf(phone: string): CallKind | null {
  if (!phone.startsWith('+351')) return 'abroad'
  const number = phone.slice('+351'.length)
  if (/^(2|30)/.test(number)) return 'fixed'
  if (number.startsWith('9')) return 'mobile'
  return number.startsWith('800') ? 'free' : null
}

/** Reduces a phone number for matching: its last nine digits, whatever stands before them. */
export function normalPhone(text: string): string {
  return text.replaceAll(/\D/g, '').slice(-9)
}

/** Writes an e-mail address for matching. */
export function normalEmail(text: string): string {
  return text.trim().toLowerCase()
}

/** Writes a key in its one spelling, so that the same name in two files is the same. */
export function normalKey({ kind, value }: SourceKey): SourceKey {
  return { kind, value: NORMAL[kind](value) }
}

const NORMAL: Readonly<Record<KeyKind, (value: string) => string>> = {
  driver: lowerCase,
  individual: lowerCase,
  organisation: lowerCase,
  email: normalEmail,
  phone: normalPhone,
  plate: lettersAndDigits,
  obu: lettersAndDigits,
  iai: lettersAndDigits,
  'fuel-card': lettersAndDigits,
  'electric-card': lettersAndDigits,
}

function lowerCase(value: string): string {
  return value.trim().toLowerCase()
}

function lettersAndDigits(value: string): string {
  return value.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}
