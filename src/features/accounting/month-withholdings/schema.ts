import type { DriverName } from '#domain/driver.ts'
import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'

/** The tax that a driver's statement withholds: `rate` (basis points) of `base`, on the day that counts. */
export type MonthWithholding = {
  day: string
  week: Week
  driver: DriverName
  base: Cents
  rate: number
  tax: Cents
}
