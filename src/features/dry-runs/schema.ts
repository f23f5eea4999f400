import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'

/** One driver-week under the rules in force and under others: what it comes to, in cents. */
export type Comparison = { driverId: string; name: string; week: Week; before: Cents; after: Cents }

/** Drivers whom the change touches, with totals over all; `past` is the difference of the weeks before, summed. */
export type FleetDryRun = {
  open: Week
  drivers: {
    id: string
    name: string
    open: { before: Cents; after: Cents } | null
    past: Cents
    /** How many of the past weeks would have come out otherwise. */
    weeks: number
  }[]
  untouched: number
  totals: { before: Cents; after: Cents; past: Cents }
}

export type DriverDryRun = { open: Week; weeks: Pick<Comparison, 'week' | 'before' | 'after'>[] }
