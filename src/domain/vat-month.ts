import { earningsOf, grossOf, tripVatOf, type TripVatFound } from './earning.ts'
import type { FinancialSettings } from './financial-settings.ts'
import type { RowKind, Source } from './import.ts'
import { type BasisPoints, type Cents, ZERO, basisPoints, cents, fraction, minus, share, sum } from './money.ts'
import type { Earning, RowId } from './settlement-types.ts'

/**
 * Companies that invoice the fee of each platform. Both are in the Union, so the operator owes the VAT of their fee
 * (reverse charge, art. 6.º n.º 6 al. a) CIVA), and deducts it.
 */
export const FEE_SUPPLIERS = {
  uber: { name: 'Uber B.V.', country: 'NL', vatNumber: 'NL852071588B01' },
  bolt: { name: 'Bolt Operations OÜ', country: 'EE', vatNumber: 'EE102090374' },
} as const satisfies Record<Earning['platform'], { name: string; country: string; vatNumber: string }>

/** One row of a platform for the VAT map: the figures of a statement, and those that only the operator's return needs. Cents. */
export type VatEarning = Earning & {
  /** Tax inside the tolls given back, where the report itemises it. */
  tollTax: Cents
  /** Amount that the platform itself pays for driving, with or without VAT: it is no passenger's fare. */
  incentives: Cents
  /** Amount given back to passengers out of the fares. */
  refunds: Cents
  /** Amount that the platform invoices for its service, without VAT. */
  invoiced: Cents
}

/**
 * Reads a row of earnings for the VAT map; nothing for other rows. Bolt keeps more than it invoices ("Total de taxas"):
 * its commission and other fees are its service, but amounts that go back to passengers and booking fees are not.
 */
export function vatEarningsOf(row: {
  id: RowId
  source: Source
  kind: RowKind
  measures: Readonly<Record<string, number>>
}): VatEarning[] {
  const of = (name: string) => cents(row.measures[name] ?? 0)
  return earningsOf(row).map((earning): VatEarning => {
    if (earning.platform === 'uber')
      return {
        ...earning,
        tollTax: of('toll_tax'),
        incentives: of('incentives'),
        refunds: ZERO,
        invoiced: earning.platformFee,
      }
    const refunds = of('rider_refunds')
    const service = sum([of('commission'), of('other_fees')])
    // An older report has only the total of its fees.
    const invoiced = service === 0 ? sum([earning.platformFee, minus(refunds), minus(of('booking'))]) : service
    return { ...earning, tollTax: ZERO, incentives: of('campaign'), refunds, invoiced }
  })
}

/** Measures that `vatEarningsOf` reads from a row of any platform, and by which a week is compared with its days (`vat-days.ts`). */
export const VAT_MEASURES = [
  ...(['paid', 'fare', 'fare_tax', 'earnings', 'service_fee', 'tips', 'cash_collected'] as const),
  ...(['toll_refund', 'toll_tax', 'incentives'] as const),
  ...(['payout', 'gross', 'tolls', 'expense_refunds', 'total_fees', 'commission', 'other_fees'] as const),
  ...(['booking', 'rider_refunds', 'campaign'] as const),
  ...(['app', 'cash_gross', 'cancellation', 'vat_app', 'vat_cash', 'vat_cancellation'] as const),
] as const

/**
 * Signs by which `vatEarningsOf` treats rows of a platform differently, besides their amounts: which of these measures
 * they have, and the sign of each of these sums. Rows that agree in all of this may be added up, measure by measure,
 * and read as one row: the VAT map comes to the same cent.
 */
export const DISTINGUISHED_BY = {
  isThere: [
    ...(['paid', 'fare', 'payout', 'gross'] as const),
    ...(['fare_tax', 'vat_app', 'vat_cash', 'vat_cancellation'] as const),
  ],
  signOf: [['app'], ['cash_gross'], ['cancellation'], ['commission', 'other_fees']],
} as const

/** Figures of one platform's reports for some days, in cents. */
export type PlatformVat = {
  /** Amount that passengers paid for the trips, VAT included; without tips, tolls and expenses given back, and without incentives. */
  gross: Cents
  /** VAT inside it: itemised by the platform, or `rate` of the fares where it is not. */
  vat: TripVatFound
  tolls: Cents
  /** Tax of the tolls given back, as the report itemises it. */
  tollTax: Cents
  incentives: Cents
  refunds: Cents
  invoiced: Cents
  /** Amount that the platform keeps without an invoice: booking fees and what the report does not explain. */
  kept: Cents
  tips: Cents
  expenseRefunds: Cents
  /** Cash kept by drivers: it is still the operator's turnover. */
  cash: Cents
  /** Amount that the platform pays out: gross + incentives + tips + tolls + expenses − refunds − invoiced − kept − cash, to the cent. */
  payment: Cents
  fields: ReturnFields
  outside: OutsideReturn
}

/** Amounts for each field of the periodic return, in cents. Field 24 deducts what field 17 owes. */
export type ReturnFields = Readonly<Record<ReturnField, Cents>>
export const RETURN_FIELDS = [1, 2, 3, 4, 7, 16, 17] as const
export type ReturnField = (typeof RETURN_FIELDS)[number]

/** Amounts that are in no field: what came in besides the fares, with the tax of the tolls in it, and what was kept without an invoice. */
export type OutsideReturn = Readonly<
  Record<'tolls' | 'tollTax' | 'incentives' | 'refunds' | 'tips' | 'expenses' | 'kept', Cents>
>

/** Fields in which the accountant puts what the law leaves open; a field, or 0 for none. Dated (`domain/financial-settings.ts`). */
export type ReturnRules = Pick<
  FinancialSettings,
  'transportVat' | 'normalVat' | 'tollField' | 'incentiveField' | 'passengerRefundField' | 'feeAsInvoiced'
