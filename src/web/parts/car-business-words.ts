import { HINT_WEEKS, type Hint, type Missing } from '#domain/car-business.ts'
import type { CarBusiness } from '#features/weeks/cars/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort } from '#messages/dates.ts'
import { formatMoney, formatNumber } from '#messages/numbers.ts'

/** "Guardar até 9 mar. 2028". */
export function hintWords({ act, by }: Hint, t: Translator): string {
  if (act === 'none') return t('page.carFigures.hints.none')
  if (by === null) return t(`page.carFigures.hints.${act}`)
  return t(`page.carFigures.hints.${act}By`, { day: formatDayShort(by, t.language) })
}

/** The reason of a hint, in words; `null` without a hint. */
export function reasonWords({ hint, facts }: Pick<CarBusiness, 'hint' | 'facts'>, t: Translator): string | null {
  if (hint === null) return null
  const left = facts.leftAWeek ?? 0
  const words = {
    amount: formatMoney(Math.abs(left), t.language),
    count: HINT_WEEKS,
    what: missingWords(facts.missing, t),
  }
  return t(`page.carFigures.because.${hint.because}`, words)
}

export function missingWords(missing: readonly Missing[], t: Translator): string {
  return missing.map((what) => t(`page.carFigures.missing.${what}`)).join(', ')
}

/** The assumptions of a hint, a sentence each. */
export function assumptionsOf({ hint, facts, pace }: CarBusiness, t: Translator): string[] {
  if (hint === null || hint.act === 'none') return []
  const day = (on: string) => ({ day: formatDayShort(on, t.language) })
  const { contractEnds, plannedSale, usableUntil, priceBeyond } = facts
  return [
    t('page.carFigures.assumes.weeks', { count: facts.weeks }),
    contractEnds && t('page.carFigures.assumes.contract', day(contractEnds)),
    plannedSale && t('page.carFigures.assumes.sale', day(plannedSale)),
    usableUntil && t('page.carFigures.assumes.usable', day(usableUntil)),
    pace && t('page.carFigures.assumes.pace', { km: formatNumber(pace.perWeek, t.language), ...day(pace.readOn) }),
    pace &&
      priceBeyond !== null &&
      t('page.carFigures.assumes.price', { amount: formatMoney(priceBeyond, t.language) }),
    hint.act === 'return' && t('page.carFigures.assumes.leaving'),
  ].filter((words): words is string => typeof words === 'string')
}

/** "+3.200 km" beyond the contract, "dentro", or `null` if it is not measured. */
export function paceWords({ pace }: Pick<CarBusiness, 'pace'>, t: Translator): string | null {
  if (pace === null) return null
  if (pace.beyond === 0) return t('page.carFigures.pace.within')
  return t('page.carFigures.pace.over', { km: formatNumber(pace.beyond, t.language) })
}
