import { type Cents, ZERO, cents, fraction, minus, sum } from './money.ts'
import type { Earning, RowId } from './settlement-types.ts'

type Measures = Readonly<Record<string, number>>

/**
 * A row of Uber's "payments_driver" as a platform's week. Signs in the file: service fee and cash collected are
 * negative. The VAT under "Saldo da viagem" belongs to the toll refund and is no trip VAT (`rulings.md` C.2).
 */
export function uberEarning(row: RowId, measures: Measures): Earning {
  const of = figuresOf(measures)
  return {
    platform: 'uber',
    row,
    payment: of('paid'),
    cashKept: minus(of('cash_collected')),
    tips: of('tips'),
    tollRefunds: sum([of('toll_refund'), of('toll_tax')]),
    expenseRefunds: ZERO,
    platformFee: minus(of('service_fee')),
    tripVat: 'fare_tax' in measures ? of('fare_tax') : null,
    fare: of('fare'),
  }
}

const BOLT_TRIP_VATS = ['vat_app', 'vat_cash', 'vat_cancellation'] as const

/**
 * A row of Bolt's weekly earnings. Cash collected is positive in the file and already out of the payout. The VAT of
 * booking fees is the platform's, not the trips' (`rulings.md` C.2).
 */
export function boltEarning(row: RowId, measures: Measures): Earning {
  const of = figuresOf(measures)
  const itemised = BOLT_TRIP_VATS.some((name) => name in measures)
  return {
    platform: 'bolt',
    row,
    payment: of('payout'),
    cashKept: of('cash_collected'),
    tips: of('tips'),
    tollRefunds: of('tolls'),
    expenseRefunds: of('expense_refunds'),
    platformFee: of('total_fees'),
    tripVat: itemised ? sum(BOLT_TRIP_VATS.map(of)) : null,
    fare: sum([of('gross'), minus(of('tips'))]),
  }
}

function figuresOf(measures: Measures): (name: string) => Cents {
  return (name) => cents(measures[name] ?? 0)
}

/** VAT contained in the trips: as itemised, else 6/106 of the fare (earnings without tips), rounded per platform (C.2). */
export function tripVatOf({ tripVat, fare }: Earning): Cents {
  return tripVat ?? fraction(fare, 6, 106)
}

/** What a fee may be taken on: never tips, toll or expense refunds, and never the VAT of the trips (C.4). */
export function commissionableOf(earning: Earning): Cents {
  return sum([netOfRefunds(earning), minus(tripVatOf(earning))])
}

/** The trips before the platform's fee, VAT included, without tips and refunds. */
export function grossOf(earning: Earning): Cents {
  return sum([netOfRefunds(earning), earning.platformFee])
}

function netOfRefunds({ payment, cashKept, tips, tollRefunds, expenseRefunds }: Earning): Cents {
  return sum([payment, cashKept, minus(tips), minus(tollRefunds), minus(expenseRefunds)])
}
