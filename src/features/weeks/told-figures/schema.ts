import type { ReportKind } from '#domain/import.ts'
import type { FigureName, FiguresPeriod } from '#domain/performance.ts'

/** What a value counts: whole numbers of it. */
export type FigureUnit =
  | 'cents'
  | 'cents_per_hour'
  | 'cents_per_trip'
  | 'hundredths_of_trips_per_hour'
  | 'basis_points'
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

/** What each figure of a driver counts, and which sources it may come from. */
export const DRIVER_FIGURES: Readonly<
  Record<FigureName, { called: string; unit: FigureUnit; from: readonly FigureOrigin[] }>
> = {
  perHour: { called: 'earned_per_hour', unit: 'cents_per_hour', from: UBER },
  perTrip: { called: 'earned_per_trip', unit: 'cents_per_trip', from: BOTH },
  tripsPerHour: { called: 'trips_per_hour', unit: 'hundredths_of_trips_per_hour', from: ['driver_activity'] },
  utilisation: { called: 'utilisation', unit: 'basis_points', from: ['driver_activity'] },
  trips: { called: 'trips', unit: 'trips', from: ['driver_activity', 'earnings'] },
  minutes: { called: 'online', unit: 'minutes', from: ['driver_activity'] },
  received: { called: 'received', unit: 'cents', from: ['payments_driver', 'earnings'] },
  net: { called: 'net', unit: 'cents', from: ['statements'] },
}

export type ToldFigures = {
  period: FiguresPeriod
  company: Readonly<Record<string, ToldFigure>>
  drivers: readonly { ref: string; name: string; figures: Readonly<Record<string, ToldFigure>> }[]
}
