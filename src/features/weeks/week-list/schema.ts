import type { Week } from '#domain/week.ts'
import type { WeekStatusView } from '#features/weeks/status/schema.ts'

/** A week in the list of weeks. */
export type WeekRow = {
  week: Week
  name: string
  status: WeekStatusView
}

/** The weeks of one year, newest first. */
export type WeekList = {
  /** Years with weeks, newest first. */
  years: readonly number[]
  year: number
  weeks: readonly WeekRow[]
  /** How many seconds the long-paid weeks may be behind, when they are read from a standby. */
  behind: number
  /** The oldest unfinished week of any year. */
  next: WeekRow | null
}
