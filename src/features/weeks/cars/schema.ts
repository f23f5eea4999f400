import type { CarFigures, ContractPace, Hint, HintFacts } from '#domain/car-business.ts'
import type { Cents } from '#domain/money.ts'
import type { FiguresPeriod } from '#domain/performance.ts'
import type { CarTitle } from '#domain/vehicle.ts'
import type { Week } from '#domain/week.ts'
import type { ContractView } from '#features/fleet/upkeep/schema.ts'

export type CarIncome = { id: string; plate: string; amount: Cents }
export type IncomeWeek = { week: Week; name: string; amount: Cents }

/** What one car brought, cost and left in a period, and what is advised. */
export type CarBusiness = {
  id: string
  plate: string
  /** Make and model. */
  name: string
  driver: string | null
  title: CarTitle | null
  isGone: boolean
  figures: CarFigures
  /** `null` where it was not here then. */
  before: CarFigures | null
  /** Of the last weeks with statements, together. */
  lately: CarFigures
  /** Of each of the last weeks with statements, oldest first. */
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
  /** The weeks of these that have statements: no others count. */
  counted: readonly Week[]
  countedBefore: readonly Week[]
  /** `null` while no week has statements. */
  newest: Week | null
  cars: readonly CarBusiness[]
  /** What the books have as rent and fees of the counted weeks, and how much of it whoever had no car brought. Cents. */
  booked: Cents
  withoutCar: Cents
}
