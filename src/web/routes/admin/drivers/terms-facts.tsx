import type { ReactNode } from 'react'
import { type FinancialSettings, applySettings } from '#domain/financial-settings.ts'
import { type FollowedPart, type Terms, type TripVat, UNWITHHELD, WITHHOLDINGS } from '#domain/terms.ts'
import { monday } from '#domain/week.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort } from '#messages/dates.ts'
import { formatMoney, formatNumber, formatPercent } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Fact, Facts } from '#web/ui/card.tsx'
import { withholdingValue } from './terms-values.ts'

type Props = {
  terms: Terms
  /** The settings of the week in which the terms count: values that follow the settings are shown as they have them. */
  settings: FinancialSettings
  children?: ReactNode
}

/** All that was agreed, in words. */
export function TermsFacts({ terms, settings, children }: Props) {
  const t = useT()
  const counted = applySettings(terms, settings, null)
  const rules = ruleWords(terms, counted, t)
  const saying = (part: FollowedPart, words: string) =>
    terms.follows?.includes(part) ? t('page.fleet.terms.followed', { words }) : words
  return (
    <Facts>
      <Fact name={t('page.fleet.terms.regime')}>{t(`page.fleet.regimes.${terms.regime}`)}</Fact>
      <Fact name={t('page.fleet.terms.fee')}>{saying('fee', feeWords(counted, t))}</Fact>
      {terms.regime === 'rental' || counted.rent > 0 ? (
        <Fact name={t('page.fleet.terms.rent')}>{saying('rent', rentWords(counted, t))}</Fact>
      ) : null}
      {terms.split ? <Fact name={t('page.fleet.terms.split')}>{splitWords(terms.split, t)}</Fact> : null}
      <Fact name={t('page.fleet.terms.tripVat')}>{saying('trip-vat', vatWords(counted.tripVat, settings, t))}</Fact>
      <Fact name={t('page.fleet.terms.tolls')}>{t(`page.fleet.terms.tollPolicies.${terms.tollPolicy}`)}</Fact>
      {rules.length > 0 ? <Fact name={t('page.settings.more.title')}>{rules.join('; ')}</Fact> : null}
      {children}
    </Facts>
  )
}

/** How the VAT on trips is taken out of the earnings, at the rate of the settings. */
export function vatWords(tripVat: TripVat, { transportVat }: FinancialSettings, t: Translator): string {
  return t(`page.fleet.terms.vatsAtRate.${tripVat}`, { rate: formatPercent(transportVat, t.language) })
}

function feeWords({ fee }: Terms, t: Translator): string {
  if (fee.mode === 'none') return t('page.fleet.terms.feeNone')
  if (fee.mode === 'percent') {
    const base = t(`page.fleet.terms.bases.${fee.base}`)
    return t('page.fleet.terms.feePercent', { rate: formatPercent(fee.rate, t.language), base })
  }
  const amount = formatMoney(fee.amount, t.language)
  return t(fee.always ? 'page.fleet.terms.feeAlways' : 'page.fleet.terms.feeFixed', { amount })
}

function rentWords({ rent, rentByDays }: Terms, t: Translator): string {
  if (rent === 0) return t(rentByDays ? 'page.fleet.terms.rentVehicleDays' : 'page.fleet.terms.rentVehicle')
  const amount = formatMoney(rent, t.language)
  return t(rentByDays ? 'page.fleet.terms.rentDays' : 'page.fleet.terms.rentWeek', { amount })
}

function splitWords({ driverShare, energyCap, chargingCap }: NonNullable<Terms['split']>, t: Translator): string {
  const capOf = (cap: number) => ({ cap: formatMoney(cap, t.language) })
  const energy = chargingCap === undefined ? 'page.fleet.terms.splitCap' : 'page.fleet.terms.splitFuelCap'
  return [
    t('page.fleet.terms.splitShare', { rate: formatPercent(driverShare, t.language) }),
    energyCap === null ? null : t(energy, capOf(energyCap)),
    chargingCap === undefined ? null : t('page.fleet.terms.splitChargingCap', capOf(chargingCap)),
  ]
    .filter((words) => words !== null)
    .join(', ')
}

/** The rules beyond the usual ones, one short sentence each; fee and kilometres with the values that count. */
function ruleWords(terms: Terms, { fee, kilometres }: Terms, t: Translator): string[] {
  const { regime, feeByDays, exemption, ceiling, receipt, receiptBase = 'result' } = terms
  const isEmployee = regime === 'employee'
  const { language } = t
  const money = (cents: number) => formatMoney(cents, language)
  const percent = (rate: number) => formatPercent(rate, language)
  return [
    fee.mode === 'percent' && fee.floor !== undefined
      ? t('page.settings.more.words.floor', { amount: money(fee.floor) })
      : null,
    fee.mode === 'percent' && fee.cap !== undefined
      ? t('page.settings.more.words.cap', { amount: money(fee.cap) })
      : null,
    feeByDays ? t('page.settings.more.words.byDays') : null,
    exemption
      ? t('page.settings.more.words.exemption', {
          count: exemption.weeks,
          day: formatDayShort(monday(exemption.from).toString(), language),
        })
      : null,
    kilometres ? kilometreWords(kilometres, t) : null,
    ceiling === undefined || ceiling === null
      ? null
      : t('page.settings.more.words.ceiling', { rate: percent(ceiling) }),
    receipt && !isEmployee
      ? t(receipt.carried ? 'page.settings.more.words.receiptCarried' : 'page.settings.more.words.receipt', {
          vat: t(`page.settings.more.receiptVats.${receipt.vat}`),
          withholding: withholdingWords(withholdingValue(receipt), t),
        })
      : null,
    receiptBase === 'result' || isEmployee ? null : t(`page.settings.more.words.${receiptBase}`),
  ].filter((words) => words !== null)
}

/** How much is withheld and why, for a choice or a text; an old rate may not be one of the law's. */
export function withholdingWords(value: string, t: Translator): string {
  const unwithheld = UNWITHHELD.find((reason) => value === `0-${reason}`)
  if (unwithheld) return t(`page.settings.more.unwithheld.${unwithheld}`)
  const rate = Number(value)
  if (rate === 0) return t('page.settings.more.withholdingWaived')
  return t(
    WITHHOLDINGS.some((known) => known === rate)
      ? 'page.settings.more.withholdingOfCategory'
      : 'page.settings.more.withholdingUnknown',
    { rate: formatPercent(rate, t.language) },
  )
}

function kilometreWords({ included, rate, beyond }: NonNullable<Terms['kilometres']>, t: Translator): string {
  const words = { count: formatNumber(included, t.language), amount: formatMoney(rate, t.language) }
  if (!beyond) return t('page.settings.more.words.kilometres', words)
  return t('page.settings.more.words.kilometresBeyond', {
    ...words,
    beyond: formatMoney(beyond.rate, t.language),
    after: formatNumber(beyond.after, t.language),
  })
}
