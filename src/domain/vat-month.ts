import { grossOf, tripVatOf, type TripVatFound } from './earning.ts'
import { type BasisPoints, type Cents, minus, share, sum } from './money.ts'
import type { Earning } from './settlement-types.ts'

/**
 * Who invoices the fee of a platform. Both are of the Union, so the operator owes the VAT of their fee (reverse charge,
 * art. 6.º n.º 6 al. a) CIVA), and deducts it.
 */
export const FEE_SUPPLIERS = {
  uber: { name: 'Uber B.V.', country: 'NL', vatNumber: 'NL852071588B01' },
  bolt: { name: 'Bolt Operations OÜ', country: 'EE', vatNumber: 'EE102090374' },
} as const satisfies Record<Earning['platform'], { name: string; country: string; vatNumber: string }>

/** What the reports of one platform say of some weeks, in cents, as the accountant needs it. */
export type PlatformVat = {
  /** The trips with their VAT; without tips, tolls and expenses given back. */
  gross: Cents
  /** The VAT inside of them: itemised by the platform, or `rate` of the fares where it is not. */
  vat: TripVatFound
  /** The trips without VAT: field 1 of the periodic return; its tax is field 2. */
  base: Cents
  /** The platform's fee, invoiced without VAT: field 16. */
  fee: Cents
  /** The VAT of the fee at `feeRate`: owed in field 17 and deducted in field 24. */
  feeVat: Cents
  tips: Cents
  tollRefunds: Cents
  expenseRefunds: Cents
  /** Kept by drivers in cash: the operator's turnover all the same. */
  cash: Cents
  /** What the platform pays out: gross + tips + tolls + expenses − fee − cash, to the cent. */
  payment: Cents
}

/**
 * Sums the rows of one platform. VAT that no file itemises is worked out of the sum of the fares and rounded once, so it may
 * differ by some cents from the sum of what was rounded for each driver.
 */
export function platformVat(earnings: readonly Earning[], rate: BasisPoints, feeRate: BasisPoints): PlatformVat {
  const of = (pick: (one: Earning) => Cents) => sum(earnings.map(pick))
  const gross = grossOf(earnings)
  const vat = tripVatOf(earnings, rate)
  const fee = of(({ platformFee }) => platformFee)
  return {
    gross,
    vat,
    base: sum([gross, minus(vat.total)]),
    fee,
    feeVat: share(fee, feeRate),
    tips: of(({ tips }) => tips),
    tollRefunds: of(({ tollRefunds }) => tollRefunds),
    expenseRefunds: of(({ expenseRefunds }) => expenseRefunds),
    cash: of(({ cashKept }) => cashKept),
    payment: of(({ payment }) => payment),
  }
}
