import type { FinancialSettings } from '#domain/financial-settings.ts'
import type { Language } from '#messages/language.ts'
import { formatMoney, formatPercent } from '#messages/numbers.ts'

/** The operator's usual terms as parameters of words: `{fee}`, `{rent}`, `{rate}`, `{share}` and `{cap}`. */
export function termParams(settings: FinancialSettings, language: Language) {
  return {
    fee: formatMoney(settings.slotFee, language),
    rent: formatMoney(settings.rent, language),
    rate: formatPercent(settings.rentalFee, language),
    share: formatPercent(settings.splitShare, language),
    cap: formatMoney(settings.energyCap, language),
  }
}
