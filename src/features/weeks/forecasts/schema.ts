import type { CashForecast, ForecastPart, WeekForecast } from '#domain/forecast.ts'
import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'

/** What the open week may come to for a driver, in cents. */
export type DriverForecast = Pick<WeekForecast, 'likely' | 'low' | 'high' | 'missing' | 'isBlind'> & {
  driver: { id: string; name: string }
  /** What files and charges come to so far. */
  known: Cents
  /** From how many own weeks the rest is taken. */
  weeks: number
}

export type ShownForecast = {
  week: Week
  name: string
  /** The week goes on; otherwise it is over and waits for files or approval. */
  isOn: boolean
  /** The open weeks that can be looked at, the newest first. */
  open: readonly { week: Week; name: string }[]
  /** Who may get least comes first. */
  drivers: readonly DriverForecast[]
  /** Who has a statement already: no part of this. */
  issued: number
  cash: CashForecast
  /** Of each part: the days (0–7) that files report, and when the newest of these files came. */
  reported: readonly { part: ForecastPart; days: number; cameAt: string | null }[]
}
