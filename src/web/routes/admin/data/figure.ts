import type { Translator } from '#messages/catalogue.ts'
import { formatAmount, formatMoney, formatNumber, formatPercent } from '#messages/numbers.ts'

/** A figure of a file by its measure: cents, or the count that the measure's name says. */
export function figureWords(t: Translator, measure: string, figure: number): string {
  const { language } = t
  if (measure.endsWith('_minutes')) {
    return t('page.data.units.hours', { hours: formatNumber(Math.floor(figure / 60), language), minutes: figure % 60 })
  }
  if (measure === 'trips' || measure === 'transactions' || measure.endsWith('_offers'))
    return formatNumber(figure, language)
  if (measure === 'trip_metres')
    return t('page.data.units.kilometres', { amount: formatNumber(Math.round(figure / 1_000), language) })
  if (measure.endsWith('_rate')) return formatPercent(figure, language)
  if (measure.endsWith('_rating')) return formatAmount(figure, language)
  if (measure === 'centilitres') return t('page.data.units.litres', { amount: formatAmount(figure, language) })
  if (measure === 'watt_hours')
    return t('page.data.units.energy', { amount: formatAmount(Math.round(figure / 10), language) })
  return formatMoney(figure, language)
}

/** In the order in which people check a file: first what is paid, then its parts, counts last. */
const ORDER = [
  ...['paid', 'payout', 'total', 'liquid', 'value', 'earnings', 'fare', 'fare_tax', 'gross', 'app', 'vat_app'],
  ...[
    'cash_gross',
    'vat_cash',
    'cash_collected',
    'tips',
    'campaign',
    'expense_refunds',
    'cancellation',
    'vat_cancellation',
  ],
  ...['toll_refund', 'toll_tax', 'tolls', 'booking', 'service_fee', 'total_fees', 'commission'],
  ...['rider_refunds', 'other_fees', 'incentives', 'net', 'bank_transfer'],
]

/** The totals of a file in that order. */
export function orderedTotals(totals: Readonly<Record<string, number>>): [string, number][] {
  const place = (measure: string) => (ORDER.includes(measure) ? ORDER.indexOf(measure) : ORDER.length)
  return Object.entries(totals).toSorted(([a], [b]) => place(a) - place(b))
}

/** The column of a measure, by its name in the reports. */
export function measureName(t: Translator, measure: string): string {
  return t.find(`page.data.measures.${measure}`) ?? measure
}

export function sizeWords(t: Translator, bytes: number): string {
  if (bytes < 1_000) return t('page.data.units.bytes', { count: bytes })
  return t('page.data.units.kilobytes', { count: formatNumber(Math.round(bytes / 1_000), t.language) })
}

/** The name of a report in its portal; for a list that the operator taught, the name they gave its source. */
export function reportName(
  t: Translator,
  { source, kind, account }: { source: string; kind: string; account: string },
): string {
  const name = t.find(`errors.report.${source}_${kind}`) ?? t.find(`errors.report.${kind}`) ?? kind
  return source === 'other' ? `${account}: ${name}` : name
}
