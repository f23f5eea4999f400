/** Sign that separates units from cents in a file: `1234.56` or `1234,56`. */
export type DecimalStyle = 'point' | 'comma'

export type AmountCell = { line: number; text: string; isNumber?: boolean }

/**
 * Decimal style of a column or file. `mixed`: `cells` holds the cells of the rarer style, and `lines` their lines.
 * `either`: no cell shows a style, and none needs one.
 */
export type DecimalStyleFound<Cell extends AmountCell = AmountCell> =
  | { mixed: false; style: DecimalStyle | 'either' }
  | { mixed: true; cells: readonly Cell[]; lines: readonly number[] }

/** Value of an amount cell: whole cents, `unknown` for `N/A`, or `unreadable`. */
export type AmountText = number | 'unknown' | 'unreadable'

/** Largest amount, one thousand million euros in cents, as in `domain/money.ts`: a larger number is not an amount. */
const LARGEST = 100_000_000_000n

const SPACE = /[\s\u00a0\u202f\u2009]/g
const UNKNOWN = /^#?n[/.]?[ad]\.?$/i

/**
 * Finds the decimal style of a column, or of a whole file, from all its cells. A cell such as `1,234` (three digits
 * after its only sign) shows no style. Numbers that a sheet stores as numbers are ignored: they always have a point.
 */
export function decimalStyle<Cell extends AmountCell>(cells: Iterable<Cell>): DecimalStyleFound<Cell> {
  const found: Record<DecimalStyle, Cell[]> = { point: [], comma: [] }
  for (const cell of cells) {
    const style = cell.isNumber ? null : styleOf(cell.text)
    if (style) found[style].push(cell)
  }
  const { point, comma } = found
  if (point.length > 0 && comma.length > 0) {
    const rarer = point.length < comma.length ? point : comma
    return { mixed: true, cells: rarer, lines: [...new Set(rarer.map((cell) => cell.line))] }
  }
  return { mixed: false, style: point.length > 0 ? 'point' : comma.length > 0 ? 'comma' : 'either' }
}

/** Answers the style a cell shows, `null` when it shows none. */
export function styleOf(text: string): DecimalStyle | null {
  const body = bareAmount(text).replace(/^[-+]/, '')
  if (/^\d+,(\d{1,2}|\d{4,})$/.test(body) || /^0\d*,\d+$/.test(body)) return 'comma'
  if (/^\d+\.(\d{1,2}|\d{4,})$/.test(body) || /^0\d*\.\d+$/.test(body)) return 'point'
  if (/^\d{4,},\d{3}$/.test(body) || /^,\d+$/.test(body)) return 'comma'
  if (/^\d{4,}\.\d{3}$/.test(body) || /^\.\d+$/.test(body)) return 'point'
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(body) || /^\d{1,3}(\.\d{3}){2,}$/.test(body)) return 'comma'
  if (/^\d{1,3}(,\d{3})+\.\d+$/.test(body) || /^\d{1,3}(,\d{3}){2,}$/.test(body)) return 'point'
  return null
}

/** Reads amounts of one decimal style exactly, without binary fractions. */
export type AmountReader = {
  /** Whole cents of a money cell; more than two decimals are unreadable unless the rest are zeros (or a sheet's own noise). */
  cents: (text: string, isNumber?: boolean) => AmountText
  /** Cents of a cell known to carry more decimals, rounded half away from zero. */
  roundedCents: (text: string, isNumber?: boolean) => AmountText
  /** The figure times 10^`places`, for litres and energy; rounded half away from zero. */
  scaled: (text: string, places: number, isNumber?: boolean) => AmountText
}

/**
 * Makes a reader for cells of one style. It accepts `1234.56` or `1.234,56`, `12,34 €`, `-12.30`, `−12,30`, `+1`; `-`
 * and an empty cell are zero. With style `either` a lone `1,234` or `1.234` is unreadable, because it could mean
 * either.
 */
