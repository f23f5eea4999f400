import type { RowKind, Source } from './import.ts'
import { type BasisPoints, type Cents, ZERO, basisPoints, cents, fraction, minus, sum } from './money.ts'
import type { Earning, RowId } from './settlement-types.ts'

type Measures = Readonly<Record<string, number>>

/**
 * Reads one driver's row of Uber's `payments_driver`. Uber writes what it takes as negative (service fee, cash); here
 * they are positive sizes. A toll comes back with its tax, and that tax is not VAT of the trips (`rulings.md` C.2).
 * Throws `RangeError` when payment or fare is missing: the importer lets no such row through.
 */
export function uberEarning(row: RowId, measures: Measures): Earning {
  const figure = figuresIn(measures)
  return {
    platform: 'uber',
    row,
    payment: neededMeasure(measures, 'paid'),
    cashKept: minus(figure('cash_collected')),
    tips: figure('tips'),
    tollRefunds: sum([figure('toll_refund'), figure('toll_tax')]),
    expenseRefunds: ZERO,
    platformFee: minus(figure('service_fee')),
    tripVat: measures.fare_tax === undefined ? null : cents(measures.fare_tax),
    fare: neededMeasure(measures, 'fare'),
  }
}

/** Columns of Bolt's file that a trip may fill, each with the column of the VAT contained in it. */
const BOLT_TRIP_VATS = [
  ['app', 'vat_app'],
  ['cash_gross', 'vat_cash'],
  ['cancellation', 'vat_cancellation'],
] as const

/**
 * Reads one driver's row of Bolt's weekly earnings. The payment is "Pagamento previsto", never the gross; cash is
 * positive in the file and already taken off the payment. The VAT of booking fees is the platform's, not the trips'
 * (`rulings.md` C.2). The VAT counts as itemised only where every amount that the trips brought comes with its own:
 * half of it would be too little. Where it does not, the 6/106 are taken of what was earned: the gross without tips and
 * without expenses given back. Throws `RangeError` when payment or gross is missing.
 */
export function boltEarning(row: RowId, measures: Measures): Earning {
  const figure = figuresIn(measures)
  const tips = figure('tips')
  const expenseRefunds = figure('expense_refunds')
  const isItemised =
    BOLT_TRIP_VATS.some(([, vat]) => measures[vat] !== undefined) &&
    BOLT_TRIP_VATS.every(([income, vat]) => figure(income) === 0 || measures[vat] !== undefined)
  return {
    platform: 'bolt',
    row,
    payment: neededMeasure(measures, 'payout'),
    cashKept: figure('cash_collected'),
    tips,
    tollRefunds: figure('tolls'),
    expenseRefunds,
    platformFee: figure('total_fees'),
    tripVat: isItemised ? sum(BOLT_TRIP_VATS.map(([, vat]) => figure(vat))) : null,
    fare: sum([neededMeasure(measures, 'gross'), minus(tips), minus(expenseRefunds)]),
  }
}

/** Reads figures by name. Bolt leaves out a column that has no amounts in a week: its figure is 0. */
function figuresIn(measures: Measures): (name: string) => Cents {
  return (name) => cents(measures[name] ?? 0)
}

function neededMeasure(measures: Measures, name: string): Cents {
  const amount = measures[name]
  if (amount === undefined) throw new RangeError(`a row of earnings without ${name}`)
  return cents(amount)
}

/** Sums the trips before the platform's fee, VAT included; without tips, tolls and expenses given back. In cents. */
export function grossOf(earnings: readonly Earning[]): Cents {
  return sum(
    earnings.flatMap(({ payment, cashKept, tips, tollRefunds, expenseRefunds, platformFee }) => [
      payment,
      cashKept,
      minus(tips),
      minus(tollRefunds),
      minus(expenseRefunds),
      platformFee,
    ]),
  )
}

/**
 * VAT contained in the trips, in cents: what the files itemise, and what is estimated, rounded once, as 6/106 of the
 * `fares` that come without.
 */
export type TripVatFound = { itemised: Cents; fares: Cents; estimated: Cents; total: Cents }

/** The reduced rate on passenger transport (verba 2.14 of Lista I, CIVA), until the law says otherwise. */
export const TRANSPORT_VAT = basisPoints(600)

/** Works out the VAT contained in a driver's trips of a week (`rulings.md` C.2); fares include their VAT, hence 6/106 at 6 %. */
export function tripVatOf(earnings: readonly Earning[], rate: BasisPoints = TRANSPORT_VAT): TripVatFound {
  const itemised = sum(earnings.map(({ tripVat }) => tripVat ?? ZERO))
  const fares = sum(earnings.filter(({ tripVat }) => tripVat === null).map(({ fare }) => fare))
  const estimated = fraction(fares, rate, 10_000 + rate)
  return { itemised, fares, estimated, total: sum([itemised, estimated]) }
}

/**
 * Works out what the platforms pay for the driving itself, cash included: payment + cash kept − tips − tolls and
 * expenses given back − VAT. It is the same in every VAT mode, so that the fee does not move when the mode does
 * (`rulings.md` C.4). In cents.
 */
export function commissionableOf(earnings: readonly Earning[], rate: BasisPoints = TRANSPORT_VAT): Cents {
  const fees = sum(earnings.map(({ platformFee }) => platformFee))
  return sum([grossOf(earnings), minus(fees), minus(tripVatOf(earnings, rate).total)])
}

/**
 * Reads a row of a file as a platform's week; nothing for rows that are no income. Throws `RangeError` for an income
 * row of a source that pays no drivers: it must not be taken for another platform's.
 */
export function earningsOf(row: { id: RowId; source: Source; kind: RowKind; measures: Measures }): Earning[] {
  if (row.kind !== 'earning') return []
  if (row.source === 'uber') return [uberEarning(row.id, row.measures)]
  if (row.source === 'bolt') return [boltEarning(row.id, row.measures)]
  throw new RangeError(`${row.source} pays no drivers`)
}
