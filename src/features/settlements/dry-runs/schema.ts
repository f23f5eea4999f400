import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'

/** One driver-week under the rules in force and under others, as nets in cents. */
export type Comparison = { driverId: string; ref: string; name: string; week: Week; before: Cents; after: Cents }

/**
 * The drivers whom the change affects, with totals over all of them; `past` is the difference over the weeks before,
 * summed.
 */
export type FleetDryRun = {
  open: Week
  /** Whether the change begins in time for the open week; if not, that week is not compared. */
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

/** The parts of a week when two proposals are compared, in the order of the screen; they add up to the net. */
export const WEEK_PARTS = ['earnings', 'vat', 'fee', 'rent', 'tolls', 'energy', 'other'] as const
/** In cents, signed as the driver sees them. */
export type WeekFigures = Record<(typeof WEEK_PARTS)[number] | 'net', Cents>

export type Proposals<What> = { a: What; b: What }
/** A week under both proposals; `week` is `null` for one that was typed in. */
export type ProposedWeek = Proposals<WeekFigures> & { week: Week | null }
