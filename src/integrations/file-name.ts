import { firstOf } from '#domain/certain.ts'
import { readDay, type Week, weekName, weekNumbered, weekOf, monday, sunday } from '#domain/week.ts'

/** First and last day, both inclusive. */
export type Period = { from: Temporal.PlainDate; to: Temporal.PlainDate }

/** The facts in a file's name. Anybody may have changed a name: it is a hint, and must not contradict the content. */
export type NamedReport = {
  source: 'uber' | 'bolt' | null
  /** Uber's own word for the report: `payments_driver`… */
  report: string | null
  period: Period | null
  company: string | null
}

const MONTHS = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez']
const ENGLISH_MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Reads the names under which Uber and Bolt hand out their reports, also with what browsers and people add to them. */
export function readFileName(name: string): NamedReport {
  const bare = name
    .normalize('NFC')
    .replace(/^.*[/\\]/, '')
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/ ?(\(\d+\)| - c[óo]pia| - copy)$/i, '')
  return uberName(bare) ?? boltName(bare)
}

function uberName(bare: string): NamedReport | null {
  const found = /(\d{8})-(\d{8})-([a-z]+_[a-z_]+?)(?:-(.+))?$/i.exec(bare)
  if (!found) return null
  return {
    source: 'uber',
    report: found[3]!.toLowerCase(),
    period: periodOf(compactDay(found[1]!), compactDay(found[2]!)),
    company: found[4]?.replaceAll('_', ' ').trim() ?? null,
  }
}

function boltName(bare: string): NamedReport {
  const isBolt =
    /ganhos por motorista|earnings per driver|driver earnings|desempenho d?[oe]?s? ?motorista|driver performance/i.test(
      bare,
    )
  const foundPeriod = spanInWords(bare) ?? isoWeekInName(bare)
  const company = isBolt && foundPeriod ? foundPeriod.rest.replace(/^[\s_-]+/, '').trim() : ''
  return {
    source: isBolt ? 'bolt' : null,
    report: null,
    period: foundPeriod ? foundPeriod.period : numericSpan(bare),
    company: company === '' ? null : company,
  }
}

type FoundPeriod = { period: Period | null; rest: string }

/** Finds a week as `2026W23` or `2026-W23`. */
function isoWeekInName(bare: string): FoundPeriod | null {
  const found = /(?<!\d)(\d{4})-?W(\d{1,2})(?!\d)/i.exec(bare)
  if (!found) return null
  const week = weekNumbered(Number(found[1]), Number(found[2]))
  const exists = weekName(week) === `${found[1]}-W${found[2]!.padStart(2, '0')}`
  const period = exists ? { from: monday(week), to: sunday(week) } : null
  return { period, rest: bare.slice(found.index + found[0].length) }
}

/** Finds a span as `25 mai 2026-31 mai 2026`, `May 25 2026-May 31 2026` or `25 de maio de 2026 - 31 …`. */
function spanInWords(bare: string): FoundPeriod | null {
  const day = String.raw`(?:\d{1,2}(?: de)? [a-zç]{3,9}\.?(?: de)? \d{4}|[a-z]{3,9}\.? \d{1,2},? \d{4})`
  const found = new RegExp(`(${day})\\s*(?:-|–|_| a | to )\\s*(${day})`, 'i').exec(bare)
  if (!found) return null
  return {
    period: periodOf(dayInWords(found[1]!), dayInWords(found[2]!)),
    rest: bare.slice(found.index + found[0].length),
  }
}

function dayInWords(text: string): Temporal.PlainDate | null {
  const words = text
    .toLowerCase()
    .replace(/\bde\b|[.,]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
  const month = words.find((word) => /^[a-zç]/.test(word))?.slice(0, 3) ?? ''
  const number = Math.max(MONTHS.indexOf(month), ENGLISH_MONTHS.indexOf(month)) + 1
  const [day = '', year = ''] = words.filter((word) => /^\d/.test(word))
  return number === 0 ? null : readDay(`${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`)
}

function compactDay(text: string): Temporal.PlainDate | null {
  return readDay(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`)
}

/** Makes a period of two days. A last day that is a Monday is the day after the period (`rulings.md` D), unless it is the only day. */
export function periodOf(from: Temporal.PlainDate | null, to: Temporal.PlainDate | null): Period | null {
  if (!from || !to || Temporal.PlainDate.compare(from, to) > 0) return null
  const isExclusive = to.dayOfWeek === 1 && !to.equals(from)
  return { from, to: isExclusive ? to.subtract({ days: 1 }) : to }
}

/** Reads `2026W23`, `2026-06-01 - 2026-06-07`, `01/06/2026 - 07/06/2026` or days in words, as a column may have them. */
export function readPeriod(text: string): Period | null {
  const words = spanInWords(text) ?? isoWeekInName(text)
  return words ? words.period : numericSpan(text)
}

/** Finds two days in numbers; a third one makes it none. */
function numericSpan(text: string): Period | null {
  const days = text.match(/(?<!\d)(\d{4}-\d{2}-\d{2}|\d{2}[/.]\d{2}[/.]\d{4}|20\d{6})(?!\d)/g)?.map(numericDay) ?? []
  return days.length === 2 ? periodOf(firstOf(days), days[1]!) : null
}

function numericDay(text: string): Temporal.PlainDate | null {
  if (/^\d{8}$/.test(text)) return compactDay(text)
  const [day, month, year] = text.split(/[/.]/)
  return readDay(year === undefined ? text : `${year}-${month}-${day}`)
}

/** Answers the settlement week that equals a period, or `null` for any other span. */
export function weekOfPeriod({ from, to }: Period): Week | null {
  const isWeek = from.dayOfWeek === 1 && from.until(to, { largestUnit: 'days' }).days === 6
  return isWeek ? weekOf(from) : null
}
