import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'

/** One driver-week under the rules in force and under others: what it comes to, in cents. */
export type Comparison = { driverId: string; name: string; week: Week; before: Cents; after: Cents }

/** Drivers whom the change touches, with totals over all; `past` is the difference of the weeks before, summed. */
export type FleetDryRun = {
  open: Week
  /** Whether the change begins in time for the open week: where not, nothing is told of it. */
  reachesOpen: boolean
  drivers: {
    id: string
    name: string
    open: { before: Cents; after: Cents } | null
    past: Cents
  }[]
  untouched: number
  totals: { before: Cents; after: Cents; past: Cents }
}

export type DriverDryRun = { open: Week; weeks: Pick<Comparison, 'week' | 'before' | 'after'>[] }

/** What a week is made of when two proposals are weighed, in the order of the screen; together they are the net. */
export const WEEK_PARTS = ['earnings', 'vat', 'fee', 'rent', 'tolls', 'energy', 'other'] as const
/** In cents, signed as the driver sees them. */
export type WeekFigures = Record<(typeof WEEK_PARTS)[number] | 'net', Cents>

export type Proposals<What> = { a: What; b: What }
/** A week under both proposals; `week` is `null` for one that was typed. */
export type ProposedWeek = Proposals<WeekFigures> & { week: Week | null }
