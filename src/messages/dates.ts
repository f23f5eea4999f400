import { HTML_LANG, type Language } from './language.ts'

/**
 * Days, weeks and instants in words. A day is an ISO date (`2026-11-26`), a week its Monday, an instant ISO or a
 * `Temporal.Instant`; plain text in, so that it runs in browsers that don't have `Temporal`.
 */
type DateText = string | { toString(): string }

const LISBON = 'Europe/Lisbon'

const MONTHS = {
  pt: ['jan.', 'fev.', 'mar.', 'abr.', 'mai.', 'jun.', 'jul.', 'ago.', 'set.', 'out.', 'nov.', 'dez.'],
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
} as const

const LONG_MONTHS = {
  pt: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' '),
  en: 'January February March April May June July August September October November December'.split(' '),
} as const

/** From Monday. */
export const DAYS = {
  pt: ['segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sábado', 'domingo'],
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
} as const

/** From Monday: `seg.`, `Mon`. */
export const SHORT_DAYS = {
  pt: ['seg.', 'ter.', 'qua.', 'qui.', 'sex.', 'sáb.', 'dom.'],
  en: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
} as const

/** "segunda-feira" of 1, as a choice. */
export function dayName(day: number, language: Language): string {
  return DAYS[language][day - 1] ?? ''
}

/** "quinta-feira, 26 nov." / "Thursday 26 Nov" */
export function formatDay(day: DateText, language: Language): string {
  const { month, date, weekday } = parts(day)
  const name = DAYS[language][weekday]
  return language === 'pt' ? `${name}, ${date} ${MONTHS.pt[month]}` : `${name} ${date} ${MONTHS.en[month]}`
}

/** "26 nov. 2026" / "26 Nov 2026" */
export function formatDayShort(day: DateText, language: Language): string {
  const { year, month, date } = parts(day)
  return `${date} ${MONTHS[language][month]} ${year}`
}

/** "26 de novembro de 2026" / "26 November 2026" */
export function formatDayLong(day: DateText, language: Language): string {
  const { year, month, date } = parts(day)
  const name = LONG_MONTHS[language][month]
  return language === 'pt' ? `${date} de ${name} de ${year}` : `${date} ${name} ${year}`
}

/** "Junho de 2026" / "June 2026", of `2026-06`: as a heading or at the beginning of a row. */
export function formatMonth(month: string, language: Language): string {
  const { year, month: place } = parts(`${month}-01`)
  const name = LONG_MONTHS[language][place]
  return language === 'pt' ? `${name?.charAt(0).toUpperCase()}${name?.slice(1)} de ${year}` : `${name} ${year}`
}

/** A month inside a sentence: "junho de 2026" / "June 2026". */
export function formatMonthInside(month: string, language: Language): string {
  const name = formatMonth(month, language)
  return language === 'pt' ? name.toLowerCase() : name
}

/** "jun. 2026" / "Jun 2026": where there is little room. */
export function formatMonthShort(month: string, language: Language): string {
  const { year, month: place } = parts(`${month}-01`)
  return `${MONTHS[language][place]} ${year}`
}

/** How a list for a spreadsheet is written in this language, as its Excel opens it (`rulings.md` J.12 and J.14). */
export function mannerOfCsv(language: Language): 'semicolons' | 'commas' {
  return language === 'pt' ? 'semicolons' : 'commas'
}

/** "26/11/2026", in both languages. */
export function formatDayNumeric(day: DateText): string {
  const [year, month, date] = isoDay(day).split('-')
  return `${date}/${month}/${year}`
}

/** "seg. 16" / "Mon 16": for a strip of days. */
export function formatStripDay(day: DateText, language: Language): string {
  const { date, weekday } = parts(day)
  return `${SHORT_DAYS[language][weekday]} ${date}`
}

/** "Semana 23 · 1–7 jun. 2026" / "Week 23 · 1–7 Jun 2026" */
export function formatWeek(week: DateText, language: Language): string {
  return `${formatWeekNumber(week, language)} · ${formatWeekDays(week, language)}`
}

