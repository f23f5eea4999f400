import { median } from './median.ts'
import { type Cents, cents, fraction, minus, sum } from './money.ts'

/** Sums of the books in a period, in cents: amounts are + where the company gained, costs are + where they cost. */
export type BookedSums = { fees: Cents; rent: Cents; interest: Cents; costs: Cents; prizes: Cents }

/** Adds up the income: rent, fees with the operator's part of splits, and interest. */
export function incomeOf({ fees, rent, interest }: BookedSums): Cents {
  return sum([fees, rent, interest])
}

/** Works out what is left of the income after costs and prizes, as the books have them. */
export function profitOf(booked: BookedSums): Cents {
  return sum([incomeOf(booked), minus(booked.costs), minus(booked.prizes)])
}

/**
 * Works out a part of a whole in basis points, rounded to whole percents; `null` of nothing. Used for the margin, the
 * turnover and empty car-days.
 */
export function partOf(part: number, whole: number): number | null {
  return whole > 0 ? fraction(cents(part), 100, whole) * 100 : null
}

/** Drivers who earned something in a period and in the one before; those in both stayed. */
type ActiveDrivers = { now: ReadonlySet<string>; before: ReadonlySet<string> }

/** Counts the drivers who earned now, those who came, and those who left, also as a part of those before (basis points). */
export function turnoverOf({ now, before }: ActiveDrivers) {
  const gone = [...before].filter((person) => !now.has(person)).length
  const came = [...now].filter((person) => !before.has(person)).length
  return { active: now.size, came, gone, rate: partOf(gone, before.size) }
}

/** Energy between two odometer readings, in cents, centilitres and watt-hours; `null` where no row has a quantity. */
export type EnergySpan = { kilometres: number; spent: Cents; centilitres: number | null; wattHours: number | null }
/** Energy for 100 km: cents, centilitres and watt-hours. */
export type EnergyRate = { cost: Cents; centilitres: number | null; wattHours: number | null }

/**
 * Works out the energy for 100 km of some spans together, rounded once; `null` means not measured: no kilometres were
 * read, or nothing was bought.
 */
export function energyOf(spans: readonly EnergySpan[]): EnergyRate | null {
  const kilometres = spans.reduce((all, span) => all + span.kilometres, 0)
  const spent = sum(spans.map((span) => span.spent))
  if (kilometres <= 0 || spent === 0) return null
  // Litres are divided by the kilometres of cars that buy litres, and of no others.
  const quantity = (of: (span: EnergySpan) => number | null) => {
    const measured = spans.flatMap((span) => (of(span) ? [{ size: of(span) ?? 0, kilometres: span.kilometres }] : []))
    const all = (pick: (span: (typeof measured)[number]) => number) =>
      measured.reduce((soFar, span) => soFar + pick(span), 0)
    return measured.length === 0
      ? null
      : fraction(
          cents(all(({ size }) => size)),
          100,
          all((span) => span.kilometres),
        )
  }
  return {
    cost: fraction(spent, 100, kilometres),
    centilitres: quantity((span) => span.centilitres),
    wattHours: quantity((span) => span.wattHours),
  }
}

/** Finds the median of the minutes from a question to its answer, whole; `null` while none was answered. */
export function minutesToAnswer(
  disputes: readonly { openedAt: Temporal.Instant; closedAt: Temporal.Instant | null }[],
): number | null {
  const minutes = disputes.flatMap(({ openedAt, closedAt }) =>
    closedAt === null ? [] : Math.floor(openedAt.until(closedAt).total('minutes')),
  )
  return minutes.length === 0 ? null : Math.round(median(minutes))
}

/**
 * Works out how much money the bank account lacks to pay what is owed, in cents; 0 where there is enough, `null` where
 * the balance is unknown.
 */
export function cashMissing(owed: Cents, bank: Cents | null): Cents | null {
  return bank === null ? null : cents(Math.max(0, owed - bank))
}
