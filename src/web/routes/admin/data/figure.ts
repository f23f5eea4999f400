import type { Translator } from '#messages/catalogue.ts'
import { formatAmount, formatMoney, formatNumber } from '#messages/numbers.ts'

/** A figure of a file by its measure: cents, or what the measure's name says it counts. */
export function figureWords(t: Translator, measure: string, figure: number): string {
  const { language } = t
  if (measure.endsWith('_minutes')) {
    return t('page.data.units.hours', { hours: formatNumber(Math.floor(figure / 60), language), minutes: figure % 60 })
  }
  if (measure === 'trips' || measure === 'transactions') return formatNumber(figure, language)
  if (measure === 'centilitres') return t('page.data.units.litres', { amount: formatAmount(figure, language) })
  if (measure === 'watt_hours') return t('page.data.units.energy', { amount: formatAmount(Math.round(figure / 10), language) })
  return formatMoney(figure, language)
}

/** The column a measure comes from, by the name it has in the reports. */
export function measureName(t: Translator, measure: string): string {
  return t.find(`page.data.measures.${measure}`) ?? measure
}

export function sizeWords(t: Translator, bytes: number): string {
  if (bytes < 1_000) return t('page.data.units.bytes', { count: bytes })
  return t('page.data.units.kilobytes', { count: formatNumber(Math.round(bytes / 1_000), t.language) })
}

/** A report as it is called in its portal. */
export function reportName(t: Translator, kind: string): string {
  return t.find(`errors.report.${kind}`) ?? kind
}
