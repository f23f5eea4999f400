import type { EnergyRate } from '#domain/company-figures.ts'
import type { Cents } from '#domain/money.ts'
import type { FiguresPeriod } from '#domain/performance.ts'
import type { Week } from '#domain/week.ts'

/** The company in one period. Cents, counts, basis points and minutes; `null` is not measured. */
export type PeriodFigures = {
  income: Cents
  fees: Cents
  rent: Cents
  interest: Cents
  costs: Cents
  prizes: Cents
  left: Cents
  /** What is left of the income, in basis points. */
  margin: number | null
  active: number
  carDays: number
  emptyDays: number
  /** Empty car-days of all, in basis points. */
  empty: number | null
  tolls: { charged: Cents; refunded: Cents; taken: Cents; gap: Cents } | null
  energy: EnergyRate | null
  disputes: { opened: number; answered: number; minutes: number | null }
}

/** A car's energy for 100 km, in the period and in the one before. */
export type CarEnergy = { id: string; plate: string; now: EnergyRate; before: EnergyRate | null }

export type CompanyView = {
  period: FiguresPeriod
  before: FiguresPeriod
  counted: readonly Week[]
  countedBefore: readonly Week[]
  newest: Week | null
  now: PeriodFigures
  /** `null` where no week of it has statements. */
  past: PeriodFigures | null
  /** Persons who earned before and not now, and the reverse; `null` without a period before. */
  turnover: { came: number; gone: number; rate: number | null } | null
  cars: readonly CarEnergy[]
  /** What waits in the books to be told what it is, and is in no figure: a size, in cents. */
  unclassified: Cents
  openDisputes: number
  cash: {
    /** What approved and issued statements still owe. */
    owed: Cents
    statements: number
    /** What the bank holds by the books; `null` while no statement of it was imported. */
    bank: Cents | null
    missing: Cents | null
    payDay: string
  }
  /** When what it rests on was last written; `null` for nothing. */
  asOf: { books: string | null; files: string | null; readings: string | null }
}
