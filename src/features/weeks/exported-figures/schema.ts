import type { CarCost } from '#domain/car-business.ts'
import type { ReportKind } from '#domain/import.ts'
import type { FigureName, FiguresPeriod } from '#domain/performance.ts'
import type { CarBusiness } from '#features/weeks/cars/schema.ts'
import type { CompanyView } from '#features/weeks/company-figures/schema.ts'

/** The unit of a value, which is always a whole number. */
export type FigureUnit =
  | 'cents'
  | 'cents_per_hour'
  | 'cents_per_trip'
  | 'cents_per_kilometre'
  | 'hundredths_of_trips_per_hour'
  | 'basis_points'
  | 'hundredths_of_stars'
  | 'trips'
  | 'minutes'
  | 'drivers'
  | 'cars'
  | 'days'
  | 'disputes'
  | 'statements'
  | 'kilometres'
  | 'cents_per_100_kilometres'
  | 'centilitres_per_100_kilometres'
  | 'watt_hours_per_100_kilometres'

/**
 * Records that are read at the moment they are asked for, and so have no age: who has which car, what a car costs,
 * disputes, balances.
 */
export const LIVE_ORIGINS = ['assignments', 'car_records', 'disputes', 'balances'] as const
type LiveOrigin = (typeof LIVE_ORIGINS)[number]

/**
 * The source of a value: a report of a platform, all files of a period, odometer readings, statements, the ledger, or
 * live records.
 */
export type FigureOrigin = ReportKind | 'files' | 'odometers' | 'statements' | 'ledger' | LiveOrigin

/**
 * One figure; `value` is `null` where no source gives it. `readAt`: when the oldest of its sources was last read or written.
 */
export type ExportedFigure = {
  value: number | null
  unit: FigureUnit
  sources: readonly FigureOrigin[]
  readAt: string | null
}

const UBER = ['payments_driver', 'driver_activity'] as const
const BOTH = [...UBER, 'earnings'] as const
const WORK_REPORTS = ['driver_quality', 'earnings', 'performance'] as const

/** The unit of each figure of a driver, and the sources that it may come from. */
export const DRIVER_FIGURES: Readonly<
  Record<FigureName, { called: string; unit: FigureUnit; from: readonly FigureOrigin[] }>
> = {
  perHour: { called: 'earned_per_hour', unit: 'cents_per_hour', from: UBER },
  perTrip: { called: 'earned_per_trip', unit: 'cents_per_trip', from: BOTH },
  perKilometre: {
    called: 'earned_per_kilometre',
    unit: 'cents_per_kilometre',
    from: ['earnings', 'performance'],
  },
  tripsPerHour: { called: 'trips_per_hour', unit: 'hundredths_of_trips_per_hour', from: ['driver_activity'] },
  utilisation: { called: 'utilisation', unit: 'basis_points', from: ['driver_activity'] },
  acceptance: { called: 'acceptance', unit: 'basis_points', from: WORK_REPORTS },
  completion: { called: 'completion', unit: 'basis_points', from: WORK_REPORTS },
  cancellation: { called: 'cancellation', unit: 'basis_points', from: ['driver_quality'] },
  rating: { called: 'rating', unit: 'hundredths_of_stars', from: WORK_REPORTS },
  trips: { called: 'trips', unit: 'trips', from: ['driver_activity', 'driver_quality', 'earnings', 'performance'] },
  minutes: { called: 'online', unit: 'minutes', from: ['driver_activity'] },
  received: { called: 'received', unit: 'cents', from: ['payments_driver', 'earnings'] },
  net: { called: 'net', unit: 'cents', from: ['statements'] },
}

/** A figure under the name by which programs know it: its unit, its sources, and how to take it from the view of the page. */
type FigureOf<View> = { unit: FigureUnit; from: readonly FigureOrigin[]; of: (view: View) => number | null }

const LEDGER = ['ledger'] as const
const WITH_CARS = ['car_records', 'assignments'] as const
const TOLLS = ['files', 'ledger'] as const
const ENERGY = ['files', 'odometers'] as const
const BALANCES = ['balances'] as const

