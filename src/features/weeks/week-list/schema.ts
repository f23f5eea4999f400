import type { Source } from '#domain/import.ts'
import type { Cents } from '#domain/money.ts'
import type { WeekState } from '#domain/settlement-state.ts'
import type { Week } from '#domain/week.ts'

/** A week in the list of weeks. */
export type WeekRow = {
  week: Week
  name: string
  state: WeekState
  sources: Record<Source, boolean>
  missing: readonly Source[]
  drivers: number
  net: Cents
  /** Money of the week that has not left yet. */
  toPay: Cents
  /** Rows without an owner; `null` for weeks that are long closed and not worked out again. */
  questions: number | null
}

/** The weeks of one year, newest first. */
export type WeekList = {
  /** Years with weeks, newest first. */
  years: readonly number[]
  year: number
  weeks: readonly WeekRow[]
  /** The oldest that is not finished, of whatever year. */
  next: WeekRow | null
}
