import { type FinancialSettings, applySettings } from './financial-settings.ts'
import { type BasisPoints, type Cents, ZERO, basisPoints, cents, fraction, minus, share, sum } from './money.ts'
import type { Cost, DriverWeek, Earning, Settlement } from './settlement-types.ts'
import { settle } from './settlement.ts'
import { PLAIN_TERMS, type Terms } from './terms.ts'
import { readWeek } from './week.ts'

/** A week as a visitor describes it; all sizes ≥ 0, in cents. Fares are what passengers paid, VAT included. */
export type SimulatedWeek = {
  uber: Cents
  bolt: Cents
  /** Share of the fares that the platforms keep, VAT included; the highest that the law allows is `feeCeilingOn`. */
  platformFee: BasisPoints
  tips: Cents
  /** Cash the driver already has in hand. */
  cash: Cents
  /** Tolls the platforms gave back. */
  refunds: Cents
  fuel: Cents
  tolls: Cents
}

export const SIMULATED_REGIMES = ['slot', 'rental', 'percentage'] as const
export type SimulatedRegime = (typeof SIMULATED_REGIMES)[number]

/**
 * Answers the terms offered to a new driver under a regime, as the operator's settings of the week have them; they
 * follow later settings too.
 */
export function offeredTerms(regime: SimulatedRegime, settings: FinancialSettings): Terms {
  const split = {
    driverShare: basisPoints(settings.splitShare),
    energyCap: cents(settings.energyCap),
    chargingCap: cents(settings.chargingCap),
  }
  return {
    ...PLAIN_TERMS,
    regime,
    tripVat: settings.tripVat,
    rent: regime === 'rental' ? cents(settings.rent) : ZERO,
    split: regime === 'percentage' ? split : null,
    follows: ['fee', 'rent', 'trip-vat'],
  }
}

/** Answers the terms of a regime with the settings of the week put in, for a car that is held all week. */
export function usualTerms(regime: SimulatedRegime, settings: FinancialSettings): Terms {
  return applySettings(offeredTerms(regime, settings), settings, null)
}

/** Works out what the week would come to, line by line, with `settle` itself, as for every real statement. */
export function simulate(week: SimulatedWeek, regime: SimulatedRegime, settings: FinancialSettings): Settlement {
  return settle(simulatedDriverWeek(week, regime, settings))
}

/** A visitor's figures of a week that is in no statement. */
export type VisitorFigures = {
  /** Time online, in hundredths of an hour; 0 where the visitor gave none. */
  hours: number
  /** Weekly cost of the own car: insurance, upkeep, instalments. Drivers of a fleet car have none. */
  ownCar: Cents
}

/** Works out what is left of a statement after the costs of the own car, and how much that is an hour. */
export function leftAfterCarCosts(net: Cents, regime: SimulatedRegime, { hours, ownCar }: VisitorFigures) {
  const left = regime === 'slot' ? sum([net, minus(ownCar)]) : net
  return { left, anHour: hours > 0 ? fraction(left, 100, hours) : null }
}

/**
 * Makes the week for a settlement: no earlier balance, no adjustments, the car held all seven days. Tips, cash and
 * refunds go to the first platform that has fares: which platform pays them changes only its own line.
 */
export function simulatedDriverWeek(
  week: SimulatedWeek,
  regime: SimulatedRegime,
  settings: FinancialSettings,
): DriverWeek {
  const platforms = (['uber', 'bolt'] as const).filter((platform) => week[platform] > 0)
  const costs: Cost[] = [
    { kind: 'fuel', row: 'fuel', amount: week.fuel },
    // A typed sum does not show which tolls were passed without a passenger.
    { kind: 'toll', row: 'tolls', amount: week.tolls, offTrip: false, tripUnknown: true },
  ]
  return {
    week: ANY_WEEK,
    terms: usualTerms(regime, settings),
    termsFrom: ANY_WEEK,
    earnings: platforms.map((platform, index) => earningOf(platform, week, index === 0)),
    costs: costs.filter(({ amount }) => amount > 0),
    daysHeld: 7,
    vehicleRent: ZERO,
    carriedBalance: ZERO,
    adjustments: [],
  }
}

/** Any week will do: it changes no cent. */
const ANY_WEEK = readWeek('2026-W47')

function earningOf(platform: 'uber' | 'bolt', week: SimulatedWeek, isFirst: boolean): Earning {
  const fare = week[platform]
  const platformFee = share(fare, week.platformFee)
  const [tips, cashKept, tollRefunds] = isFirst ? [week.tips, week.cash, week.refunds] : [ZERO, ZERO, ZERO]
  return {
    platform,
    row: platform,
    payment: sum([fare, minus(platformFee), tips, tollRefunds, minus(cashKept)]),
    cashKept,
    tips,
    tollRefunds,
    expenseRefunds: ZERO,
    platformFee,
    tripVat: null,
    fare,
  }
}