/** Figures of the company in a period; there are none while no week of it has a statement. */
export const COMPANY_FIGURES: Readonly<Record<string, FigureOf<CompanyView>>> = {
  income: { unit: 'cents', from: LEDGER, of: ({ now }) => now.income },
  fees: { unit: 'cents', from: LEDGER, of: ({ now }) => now.fees },
  rents: { unit: 'cents', from: LEDGER, of: ({ now }) => now.rent },
  interest: { unit: 'cents', from: LEDGER, of: ({ now }) => now.interest },
  costs: { unit: 'cents', from: LEDGER, of: ({ now }) => now.costs },
  prizes: { unit: 'cents', from: LEDGER, of: ({ now }) => now.prizes },
  left: { unit: 'cents', from: LEDGER, of: ({ now }) => now.left },
  margin: { unit: 'basis_points', from: LEDGER, of: ({ now }) => now.margin },
  active_drivers: { unit: 'drivers', from: ['statements'], of: ({ now }) => now.active },
  drivers_came: { unit: 'drivers', from: ['statements'], of: ({ turnover }) => turnover?.came ?? null },
  drivers_gone: { unit: 'drivers', from: ['statements'], of: ({ turnover }) => turnover?.gone ?? null },
  turnover: { unit: 'basis_points', from: ['statements'], of: ({ turnover }) => turnover?.rate ?? null },
  car_days: { unit: 'days', from: WITH_CARS, of: ({ now }) => now.carDays },
  empty_car_days: { unit: 'days', from: WITH_CARS, of: ({ now }) => now.emptyDays },
  empty_share: { unit: 'basis_points', from: WITH_CARS, of: ({ now }) => now.empty },
  tolls_charged: { unit: 'cents', from: ['files'], of: ({ now }) => now.tolls?.charged ?? null },
  tolls_refunded: { unit: 'cents', from: ['files'], of: ({ now }) => now.tolls?.refunded ?? null },
  tolls_taken: { unit: 'cents', from: LEDGER, of: ({ now }) => now.tolls?.taken ?? null },
  toll_gap: { unit: 'cents', from: TOLLS, of: ({ now }) => now.tolls?.gap ?? null },
  energy: { unit: 'cents_per_100_kilometres', from: ENERGY, of: ({ now }) => now.energy?.cost ?? null },
  fuel: { unit: 'centilitres_per_100_kilometres', from: ENERGY, of: ({ now }) => now.energy?.centilitres ?? null },
  electricity: { unit: 'watt_hours_per_100_kilometres', from: ENERGY, of: ({ now }) => now.energy?.wattHours ?? null },
  disputes_opened: { unit: 'disputes', from: ['disputes'], of: ({ now }) => now.disputes.opened },
  disputes_answered: { unit: 'disputes', from: ['disputes'], of: ({ now }) => now.disputes.answered },
  time_to_answer: { unit: 'minutes', from: ['disputes'], of: ({ now }) => now.disputes.minutes },
}

/** Present balances of the company, whatever the period. */
export const COMPANY_NOW: Readonly<Record<string, FigureOf<CompanyView>>> = {
  owed_to_drivers: { unit: 'cents', from: BALANCES, of: ({ cash }) => cash.owed },
  statements_owed: { unit: 'statements', from: BALANCES, of: ({ cash }) => cash.statements },
  in_bank: { unit: 'cents', from: BALANCES, of: ({ cash }) => cash.bank },
  cash_missing: { unit: 'cents', from: BALANCES, of: ({ cash }) => cash.missing },
  unclassified: { unit: 'cents', from: BALANCES, of: ({ unclassified }) => unclassified },
  open_disputes: { unit: 'disputes', from: ['disputes'], of: ({ openDisputes }) => openDisputes },
}

const COSTS = ['car_records'] as const
const cost = (name: CarCost): FigureOf<CarBusiness> => ({
  unit: 'cents',
  from: COSTS,
  of: ({ figures }) => figures.costs[name],
})

/** Figures of a car in a period; a cost that nobody entered is `null`. */
export const CAR_FIGURES: Readonly<Record<string, FigureOf<CarBusiness>>> = {
  income: { unit: 'cents', from: LEDGER, of: ({ figures }) => figures.income },
  rents: { unit: 'cents', from: LEDGER, of: ({ figures }) => figures.brought.rent },
  fees: { unit: 'cents', from: LEDGER, of: ({ figures }) => figures.brought.fee },
  share: { unit: 'cents', from: LEDGER, of: ({ figures }) => figures.brought.share },
  cost: { unit: 'cents', from: COSTS, of: ({ figures }) => figures.cost },
  finance: cost('finance'),
  insurance: cost('insurance'),
  road_tax: cost('tax'),
  other: cost('other'),
  value_lost: cost('value'),
  work: cost('work'),
  damages: cost('damages'),
  left: { unit: 'cents', from: ['ledger', ...COSTS], of: ({ figures }) => figures.left },
  left_before: { unit: 'cents', from: ['ledger', ...COSTS], of: ({ before }) => before?.left ?? null },
  break_even: { unit: 'cents', from: COSTS, of: ({ figures }) => figures.breakEven },
  days: { unit: 'days', from: WITH_CARS, of: ({ figures }) => figures.days },
  workshop_days: { unit: 'days', from: COSTS, of: ({ figures }) => figures.workshopDays },
  empty_days: { unit: 'days', from: WITH_CARS, of: ({ figures }) => figures.emptyDays },
  empty_cost: { unit: 'cents', from: WITH_CARS, of: ({ figures }) => figures.emptyCost },
  kilometres_driven: { unit: 'kilometres', from: COSTS, of: ({ pace }) => pace?.driven ?? null },
  kilometres_at_end: { unit: 'kilometres', from: COSTS, of: ({ pace }) => pace?.atEnd ?? null },
  kilometres_beyond: { unit: 'kilometres', from: COSTS, of: ({ pace }) => pace?.beyond ?? null },
}

type Figures = Readonly<Record<string, ExportedFigure>>

/** A car with its figures, the costs that are missing, and the advice about it. */
export type ExportedCar = {
  plate: string
  figures: Figures
  missing: CarBusiness['figures']['missing']
  hint: CarBusiness['hint']
}

export type ExportedFigures = {
  period: FiguresPeriod
  company: Figures
  cars: readonly ExportedCar[]
  drivers: readonly { ref: string; name: string; figures: Figures }[]
}
