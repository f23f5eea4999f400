import type { FinancialSettings } from '#domain/financial-settings.ts'
import type { FollowedPart, Terms } from '#domain/terms.ts'
import type { Language } from '#messages/language.ts'
import { formatAmount } from '#messages/numbers.ts'
import type { Reply } from '#web/reply.ts'

export type TermsValues = Record<string, string>

/** Names of the checkboxes that let a part follow the settings. */
export const FOLLOW_FIELDS = {
  fee: 'followsFee',
  rent: 'followsRent',
  'trip-vat': 'followsTripVat',
  kilometres: 'followsKilometres',
} as const satisfies Record<FollowedPart, string>

/** A reply without errors, from which fields take their values as they do from a refused form. */
export function filledIn(values: TermsValues, reply: Reply | undefined, regimeField = 'regime'): Reply {
  if (reply && regimeField in reply.values) return reply
  return { fieldErrors: {}, refusal: null, ...reply, values }
}

/**
 * Terms as values of the form's fields, by name. Fields that their regime doesn't use have the values of the settings,
 * ready for another choice.
 */
export function termsValues(terms: Terms, settings: FinancialSettings, language: Language): TermsValues {
  const amount = (cents: number | null | undefined) =>
    cents === null || cents === undefined ? '' : formatAmount(cents, language)
  const rate = (basisPoints: number | null | undefined) => amount(basisPoints).replace(/[.,]00$/, '')
  const count = (number: number | undefined) => (number === undefined ? '' : String(number))
  const { fee, split, exemption, kilometres, receipt, follows = [] } = terms
  const caps = split ?? settings
  const ticks = {
    rentByDays: terms.rentByDays,
    feeAlways: fee.mode === 'fixed' && fee.always,
    feeByDays: terms.feeByDays ?? false,
    receiptCarried: receipt?.carried ?? false,
    ...Object.fromEntries(follows.map((part) => [FOLLOW_FIELDS[part], true])),
  }
  return {
    regime: terms.regime,
    rent: terms.regime !== 'rental' ? amount(settings.rent) : terms.rent === 0 ? '' : amount(terms.rent),
    driverShare: rate(split ? split.driverShare : settings.splitShare),
    energyCap: amount(caps.energyCap),
    chargingCap: amount(caps.chargingCap),
    feeMode: fee.mode,
    feeAmount: amount(fee.mode === 'fixed' ? fee.amount : settings.slotFee),
    feeRate: rate(fee.mode === 'percent' ? fee.rate : settings.rentalFee),
    feeBase: fee.mode === 'percent' ? fee.base : 'commissionable',
    feeFloor: amount(fee.mode === 'percent' ? fee.floor : undefined),
    feeCap: amount(fee.mode === 'percent' ? fee.cap : undefined),
    tripVat: terms.tripVat,
    tollPolicy: terms.tollPolicy,
    exemptionWeeks: count(exemption?.weeks),
    exemptionFrom: exemption?.from ?? '',
    kmIncluded: count(kilometres?.included),
    kmRate: amount(kilometres?.rate),
    kmAfter: count(kilometres?.beyond?.after),
    kmAfterRate: amount(kilometres?.beyond?.rate),
    ceiling: rate(terms.ceiling),
    receiptVat: receipt?.vat ?? '',
    withholding: receipt ? withholdingValue(receipt) : '',
    receiptBase: terms.receiptBase ?? 'result',
    ...Object.fromEntries(Object.entries(ticks).flatMap(([name, isTicked]) => (isTicked ? [[name, 'on']] : []))),
  }
}

/** The value that the form sends: the rate, and for a rate of zero the reason, unless it is the waiver. */
export function withholdingValue({ withholding, unwithheld }: NonNullable<Terms['receipt']>): string {
  return unwithheld ? `${withholding}-${unwithheld}` : String(withholding)
}
