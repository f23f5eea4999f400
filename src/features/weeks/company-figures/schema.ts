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
  /** The share of the income that is left, in basis points. */
  margin: number | null
  active: number
  carDays: number
  emptyDays: number
  /** The share of all car-days on which a car was empty, in basis points. */
  empty: number | null
  tolls: { charged: Cents; refunded: Cents; taken: Cents; gap: Cents } | null
  energy: EnergyRate | null
  disputes: { opened: number; answered: number; minutes: number | null }
}

/** The energy of a car for 100 km, in the period and in the one before. */
export type CarEnergy = { id: string; plate: string; now: EnergyRate; before: EnergyRate | null }

export type CompanyView = {
  period: FiguresPeriod
  before: FiguresPeriod
  counted: readonly Week[]
  countedBefore: readonly Week[]
  newest: Week | null
  now: PeriodFigures
  /** `null` where no week of the period before has statements. */
  past: PeriodFigures | null
  /** `came`: persons who earn now and did not before; `gone`: the reverse. `null` without a period before. */
  turnover: { came: number; gone: number; rate: number | null } | null
  cars: readonly CarEnergy[]
  /** The unclassified amount in the books, which no figure counts: a size, in cents. */
  unclassified: Cents
  openDisputes: number
  cash: {
    /** The amount that approved and issued statements still owe. */
    owed: Cents
    statements: number
    /** The balance of the bank by the books; `null` while no statement of it was imported. */
    bank: Cents | null
    missing: Cents | null
    payDay: string
  }
  /** When the sources of these figures were last written; `null` for never. */
  asOf: { books: string | null; files: string | null; readings: string | null }
}