>

/**
 * Sums the rows of one platform. VAT that no file itemises is worked out from the sum of the fares and rounded once, so
 * it may differ by some cents from the sum of the VAT rounded for each driver.
 */
export function platformVat(earnings: readonly VatEarning[], rules: ReturnRules): PlatformVat {
  const of = (pick: (earning: VatEarning) => Cents) => sum(earnings.map(pick))
  const [rate, normal] = [basisPoints(rules.transportVat), basisPoints(rules.normalVat)]
  const incentives = of((earning) => earning.incentives)
  const fee = of(({ platformFee }) => platformFee)
  const [refunds, invoiced] = [of((earning) => earning.refunds), of((earning) => earning.invoiced)]
  const figures = {
    gross: sum([grossOf(earnings), minus(incentives)]),
    vat: tripVatOf(earnings, rate),
    tolls: of(({ tollRefunds }) => tollRefunds),
    tollTax: of(({ tollTax }) => tollTax),
    incentives,
    refunds,
    invoiced,
    kept: sum([fee, minus(refunds), minus(invoiced)]),
    tips: of(({ tips }) => tips),
    expenseRefunds: of(({ expenseRefunds }) => expenseRefunds),
    cash: of(({ cashKept }) => cashKept),
    payment: of(({ payment }) => payment),
  }
  return { ...figures, ...returnOf(figures, rules, { rate, normal, fee }) }
}

type Figures = Omit<PlatformVat, 'fields' | 'outside'>

function returnOf(
  { gross, vat, tolls, tollTax, incentives, refunds, invoiced, kept, tips, expenseRefunds }: Figures,
  { tollField, incentiveField, passengerRefundField, feeAsInvoiced }: ReturnRules,
  { rate, normal, fee }: { rate: BasisPoints; normal: BasisPoints; fee: Cents },
): Pick<PlatformVat, 'fields' | 'outside'> {
  // 6 ÷ 106 at 6 %.
  const inside = (amount: Cents, at: BasisPoints) => fraction(amount, at, 10_000 + at)
  const service = feeAsInvoiced === 1 ? invoiced : fee
  const incentiveTax = inside(incentives, incentiveField === 3 ? normal : rate)
  const refundTax = inside(refunds, rate)
  const amountIf = (holds: boolean, amount: Cents) => (holds ? amount : ZERO)
  const [hasTolls, lessens] = [tollField === 1, passengerRefundField === 1]
  return {
    fields: {
      1: sum([
        ...[gross, minus(vat.total), amountIf(hasTolls, sum([tolls, minus(tollTax)]))],
        ...[amountIf(incentiveField === 1, sum([incentives, minus(incentiveTax)]))],
        amountIf(lessens, sum([refundTax, minus(refunds)])),
      ]),
      2: sum([
        ...[vat.total, amountIf(hasTolls, tollTax), amountIf(incentiveField === 1, incentiveTax)],
        amountIf(lessens, minus(refundTax)),
      ]),
      3: amountIf(incentiveField === 3, sum([incentives, minus(incentiveTax)])),
      4: amountIf(incentiveField === 3, incentiveTax),
      7: amountIf(incentiveField === 7, incentives),
      16: service,
      17: share(service, normal),
    },
    outside: {
      tolls: amountIf(!hasTolls, tolls),
      tollTax: amountIf(!hasTolls, tollTax),
      incentives: amountIf(incentiveField === 0, incentives),
      refunds: amountIf(!lessens && feeAsInvoiced === 1, refunds),
      tips,
      expenses: expenseRefunds,
      kept: amountIf(feeAsInvoiced === 1, kept),
    },
  }
}

/**
 * Works out how the operator would invoice a platform's incentives, by the accountant's field: taxed as trips or at the
 * normal rate, VAT inside, or without VAT of this country (field 7). `null` while they are in no field. Cents; the rate
 * in hundredths of a percent.
 */
export function incentivesInvoiced(
  { incentives }: Pick<PlatformVat, 'incentives'>,
  { incentiveField, transportVat, normalVat }: ReturnRules,
): { total: Cents; base: Cents; vat: Cents; rate: BasisPoints } | null {
  if (incentiveField === 0) return null
  const rate = basisPoints(incentiveField === 1 ? transportVat : incentiveField === 3 ? normalVat : 0)
  const vat = fraction(incentives, rate, 10_000 + rate)
  return { total: incentives, base: sum([incentives, minus(vat)]), vat, rate }
}

/** Adds up several parts of one platform, or of all. */
export function addUpVat(parts: readonly PlatformVat[]): PlatformVat {
  const of = (pick: (vat: PlatformVat) => Cents) => sum([ZERO, ...parts.map(pick)])
  const each = <Name extends PropertyKey>(
    names: readonly Name[],
    pick: (vat: PlatformVat) => Readonly<Record<Name, Cents>>,
  ) => Object.fromEntries(names.map((name) => [name, of((vat) => pick(vat)[name])])) as Record<Name, Cents>
  return {
    ...each(FIGURES, (figure) => figure),
    vat: each(['itemised', 'fares', 'estimated', 'total'], (part) => part.vat),
    fields: each(RETURN_FIELDS, (returnField) => returnField.fields),
    outside: each(['tolls', 'tollTax', 'incentives', 'refunds', 'tips', 'expenses', 'kept'], (vat) => vat.outside),
  }
}

const FIGURES = [
  ...(['gross', 'tolls', 'tollTax', 'incentives', 'refunds', 'invoiced', 'kept'] as const),
  ...(['tips', 'expenseRefunds', 'cash', 'payment'] as const),
] as const
