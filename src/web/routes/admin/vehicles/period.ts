import type { Assignment } from '#features/fleet/vehicles/queries.server.ts'

/** A car's time with a driver, as text for a page; an open end is `null`. */
export type Period = { id: string; driverId: string; driver: string; from: string | null; to: string | null }

export function periodOf({ id, driverId, driver, from, to }: Assignment): Period {
  return { id, driverId, driver, from: from?.toString() ?? null, to: to?.toString() ?? null }
}