export function amountReader(style: DecimalStyle | 'either'): AmountReader {
  const scaled = (text: string, places: number, isNumber: boolean, exact: boolean): AmountText => {
    const body = bareAmount(text)
    if (body === '' || body === '-') return 0
    if (UNKNOWN.test(body)) return 'unknown'
    const decimal = isNumber ? machineDecimal(body) : styledDecimal(body, style)
    return decimal ? (shiftDecimal(decimal, places, exact, isNumber) ?? 'unreadable') : 'unreadable'
  }
  return {
    cents: (text, isNumber = false) => scaled(text, 2, isNumber, true),
    roundedCents: (text, isNumber = false) => scaled(text, 2, isNumber, false),
    scaled: (text, places, isNumber = false) => scaled(text, places, isNumber, false),
  }
}

/** Digits of a number, and the count of those that are decimals. */
type Decimal = { negative: boolean; digits: string; decimals: number }

/** Strips currency and spaces, and makes the sign plain. */
function bareAmount(text: string): string {
  const plain = text.replace(SPACE, '').replace(/^[\u2212\u2013\u2014]/, '-')
  const bare = plain.replace(/^([-+]?)(?:€|EUR)/i, '$1').replace(/(?:€|EUR)$/i, '')
  return bare.replace(/^[\u2212\u2013\u2014]/, '-')
}

function styledDecimal(body: string, style: DecimalStyle | 'either'): Decimal | null {
  if (style === 'either' && /[.,]/.test(body)) return null
  const [group, sign] = style === 'comma' ? ['.', ','] : [',', '.']
  const found = /^([-+]?)([\d.,]+)$/.exec(body)
  if (!found) return null
  const [whole = '', fraction = '', ...more] = found[2]!.split(sign)
  if (more.length > 0 || fraction.includes(group) || (whole === '' && fraction === '')) return null
  const groups = whole.split(group)
  const grouped = groups.length === 1 || groups.every((part, at) => (at === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(part))
  if (!grouped) return null
  return { negative: found[1] === '-', digits: groups.join('') + fraction, decimals: fraction.length }
}

/** Reads a number as a program writes it: `2.15`, `59.050000000000004`, `9.5E-2`. */
function machineDecimal(body: string): Decimal | null {
  const found = /^([-+]?)(\d*)(?:\.(\d*))?(?:e([-+]?\d{1,3}))?$/i.exec(body)
  if (!found || !(found[2] || found[3])) return null
  const fraction = found[3] ?? ''
  return {
    negative: found[1] === '-',
    digits: found[2] + fraction,
    decimals: fraction.length - Number(found[4] ?? 0),
  }
}

/** Answers the decimal times 10^`places` as a whole number; `null` when it is too large, or not whole although `exact` is asked for. */
function shiftDecimal(decimal: Decimal, places: number, exact: boolean, noisy: boolean): number | null {
  if (decimal.digits.length > 60) return null
  const digits = BigInt(decimal.digits || '0')
  const surplus = decimal.decimals - places
  if (surplus <= 0) return withSign(digits * 10n ** BigInt(-surplus), decimal.negative)
  const unit = 10n ** BigInt(surplus)
  const rounded = (2n * digits + unit) / (2n * unit)
  const rest = rounded * unit - digits
  const size = rest < 0n ? -rest : rest
  if (exact && size !== 0n && !(noisy && isNoise(size, unit, decimal))) return null
  return withSign(rounded, decimal.negative)
}

/**
 * Whether the last decimals are rounding noise of a sheet's binary numbers: nine decimals or more, and less than a
 * millionth of a unit off.
 */
function isNoise(size: bigint, unit: bigint, decimal: Decimal): boolean {
  return decimal.decimals >= 9 && size * 10_000n < unit
}

function withSign(size: bigint, negative: boolean): number | null {
  if (size > LARGEST) return null
  return negative && size !== 0n ? -Number(size) : Number(size)
}

/** Reads a whole number that counts something, or `null`; an empty cell and `-` are zero. */
export function readCount(text: string): number | null {
  const body = text.replace(SPACE, '')
  if (body === '' || body === '-') return 0
  const found = /^(\d{1,9})(?:[.,]0+)?$/.exec(body)
  return found ? Number(found[1]) : null
}

/** Order of day and month where a date is written with numbers only. */
export type DateOrder = 'dmy' | 'mdy'

const DATE_PARTS = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?=$|\D)/

