import { earningsOf, grossOf, tripVatOf, type TripVatFound } from './earning.ts'
import type { FinancialSettings } from './financial-settings.ts'
import type { RowKind, Source } from './import.ts'
import { type BasisPoints, type Cents, ZERO, basisPoints, cents, fraction, minus, share, sum } from './money.ts'
import type { Earning, RowId } from './settlement-types.ts'

/**
 * Who invoices the fee of a platform. Both are of the Union, so the operator owes the VAT of their fee (reverse charge,
 * art. 6.º n.º 6 al. a) CIVA), and deducts it.
 */
export const FEE_SUPPLIERS = {
  uber: { name: 'Uber B.V.', country: 'NL', vatNumber: 'NL852071588B01' },
  bolt: { name: 'Bolt Operations OÜ', country: 'EE', vatNumber: 'EE102090374' },
} as const satisfies Record<Earning['platform'], { name: string; country: string; vatNumber: string }>

/** One row of a platform as the VAT map needs it: what a statement makes of it, and what only the operator's return asks. Cents. */
export type VatEarning = Earning & {
  /** The tax inside the tolls given back, where the report itemises it. */
  tollTax: Cents
  /** What the platform itself pays for driving, VAT or not: it is no passenger's fare. */
  incentives: Cents
  /** Given back to passengers out of the fares. */
  refunds: Cents
  /** What the platform invoices for its service, without VAT. */
  invoiced: Cents
}

/**
 * A row of earnings for the VAT map; nothing for other rows. Bolt keeps more than it invoices ("Total de taxas"): its commission
 * and other fees are its service, what goes back to passengers and booking fees are none.
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
    // An older report has the total of its fees alone.
    const invoiced = service === 0 ? sum([earning.platformFee, minus(refunds), minus(of('booking'))]) : service
    return { ...earning, tollTax: ZERO, incentives: of('campaign'), refunds, invoiced }
  })
}

/** What `vatEarningsOf` reads of a row of any platform, and what a week is held against its days by (`vat-days.ts`). */
export const VAT_MEASURES = [
  ...(['paid', 'fare', 'fare_tax', 'earnings', 'service_fee', 'tips', 'cash_collected'] as const),
  ...(['toll_refund', 'toll_tax', 'incentives'] as const),
  ...(['payout', 'gross', 'tolls', 'expense_refunds', 'total_fees', 'commission', 'other_fees'] as const),
  ...(['booking', 'rider_refunds', 'campaign'] as const),
  ...(['app', 'cash_gross', 'cancellation', 'vat_app', 'vat_cash', 'vat_cancellation'] as const),
] as const

/**
 * By what `vatEarningsOf` tells the rows of a platform apart, besides their amounts: which of these they have, and the sign of each of these
 * sums. Rows that are alike in all of it may be added up, measure by measure, and read as one row: the map comes to the same cent.
 */
export const DISTINGUISHED_BY = {
  isThere: [
    ...(['paid', 'fare', 'payout', 'gross'] as const),
    ...(['fare_tax', 'vat_app', 'vat_cash', 'vat_cancellation'] as const),
  ],
  signOf: [['app'], ['cash_gross'], ['cancellation'], ['commission', 'other_fees']],
} as const

/** What the reports of one platform say of some days, in cents. */
export type PlatformVat = {
  /** What passengers paid for the trips, VAT included; without tips, tolls and expenses given back, and without incentives. */
  gross: Cents
  /** The VAT inside of them: itemised by the platform, or `rate` of the fares where it is not. */
  vat: TripVatFound
  tolls: Cents
  /** Of the tolls given back, the tax that the report itemises. */
  tollTax: Cents
  incentives: Cents
  refunds: Cents
  invoiced: Cents
  /** What the platform keeps besides and nobody invoices: booking fees and what the report does not explain. */
  kept: Cents
  tips: Cents
  expenseRefunds: Cents
  /** Kept by drivers in cash: the operator's turnover all the same. */
  cash: Cents
  /** What the platform pays out: gross + incentives + tips + tolls + expenses − refunds − invoiced − kept − cash, to the cent. */
  payment: Cents
  fields: ReturnFields
  outside: OutsideReturn
}

