import type { FinancialSettings } from '#domain/financial-settings.ts'
import type { Language } from '#messages/language.ts'
import { formatMoney, formatNumber } from '#messages/numbers.ts'

/** Deposit and kilometres of the dated settings, as the offer's words take them in. */
export function offerParams(settings: FinancialSettings, language: Language) {
  return {
    deposit: formatMoney(settings.deposit, language),
    down: formatMoney(Math.min(settings.depositFirst, settings.deposit), language),
    kilometres: formatNumber(settings.kilometresIncluded, language),
    rate: formatMoney(settings.kilometreRate, language),
  }
}
