import { ZONE } from '#domain/week.ts'
import type { Assignment } from '#features/vehicles/queries.server.ts'

/** A car's time with a driver, as text for a page; an open end is `null`. */
export type Period = { id: string; driverId: string; driver: string; from: string | null; to: string | null }

export function periodOf({ id, driverId, driver, from, to }: Assignment): Period {
  return { id, driverId, driver, from: from?.toString() ?? null, to: to?.toString() ?? null }
}

/** A moment as the day and time fields of a form hold it, on the Lisbon clock. */
export function typedMoment(moment: Temporal.Instant | null): { day: string; time: string } {
  if (!moment) return { day: '', time: '' }
  const local = moment.toZonedDateTimeISO(ZONE)
  return { day: local.toPlainDate().toString(), time: local.toPlainTime().toString({ smallestUnit: 'minute' }) }
}
