import { type Cents, cents, fraction } from './money.ts'

/** A part of the yearly road tax and the last day on which it may be paid. */
export type Instalment = { on: Temporal.PlainDate; amount: Cents }

type Taxed = { yearly: Cents; registeredOn: Temporal.PlainDate }

/** Amounts in cents at which the number of instalments changes. */
const SMALL = 100_00
const LARGE = 500_00

/**
 * Works out when the road tax (IUC) of a year is due, and how much of it: until 2026 in the month of registration; 2027
 * in October, above 500 € in July and October; from 2028 on up to 100 € in April, up to 500 € in April and October,
 * above in April, July and October. As authorised by Parliament in 2026; the decree is to be confirmed. The parts are
 * equal, and the first takes the remaining cents.
 */
export function roadTaxOf(year: number, { yearly, registeredOn }: Taxed): Instalment[] {
  const months = monthsOf(year, yearly, registeredOn.month)
  const part = fraction(yearly, 1, months.length)
  return months.map((month, place) => ({
    on: lastDayOf(year, month),
    amount: place === 0 ? cents(yearly - part * (months.length - 1)) : part,
  }))
}

/** Finds the next instalment from a day on, in this year or the next. */
export function nextRoadTax(on: Temporal.PlainDate, car: Taxed): Instalment | null {
  const due = [on.year, on.year + 1].flatMap((year) => roadTaxOf(year, car))
  return due.find((instalment) => Temporal.PlainDate.compare(instalment.on, on) >= 0) ?? null
}

/** Facts about a car's road tax: from when it is followed, and until when a document says that it is paid. */
export type FollowedTax = Taxed & { since: Temporal.PlainDate; paidUntil: Temporal.PlainDate | null }

/**
 * Finds the first unpaid instalment that is due by a day, however long ago; `null` where there is none. A document that
 * is valid until the day of an instalment is for the one before it.
 */
export function unpaidRoadTax(by: Temporal.PlainDate, car: FollowedTax): Instalment | null {
  const isBefore = (one: Temporal.PlainDate, other: Temporal.PlainDate) => Temporal.PlainDate.compare(one, other) < 0
  const years = Array.from({ length: Math.max(by.year - car.since.year + 1, 0) }, (_, at) => car.since.year + at)
  const due = years.flatMap((year) => roadTaxOf(year, car))
  const isOpen = ({ on }: Instalment) =>
    !isBefore(on, car.since) && !isBefore(by, on) && (car.paidUntil === null || !isBefore(on, car.paidUntil))
  return due.find(isOpen) ?? null
}

function monthsOf(year: number, yearly: Cents, registered: number): readonly number[] {
  if (year < 2027) return [registered]
  if (year === 2027) return yearly > LARGE ? [7, 10] : [10]
  if (yearly <= SMALL) return [4]
  return yearly <= LARGE ? [4, 10] : [4, 7, 10]
}

function lastDayOf(year: number, month: number): Temporal.PlainDate {
  const first = Temporal.PlainDate.from({ year, month, day: 1 })
  return first.add({ months: 1 }).subtract({ days: 1 })
}
