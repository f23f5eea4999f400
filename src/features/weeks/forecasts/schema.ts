import type { CashForecast, ForecastPart, WeekForecast } from '#domain/forecast.ts'
import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'

/** The forecast of the open week for a driver, in cents. */
export type DriverForecast = Pick<WeekForecast, 'likely' | 'low' | 'high' | 'missing' | 'isBlind'> & {
  driver: { id: string; name: string }
  /** The sum of files and charges so far. */
  known: Cents
  /** From how many of the driver's own weeks the rest is estimated. */
  weeks: number
}

export type ShownForecast = {
  week: Week
  name: string
  /** The week is the current one; otherwise it is over and waits for files or approval. */
  isCurrent: boolean
  /** The open weeks that can be looked at, the newest first. */
  open: readonly { week: Week; name: string }[]
  /** The driver who may get least comes first. */
  drivers: readonly DriverForecast[]
  /** Number of drivers who have a statement already, and so are not in this forecast. */
  issued: number
  cash: CashForecast
  /** For each part: the number of days (0–7) that files report, and when the newest of these files came. */
  reported: readonly { part: ForecastPart; days: number; cameAt: string | null }[]
}
