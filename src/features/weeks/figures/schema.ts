import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import type { CarIncome } from '#features/weeks/cars/schema.ts'

/** The company in a week of which all money has been paid out. `null` is not measured. */
export type WeekFigures = {
  week: Week
  name: string
  paid: Cents
  /** Fees and rent by the ledger. */
  fee: Cents
  rent: Cents
  /** Number of drivers with earnings. */
  drivers: number
  /** Number of cars that a driver with earnings had in the week; `null` while nobody has entered who has which car. */
  cars: number | null
}

export type CompanyFigures = {
  /** At most twelve, oldest first. */
  weeks: readonly WeekFigures[]
  /**
   * Number of cars active today that nobody with earnings had in the newest of these weeks; `null` without cars or
   * weeks.
   */
  idle: number | null
  /** The income of each car in these weeks, the highest first. */
  cars: readonly CarIncome[]
}