/**
 * Finds the order of day and month in a file, from all its dates: a part above 12 or an AM/PM decides. Dates that begin
 * with the year decide nothing and need nothing. `mixed`: some dates fit only one order and some only the other.
 */
export function dateOrder(texts: Iterable<string>): DateOrder | 'ambiguous' | 'mixed' {
  const learner = dateOrderLearner()
  for (const text of texts) learner.see(text)
  return learner.found()
}

/** Learns the order of day and month of a file date by date. */
export function dateOrderLearner(): { see: (text: string) => void; found: () => DateOrder | 'ambiguous' | 'mixed' } {
  const seen = { dmy: false, mdy: false, ambiguous: false }
  return {
    see: (text) => {
      const parts = DATE_PARTS.exec(text.trim())
      if (!parts) return
      if (Number(parts[1]) > 12) seen.dmy = true
      else if (Number(parts[2]) > 12 || /[ap]\.?m\.?$/i.test(text.trim())) seen.mdy = true
      else if (parts[1] !== parts[2]) seen.ambiguous = true
    },
    found: () => {
      if (seen.dmy && seen.mdy) return 'mixed'
      if (seen.mdy) return 'mdy'
      return seen.dmy || !seen.ambiguous ? 'dmy' : 'ambiguous'
    },
  }
}

/** Reads `2026-06-01 07:05[:30]`, `01/06/2026 07:05` or `6/1/2026 7:05:30 AM`; a day alone is its midnight. `null` for any other text. */
export function readDateTime(text: string, order: DateOrder): Temporal.PlainDateTime | null {
  const found = /^(\S+?)(?:(?:T|,? +)(\d.*))?$/.exec(text.replace(/\s+/g, ' ').trim())
  const day = found && readDate(found[1]!, order)
  const time = found?.[2] === undefined ? new Temporal.PlainTime() : readTime(found[2])
  return day && time ? day.toPlainDateTime(time) : null
}

/** Reads `2026-06-01`, `2026/06/01`, or a day with the year last in the given order; `null` when it is not a day. */
export function readDate(text: string, order: DateOrder): Temporal.PlainDate | null {
  const body = text.trim()
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(body)
  const parts = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/.exec(body)
  if (iso) return plainDate(iso[1]!, iso[2]!, iso[3]!)
  if (!parts) return null
  return order === 'dmy' ? plainDate(parts[4]!, parts[3]!, parts[1]!) : plainDate(parts[4]!, parts[1]!, parts[3]!)
}

function plainDate(year: string, month: string, day: string): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from({ year: +year, month: +month, day: +day }, { overflow: 'reject' })
  } catch {
    return null
  }
}

/** Reads `7:05`, `07:05:30`, `07:05:30.000`, `7:05:30 PM`, or the fraction of a day that a sheet may hold; `null` when it is no time. */
export function readTime(text: string): Temporal.PlainTime | null {
  const body = text.trim()
  const clock = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?: ?([ap])\.?m\.?)?$/i.exec(body)
  if (clock) return clockTime(Number(clock[1]), Number(clock[2]), Number(clock[3] ?? 0), clock[4]?.toLowerCase())
  if (!/^0?\.\d+(e-\d+)?$|^0$/i.test(body)) return null
  const seconds = Math.round(Number(body) * 86_400)
  return seconds < 86_400 ? new Temporal.PlainTime().add({ seconds }) : null
}

function clockTime(hour: number, minute: number, second: number, half: string | undefined): Temporal.PlainTime | null {
  if (half && (hour < 1 || hour > 12)) return null
  const hours = half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour
  if (hours > 23 || minute > 59 || second > 59) return null
  return new Temporal.PlainTime(hours, minute, second)
}
