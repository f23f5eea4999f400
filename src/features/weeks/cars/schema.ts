import type { CarFigures, ContractPace, Hint, HintFacts } from '#domain/car-business.ts'
import type { Cents } from '#domain/money.ts'
import type { FiguresPeriod } from '#domain/performance.ts'
import type { CarTitle } from '#domain/vehicle.ts'
import type { Week } from '#domain/week.ts'
import type { ContractView } from '#features/fleet/upkeep/schema.ts'

export type CarIncome = { id: string; plate: string; amount: Cents }
export type IncomeWeek = { week: Week; name: string; amount: Cents }

/** Income, costs and remainder of one car in a period, and the advice about it. */
export type CarBusiness = {
  id: string
  plate: string
  /** Make and model. */
  name: string
  driver: string | null
  title: CarTitle | null
  isGone: boolean
  figures: CarFigures
  /** `null` when the car was not here in the period before. */
  before: CarFigures | null
  /** The last weeks with statements, added up. */
  lately: CarFigures
  /** Each of the last weeks with statements, oldest first. */
  weeks: readonly { week: Week; figures: CarFigures }[]
  contract: ContractView | null
  /** `null`: not measured. */
  pace: ContractPace | null
  facts: HintFacts
  /** `null` for a car that left. */
  hint: Hint | null
}

export type FleetBusiness = {
  period: FiguresPeriod
  before: FiguresPeriod
  /** The weeks of the period that have statements: no others count. */
  counted: readonly Week[]
  countedBefore: readonly Week[]
  /** `null` while no week has statements. */
  newest: Week | null
  cars: readonly CarBusiness[]
  /** Rent and fees of the counted weeks by the books, and the part of it from drivers who had no car. Cents. */
  booked: Cents
  withoutCar: Cents
}
