import type { FinancialSettings } from '#domain/financial-settings.ts'
import type { Language } from '#messages/language.ts'
import { formatMoney, formatNumber } from '#messages/numbers.ts'

/** The deposit and kilometres of the dated settings, as parameters for the words of the offer. */
export function offerParams(settings: FinancialSettings, language: Language) {
  return {
    deposit: formatMoney(settings.deposit, language),
    down: formatMoney(Math.min(settings.depositFirst, settings.deposit), language),
    kilometres: formatNumber(settings.kilometresIncluded, language),
    rate: formatMoney(settings.kilometreRate, language),
  }
}
