import { type Cents, ZERO, fraction, minus, sum } from './money.ts'

/** Income that drivers bring, as the books have it: rent, fees, and the operator's part of a split. Cents. */
export const INCOMES = ['rent', 'fee', 'share'] as const
export type CarIncomeParts = Readonly<Record<(typeof INCOMES)[number], Cents>>

export const NO_CAR_INCOME: CarIncomeParts = { rent: ZERO, fee: ZERO, share: ZERO }

/** Amounts that one driver brought in a week, and how long the driver had each car in it. */
export type DriverCarIncome = { amounts: CarIncomeParts; held: readonly { car: string; seconds: number }[] }

/** Splits what drivers brought among their cars: by the time each car was held; the last one takes the odd cent. */
export function incomeByCar(incomes: Iterable<DriverCarIncome>): Map<string, CarIncomeParts> {
  const income = new Map<string, CarIncomeParts>()
  for (const { amounts, held } of incomes) {
    const whole = held.reduce((total, { seconds }) => total + seconds, 0)
    let left = amounts
    held.forEach(({ car, seconds }, index) => {
      const leftBefore = left
      const part =
        index === held.length - 1 ? leftBefore : incomeParts((name) => fraction(amounts[name], seconds, whole))
      left = incomeParts((name) => sum([leftBefore[name], minus(part[name])]))
      income.set(car, addCarIncome([income.get(car) ?? NO_CAR_INCOME, part]))
    })
  }
  return income
}

/** Adds amounts, each by its kind. */
export function addCarIncome(parts: readonly CarIncomeParts[]): CarIncomeParts {
  return incomeParts((name) => sum(parts.map((income) => income[name])))
}

/** Adds amounts into one. */
export function totalCarIncome(amounts: CarIncomeParts): Cents {
  return sum(INCOMES.map((name) => amounts[name]))
}

function incomeParts(of: (name: (typeof INCOMES)[number]) => Cents): CarIncomeParts {
  return { rent: of('rent'), fee: of('fee'), share: of('share') }
}
