import type { Cents } from '#domain/money.ts'
import type { FiguresPeriod } from '#domain/performance.ts'
import type { CarIncome } from '#features/weeks/cars/schema.ts'

/** The parts of a period's money: they add up to the amount that platforms paid, to the cent. */
export const DESTINATIONS = ['drivers', 'covered', 'kept', 'state', 'waiting'] as const
export type Destination = (typeof DESTINATIONS)[number]

/** One account of the ledger in a period; `account` is its code, for drivers' accounts their kind. */
export type BookedLine = { account: string; amount: Cents }

export type MoneyOfPeriod = {
  /** The amount paid by each platform. */
  came: readonly BookedLine[]
  in: Cents
  went: Readonly<Record<Destination, { amount: Cents; lines: readonly BookedLine[] }>>
  /** The amount that has left the bank for the drivers of these weeks so far. */
  paid: Cents
}

export type ReportedDriver = { id: string; name: string; earnings: Cents; net: Cents; before: Cents | null }

/**
 * `negative`: the statements leave a debt · `drop`, `rise`: weekly earnings against the period before · `gone`: no
 * earnings, after some.
 */
export type OddKind = 'negative' | 'drop' | 'rise' | 'gone'
export type OddThing = { driver: { id: string; name: string }; kind: OddKind; amount: Cents; before: Cents | null }

/** A week or a month on one page, for whoever owns the company. */
export type OwnerReport = {
  period: FiguresPeriod
  before: FiguresPeriod
  /** Number of statements that are not void. */
  statements: number
  /** Names of weeks of the period that are over and have no statement yet, from the first week with any data on. */
  open: readonly string[]
  money: MoneyOfPeriod
  moneyBefore: MoneyOfPeriod
  /** By the net of their statements, the highest first. */
  drivers: readonly ReportedDriver[]
  cars: readonly CarIncome[]
  odd: readonly OddThing[]
  /** Whether the period before has statements to compare with. */
  isCompared: boolean
}

/** Whether nothing was counted in the period: then its sums are unknown, and not zero. */
export function hasNothing({ money, statements }: Pick<OwnerReport, 'money' | 'statements'>): boolean {
  return money.in === 0 && statements === 0
}
