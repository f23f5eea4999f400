import type { Language } from './language.ts'

/**
 * Amounts and numbers for eyes. Our own, because `Intl` drops the thousands dot under 10 000 in pt-PT and writes
 * a hyphen where a minus belongs (`rulings.md` G).
 */
const MINUS = '\u2212'
const NO_BREAK = '\u00A0'
/** Keeps a minus with its € at the end of a line, and is as wide as nothing. */
const JOINED = '\u2060'

/** "1.234,56 €" / "€1,234.56", with a true minus. `cents` is a whole number of cents. */
export function formatMoney(cents: number, language: Language): string {
  const size = formatSize(Math.abs(cents), language)
  const sign = cents < 0 ? MINUS : ''
  if (language === 'pt') return `${sign}${size}${NO_BREAK}€`
  return `${sign ? sign + JOINED : ''}€${size}`
}

/** "1.200 €" / "€1,200" where an amount is whole euros, with its cents where it is not: on an axis of round values. */
export function formatRoundMoney(cents: number, language: Language): string {
  const words = formatMoney(cents, language)
  return cents % 100 === 0 ? words.replace(/[,.]00(?!\d)/, '') : words
}

/** "1.234,56" / "1,234.56": an amount in a column whose head says euros. */
export function formatAmount(cents: number, language: Language): string {
  return (cents < 0 ? MINUS : '') + formatSize(Math.abs(cents), language)
}

/** As `formatAmount`, with a plus before what is gained: for effects and differences. */
export function formatDifference(cents: number, language: Language): string {
  return (cents > 0 ? '+' : '') + formatAmount(cents, language)
}

/** "+10,00 €": by how much a sum changes, in a sentence. */
export function formatMoneyDifference(cents: number, language: Language): string {
  return (cents > 0 ? '+' : '') + formatMoney(cents, language)
}

/** "4 %" / "4%", "7,5 %" / "7.5%"; takes hundredths of a percent. */
export function formatPercent(basisPoints: number, language: Language): string {
  const size = Math.abs(basisPoints) / 100
  const digits = String(size).replace('.', language === 'pt' ? ',' : '.')
  return withPercent((basisPoints < 0 ? MINUS : '') + digits, language)
}

/** "3,80 %" / "3.80%": a worked-out rate, with two decimals always, so that rates under each other compare. */
export function formatRate(basisPoints: number, language: Language): string {
  return withPercent(formatAmount(basisPoints, language), language)
}

/** Digits with their sign of percent, as each language puts it. */
export function withPercent(digits: string, language: Language): string {
  return digits + (language === 'pt' ? `${NO_BREAK}%` : '%')
}

/** "11.932" / "11,932"; takes whole numbers. */
export function formatNumber(number: number, language: Language): string {
  return (number < 0 ? MINUS : '') + group(String(Math.abs(number)), language)
}

/** "4,3" / "4.3": one decimal, cut rather than rounded up to what it is not. */
export function formatRatio(ratio: number, language: Language): string {
  const tenths = String(Math.floor(ratio * 10) / 10)
  return language === 'pt' ? tenths.replace('.', ',') : tenths
}

function formatSize(cents: number, language: Language): string {
  const digits = String(cents).padStart(3, '0')
  return `${group(digits.slice(0, -2), language)}${language === 'pt' ? ',' : '.'}${digits.slice(-2)}`
}

function group(digits: string, language: Language): string {
  return digits.replaceAll(/\B(?=(?:\d{3})+$)/g, language === 'pt' ? '.' : ',')
}

/** How large a file is: "640 KB", "1,2 MB"; thousands are 1000, as disks are sold. */
export function formatBytes(bytes: number, language: Language): string {
  if (bytes < 1e6) return `${formatNumber(Math.ceil(bytes / 1e3), language)}${NO_BREAK}KB`
  const [tenths, unit] = bytes < 1e9 ? [Math.round(bytes / 1e5), 'MB'] : [Math.round(bytes / 1e8), 'GB']
  const point = language === 'pt' ? ',' : '.'
  return `${formatNumber(Math.floor(tenths / 10), language)}${point}${tenths % 10}${NO_BREAK}${unit}`
}
