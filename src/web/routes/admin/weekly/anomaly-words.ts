import type { ShownAnomaly } from '#features/weeks/radar/schema.ts'
import { showPlate } from '#domain/identifiers.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatMoney, formatNumber, formatRatio } from '#messages/numbers.ts'
import { signedPercent } from './signed-percent.ts'

type About = { anomaly: ShownAnomaly; name: string; other?: string | null }

/** An anomaly in words with its figures: its name, what happened, and what that is compared with. */
export function anomalyWords(
  { anomaly, name, other }: About,
  t: Translator,
): { kind: string; title: string; text: string } {
  const params = { name, ...figuresOf(anomaly, t), ...(other ? { other } : {}) }
  return {
    kind: t(`page.exceptions.anomaly.kind.${anomaly.kind}`, params),
    title: t(`page.exceptions.anomaly.title.${anomaly.kind}`, params),
    text: t(`page.exceptions.anomaly.text.${textOf(anomaly)}`, params),
  }
}

/** If a count is zero, another text is used. */
function textOf(anomaly: ShownAnomaly) {
  if (anomaly.kind === 'silent-platform' && anomaly.weeks === 0) return 'unheard'
  if (anomaly.kind === 'double-toll' && anomaly.minutes === 0) return 'same-minute'
  return anomaly.kind
}

function figuresOf(anomaly: ShownAnomaly, t: Translator): Record<string, string | number> {
  const money = (cents: number) => formatMoney(cents, t.language)
  switch (anomaly.kind) {
    case 'two-drivers':
      return {
        plate: showPlate(anomaly.plate),
        other: t('page.exceptions.anomaly.somebody'),
        count: anomaly.count,
        amount: money(anomaly.total),
      }
    case 'in-workshop':
      return { plate: showPlate(anomaly.plate), count: anomaly.count, amount: money(anomaly.total) }
    case 'double-toll':
      return {
        plate: showPlate(anomaly.plate),
        place: anomaly.place,
        count: anomaly.minutes,
        amount: money(anomaly.amount),
      }
    case 'silent-platform':
      return { source: t(`page.week.sourceNames.${anomaly.platform}`), count: anomaly.weeks }
    case 'first-negative':
      return { amount: money(Math.abs(anomaly.net)), count: anomaly.weeks }
    case 'income-drop':
    case 'income-rise':
      return {
        percent: signedPercent(anomaly.deviation, t.language),
        earnings: money(anomaly.earnings),
        median: money(anomaly.median),
        count: anomaly.weeks,
      }
    case 'no-energy':
      return { amount: money(anomaly.median), count: anomaly.weeks }
    case 'high-consumption':
      return {
        plate: showPlate(anomaly.plate),
        litres: formatNumber(anomaly.litres, t.language),
        km: formatNumber(anomaly.km, t.language),
        per100: formatRatio(anomaly.per100, t.language),
      }
  }
}