/** "Semana 23" / "Week 23": the ISO number. */
export function formatWeekNumber(week: DateText, language: Language): string {
  return `${language === 'pt' ? 'Semana' : 'Week'} ${weekNumber(week)}`
}

/** "semana 23 (1–7 jun. 2026)" / "week 23 (1–7 Jun 2026)": inside a sentence. */
export function formatWeekInside(week: DateText, language: Language): string {
  return `${formatWeekNumber(week, language).toLowerCase()} (${formatWeekDays(week, language)})`
}

/** "1–7 jun. 2026"; a week in two months "26 out.–1 nov. 2026"; in two years with both. */
export function formatWeekDays(week: DateText, language: Language): string {
  return formatDays({ from: week, to: addDays(week, 6) }, language)
}

/** "9–15 nov. 2026": the days of a file or a list, as those of a week; one day by itself. */
export function formatDays({ from, to }: { from: DateText; to: DateText }, language: Language): string {
  const first = parts(from)
  const last = parts(to)
  const end = formatDayShort(to, language)
  if (isoDay(from) === isoDay(to)) return end
  if (first.month === last.month && first.year === last.year) return `${first.date}–${end}`
  const start = `${first.date} ${MONTHS[language][first.month]}`
  return first.year === last.year ? `${start}–${end}` : `${start} ${first.year}–${end}`
}

/** The ISO number of the week that begins on this Monday. */
export function weekNumber(week: DateText): number {
  const thursday = new Date(`${addDays(week, 3)}T00:00:00Z`)
  const firstOfJanuary = Date.UTC(thursday.getUTCFullYear(), 0, 1)
  return Math.floor((thursday.getTime() - firstOfJanuary) / 86_400_000 / 7) + 1
}

/** The seven ISO dates of a week, from its Monday. */
export function daysOfWeek(week: DateText): readonly string[] {
  return DAYS.pt.map((_, index) => addDays(week, index))
}

/** "26 nov. 2026, 09:32" on the Lisbon clock. */
export function formatInstant(instant: DateText, language: Language): string {
  const { day, time } = inLisbon(instant)
  return `${formatDayShort(day, language)}, ${time}`
}

/** `2026-11-26`, the day on the Lisbon clock. */
export function dayOf(instant: DateText): string {
  return inLisbon(instant).day
}

/** "09:32" on the Lisbon clock. */
export function formatTime(instant: DateText): string {
  return inLisbon(instant).time
}

// Making one takes longer than a thousand uses of it, and a twentieth of a command that tells no time.
let clock: { day: Intl.DateTimeFormat; time: Intl.DateTimeFormat } | null = null
const lisbonClock = () =>
  (clock ??= {
    day: new Intl.DateTimeFormat('en-CA', { timeZone: LISBON, dateStyle: 'short' }),
    time: new Intl.DateTimeFormat(HTML_LANG.en, { timeZone: LISBON, hour: '2-digit', minute: '2-digit' }),
  })

function inLisbon(instant: DateText): { day: string; time: string } {
  const moment = new Date(String(instant))
  const { day, time } = lisbonClock()
  return { day: day.format(moment), time: time.format(moment) }
}

function isoDay(day: DateText): string {
  return String(day).slice(0, 10)
}

function addDays(day: DateText, count: number): string {
  const moment = new Date(`${isoDay(day)}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + count)
  return moment.toISOString().slice(0, 10)
}

/** `month` from 0, `weekday` from Monday = 0. */
function parts(day: DateText): { year: number; month: number; date: number; weekday: number } {
  const moment = new Date(`${isoDay(day)}T00:00:00Z`)
  return {
    year: moment.getUTCFullYear(),
    month: moment.getUTCMonth(),
    date: moment.getUTCDate(),
    weekday: (moment.getUTCDay() + 6) % 7,
  }
}
