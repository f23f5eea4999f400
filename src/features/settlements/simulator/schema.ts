import { readTypedCents } from '#domain/amount.ts'
import type { FeeCeiling } from '#domain/fee-ceiling.ts'
import { type Cents, ZERO, basisPoints } from '#domain/money.ts'
import { SIMULATED_REGIMES, type VisitorFigures, type SimulatedRegime, type SimulatedWeek } from '#domain/simulation.ts'
import type { Language } from '#messages/language.ts'
import { formatAmount } from '#messages/numbers.ts'

/** The amounts of the form, in its order. */
export const AMOUNTS = ['uber', 'bolt', 'fuel', 'tolls', 'tips', 'cash', 'refunds', 'ownCar'] as const
type Amount = (typeof AMOUNTS)[number]
export type SimulatorField = Amount | 'platformFee' | 'hours'

/** Initial values of the form, for a made-up week; the platform fee begins at the legal ceiling. */
const INITIAL_VALUES: Readonly<Record<Exclude<SimulatorField, 'platformFee'>, string>> = {
  uber: '800',
  bolt: '330',
  fuel: '165',
  tolls: '20',
  tips: '',
  cash: '',
  refunds: '',
  ownCar: '',
  hours: '45',
}

/** The most characters that a field takes. */
export const LONGEST_FIGURE = 20

/** A larger amount for a week must be a typing error. */
const MAX_WEEK_CENTS = 99_999_99
/** A week has 168 hours. */
const MAX_HUNDREDTHS_OF_HOURS = 168_00

export type Simulation = {
  values: Record<SimulatorField, string>
  fieldErrors: Partial<Record<SimulatorField, string[]>>
  regime: SimulatedRegime
  /** `null` while a field can't be read. */
  week: SimulatedWeek | null
  /** The legal ceiling of a platform's fee, on the day of the simulation. */
  ceiling: FeeCeiling
  /** Hours, and the cost of an own car: no statement shows them. */
  visitorFigures: VisitorFigures
}

/**
 * Reads the simulation from an address. An empty field is zero; a field that is missing from the address has its
 * initial value.
 */
export function readSimulation(query: URLSearchParams, ceiling: FeeCeiling, language: Language): Simulation {
  const hasValues = (['regime', 'platformFee', 'hours', ...AMOUNTS] as const).some((name) => query.has(name))
  const fieldErrors: Simulation['fieldErrors'] = {}
  const initialFee = formatAmount(ceiling.ofFare, language)
  const values = { ...INITIAL_VALUES, platformFee: initialFee }
  for (const name of [...AMOUNTS, 'platformFee', 'hours'] as const) {
    const typed = query.get(name)
    if (hasValues) values[name] = typed?.slice(0, LONGEST_FIGURE) ?? (name === 'platformFee' ? initialFee : '')
  }
  const amount = (name: Amount): Cents => {
    const typed = values[name].trim()
    const cents = typed === '' ? ZERO : readTypedCents(typed)
    if (cents !== null && cents >= 0 && cents <= MAX_WEEK_CENTS) return cents
    fieldErrors[name] = ['field.money']
    return ZERO
  }
  const rate = () => {
    // "22,5" percent is 2250 basis points: the same reading as for an amount in cents.
    const hundredths = readTypedCents(values.platformFee)
    if (hundredths !== null && hundredths >= 0 && hundredths <= 10_000) return basisPoints(hundredths)
    fieldErrors.platformFee = ['field.percent']
    return basisPoints(0)
  }
  const hours = () => {
    const typed = values.hours.trim()
    const hundredths = typed === '' ? 0 : readTypedCents(typed)
    if (hundredths !== null && hundredths >= 0 && hundredths <= MAX_HUNDREDTHS_OF_HOURS) return hundredths
    fieldErrors.hours = ['field.hours-of-week']
    return 0
  }
  const visitorFigures = { hours: hours(), ownCar: amount('ownCar') }
  const week: SimulatedWeek = {
    uber: amount('uber'),
    bolt: amount('bolt'),
    platformFee: rate(),
    tips: amount('tips'),
    cash: amount('cash'),
    refunds: amount('refunds'),
    fuel: amount('fuel'),
    tolls: amount('tolls'),
  }
  const regime = SIMULATED_REGIMES.find((candidate) => candidate === query.getAll('regime').at(-1)) ?? 'rental'
  return {
    values,
    fieldErrors,
    regime,
    week: Object.keys(fieldErrors).length > 0 ? null : week,
    ceiling,
    visitorFigures,
  }
}
