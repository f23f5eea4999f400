import type { SettingKind, SettingValue } from '#domain/financial-settings.ts'
import { TRIP_VATS } from '#domain/terms.ts'
import type { Translator } from '#messages/catalogue.ts'
import { DAYS } from '#messages/dates.ts'
import { formatAmount, formatMoney, formatNumber, formatPercent } from '#messages/numbers.ts'

/** A setting's value in a sentence. */
export function settingWords(kind: SettingKind, value: SettingValue, t: Translator): string {
  if (typeof value === 'string') return t(`page.fleet.terms.vats.${TRIP_VATS.find((vat) => vat === value) ?? 'none'}`)
  if (kind === 'money') return formatMoney(value, t.language)
  if (kind === 'percent') return formatPercent(value, t.language)
  if (kind === 'hours') return t('page.settings.hours', { count: value })
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
  if (kind === 'weekday') return DAYS[t.language][value - 1]!
  if (kind === 'vat-field')
    return value === 0 ? t('page.settings.noField') : t('page.settings.field', { number: value })
  if (kind === 'switch') return t(value === 1 ? 'page.settings.yes' : 'page.settings.no')
  return formatNumber(value, t.language)
}

/** A setting's value in its field. */
export function settingField(kind: SettingKind, value: SettingValue, t: Translator): string {
  if (typeof value === 'string') return value
  if (kind === 'money') return formatAmount(value, t.language)
  if (kind === 'percent') return formatAmount(value, t.language).replace(/[.,]00$/, '')
  return String(value)
}
