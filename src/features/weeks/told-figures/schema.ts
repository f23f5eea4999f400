import type { ReportKind } from '#domain/import.ts'
import type { FigureName, FiguresPeriod } from '#domain/performance.ts'

/** What a value counts: whole numbers of it. */
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

/** Where a value comes from: a report of a platform, the statements, the ledger, or who has which car. */
export type FigureOrigin = ReportKind | 'statements' | 'ledger' | 'assignments'

/** One figure; `value` is `null` where no source says it. `readAt`: when the oldest of its sources was read or written last. */
export type ToldFigure = {
  value: number | null
  unit: FigureUnit
  sources: readonly FigureOrigin[]
  readAt: string | null
}

const UBER = ['payments_driver', 'driver_activity'] as const
const BOTH = [...UBER, 'earnings'] as const
const OF_WORK = ['driver_quality', 'earnings', 'performance'] as const

/** What each figure of a driver counts, and which sources it may come from. */
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
  acceptance: { called: 'acceptance', unit: 'basis_points', from: OF_WORK },
  completion: { called: 'completion', unit: 'basis_points', from: OF_WORK },
  cancellation: { called: 'cancellation', unit: 'basis_points', from: ['driver_quality'] },
  rating: { called: 'rating', unit: 'hundredths_of_stars', from: OF_WORK },
  trips: { called: 'trips', unit: 'trips', from: ['driver_activity', 'driver_quality', 'earnings', 'performance'] },
  minutes: { called: 'online', unit: 'minutes', from: ['driver_activity'] },
  received: { called: 'received', unit: 'cents', from: ['payments_driver', 'earnings'] },
  net: { called: 'net', unit: 'cents', from: ['statements'] },
}

export type ToldFigures = {
  period: FiguresPeriod
  company: Readonly<Record<string, ToldFigure>>
  drivers: readonly { ref: string; name: string; figures: Readonly<Record<string, ToldFigure>> }[]
}
