import { type Week, sunday } from '#domain/week.ts'
import { dayAt } from '#features/papers/queries.server.ts'
import { listBarredDrivers } from '#features/papers/readiness/queries.server.ts'
import type { BarredDriver } from '#features/papers/readiness/schema.ts'

/** Drivers of a week who may not drive on its last day, or today while the week runs. */
export function driversBarredIn(
  week: Week,
  drivers: readonly { id: string }[],
  now: Temporal.Instant,
): Promise<BarredDriver[]> {
  const [last, today] = [sunday(week).toString(), dayAt(now)]
  return listBarredDrivers(
    drivers.map(({ id }) => id),
    last < today ? last : today,
  )
}