/** What goes into each field of the periodic return, in cents. Field 24 deducts what field 17 owes. */
export type ReturnFields = Readonly<Record<ReturnField, Cents>>
export const RETURN_FIELDS = [1, 2, 3, 4, 7, 16, 17] as const
export type ReturnField = (typeof RETURN_FIELDS)[number]

/** What is in no field: what came in besides the fares, with the tax of the tolls in it, and what was kept without an invoice. */
export type OutsideReturn = Readonly<
  Record<'tolls' | 'tollTax' | 'incentives' | 'refunds' | 'tips' | 'expenses' | 'kept', Cents>
>

/** Where the accountant puts what the law leaves to be judged; a field, or 0 for none. Dated (`domain/financial-settings.ts`). */
export type ReturnRules = Pick<
  FinancialSettings,
  'transportVat' | 'normalVat' | 'tollField' | 'incentiveField' | 'passengerRefundField' | 'feeAsInvoiced'
>

/**
 * Sums the rows of one platform. VAT that no file itemises is worked out of the sum of the fares and rounded once, so it may
 * differ by some cents from the sum of what was rounded for each driver.
 */
export function platformVat(earnings: readonly VatEarning[], rules: ReturnRules): PlatformVat {
  const of = (pick: (one: VatEarning) => Cents) => sum(earnings.map(pick))
  const [rate, normal] = [basisPoints(rules.transportVat), basisPoints(rules.normalVat)]
  const incentives = of((one) => one.incentives)
  const fee = of(({ platformFee }) => platformFee)
  const [refunds, invoiced] = [of((one) => one.refunds), of((one) => one.invoiced)]
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
  const when = (holds: boolean, amount: Cents) => (holds ? amount : ZERO)
  const [hasTolls, lessens] = [tollField === 1, passengerRefundField === 1]
  return {
    fields: {
      1: sum([
        ...[gross, minus(vat.total), when(hasTolls, sum([tolls, minus(tollTax)]))],
        ...[when(incentiveField === 1, sum([incentives, minus(incentiveTax)]))],
        when(lessens, sum([refundTax, minus(refunds)])),
      ]),
      2: sum([
        ...[vat.total, when(hasTolls, tollTax), when(incentiveField === 1, incentiveTax)],
        when(lessens, minus(refundTax)),
      ]),
      3: when(incentiveField === 3, sum([incentives, minus(incentiveTax)])),
      4: when(incentiveField === 3, incentiveTax),
      7: when(incentiveField === 7, incentives),
      16: service,
      17: share(service, normal),
    },
    outside: {
      tolls: when(!hasTolls, tolls),
      tollTax: when(!hasTolls, tollTax),
      incentives: when(incentiveField === 0, incentives),
      refunds: when(!lessens && feeAsInvoiced === 1, refunds),
      tips,
      expenses: expenseRefunds,
      kept: when(feeAsInvoiced === 1, kept),
    },
  }
}

/**
 * What a platform's incentives are as an invoice of the operator, where the accountant put them: taxed as trips or at the normal
 * rate, VAT inside, or without VAT of this country (field 7). `null` while they are in no field. Cents; the rate in hundredths of a percent.
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

/** Several parts of one platform, or of all, as one. */
export function addUpVat(parts: readonly PlatformVat[]): PlatformVat {
  const of = (pick: (one: PlatformVat) => Cents) => sum([ZERO, ...parts.map(pick)])
  const each = <Name extends PropertyKey>(
    names: readonly Name[],
    pick: (one: PlatformVat) => Readonly<Record<Name, Cents>>,
  ) => Object.fromEntries(names.map((name) => [name, of((one) => pick(one)[name])])) as Record<Name, Cents>
  return {
    ...each(FIGURES, (one) => one),
    vat: each(['itemised', 'fares', 'estimated', 'total'], (one) => one.vat),
    fields: each(RETURN_FIELDS, (one) => one.fields),
    outside: each(['tolls', 'tollTax', 'incentives', 'refunds', 'tips', 'expenses', 'kept'], (one) => one.outside),
  }
}

const FIGURES = [
  ...(['gross', 'tolls', 'tollTax', 'incentives', 'refunds', 'invoiced', 'kept'] as const),
  ...(['tips', 'expenseRefunds', 'cash', 'payment'] as const),
] as const
