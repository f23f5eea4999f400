import { type Cents, ZERO, fraction, minus, sum } from './money.ts'

/** What somebody brought in, and for how long each car was theirs in that week. */
export type Brought = { amount: Cents; held: readonly { car: string; seconds: number }[] }

/** What each car brought: an amount goes to the cars that were held, by time, and the last one takes the odd cent. */
export function incomeByCar(brought: Iterable<Brought>): Map<string, Cents> {
  const income = new Map<string, Cents>()
  for (const { amount, held } of brought) {
    const whole = held.reduce((total, { seconds }) => total + seconds, 0)
    let left = amount
    held.forEach(({ car, seconds }, index) => {
      const part = index === held.length - 1 ? left : fraction(amount, seconds, whole)
      left = sum([left, minus(part)])
      income.set(car, sum([income.get(car) ?? ZERO, part]))
    })
  }
  return income
}
