import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import type { CarIncome } from '#features/weeks/cars/schema.ts'

/** The company in one week from which all money has left. `null` is not measured. */
export type WeekFigures = {
  week: Week
  name: string
  paid: Cents
  /** Fees and rent, as the ledger has them. */
  fee: Cents
  rent: Cents
  /** Drivers with earnings. */
  drivers: number
  /** Cars that a driver with earnings had in that week; `null` while nobody says who has which car. */
  cars: number | null
}

export type CompanyFigures = {
  /** Oldest first, at most twelve. */
  weeks: readonly WeekFigures[]
  /** Active cars of today that nobody with earnings had in the newest of these weeks; `null` without cars or weeks. */
  idle: number | null
  /** What each car brought in these weeks, the most first. */
  cars: readonly CarIncome[]
}
