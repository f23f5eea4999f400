import type { FigureName, FiguresPeriod } from '#domain/performance.ts'
import type { Translator } from './catalogue.ts'
import { formatMonthInside, formatMonthShort, formatWeekDays, weekNumber } from './dates.ts'
import { formatAmount, formatDifference, formatMoney, formatNumber, withPercent } from './numbers.ts'

/** A figure in its unit: "16,84 €", "2,31", "52,0 %", "38,5 h". */
export function figureWords(name: FigureName, value: number, t: Translator): string {
  if (isMoney(name)) return formatMoney(value, t.language)
  if (name === 'minutes') return t('page.kpis.hours', { hours: bareFigure(name, value, t) })
  if (name === 'rating') return t('page.kpis.stars', { rating: bareFigure(name, value, t) })
  return bareFigure(name, value, t)
}

/** A figure in a column whose head says the unit; takes cents, hundredths, minutes or basis points. */
export function bareFigure(name: FigureName, value: number, t: Translator): string {
  if (isShare(name)) return withPercent(tenths(value / 10, t), t.language)
  if (name === 'trips') return formatNumber(value, t.language)
  if (name === 'minutes') return tenths(value / 6, t)
  return formatAmount(value, t.language)
}

/** What a figure gained, with its sign; of percents in points. */
export function figureChange(name: FigureName, change: number, t: Translator): string {
  if (!isShare(name) && name !== 'trips' && name !== 'minutes') return formatDifference(change, t.language)
  const words = bareFigure(name, Math.abs(change), t).replace(/\s?%/, '')
  // What is too little to be written has no sign either.
  return /[1-9]/.test(words) ? `${change < 0 ? '−' : '+'}${words}` : words
}

export function isMoney(name: FigureName): boolean {
  return name === 'perHour' || name === 'perTrip' || name === 'perKilometre' || name === 'received' || name === 'net'
}

/** A part of a whole, in basis points. */
export function isShare(name: FigureName): boolean {
  return name === 'utilisation' || name === 'acceptance' || name === 'completion' || name === 'cancellation'
}

/** With one decimal, also where it is zero: in a column the commas stand under each other. */
function tenths(count: number, t: Translator): string {
  return formatAmount(Math.round(count) * 10, t.language).slice(0, -1)
}

/** "semana 47, 16–22 nov. 2026", "novembro de 2026", "4.º trimestre de 2026", "2026": inside a sentence. */
export function figuresPeriodName({ kind, name, weeks }: FiguresPeriod, t: Translator): string {
  if (kind === 'year') return name
  if (kind === 'quarter') {
    const [year = '', quarter = ''] = name.split('-Q')
    return t('page.kpis.quarter', { quarter, year })
  }
  if (kind === 'month') return formatMonthInside(name, t.language)
  const [week = ''] = weeks
  return t('page.kpis.week', { number: weekNumber(week), days: formatWeekDays(week, t.language) })
}

/** A period in short: "semana 46", "outubro de 2026". */
export function figuresPeriodShort(period: FiguresPeriod, t: Translator): string {
  const [week = ''] = period.weeks
  return period.kind === 'week' ? t('page.goals.week', { number: weekNumber(week) }) : figuresPeriodName(period, t)
}

/** Beside a row of a picture, which on a phone needs the room itself: "semana 46", "out. 2026", "4.º trim. 2026". */
export function figuresPeriodRow(period: FiguresPeriod, t: Translator): string {
  if (period.kind === 'month') return formatMonthShort(period.name, t.language)
  if (period.kind !== 'quarter') return figuresPeriodShort(period, t)
  const [year = '', quarter = ''] = period.name.split('-Q')
  return t('page.kpis.quarterRow', { quarter, year })
}
