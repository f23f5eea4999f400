import { type Week, sunday } from '#domain/week.ts'
import { dayAt } from '#features/papers/queries.server.ts'
import { listMayNot } from '#features/papers/readiness/queries.server.ts'
import type { MayNot } from '#features/papers/readiness/schema.ts'

/** Drivers of a week who may not drive on its last day, or today while the week runs. */
export function mayNotIn(week: Week, drivers: readonly { id: string }[], now: Temporal.Instant): Promise<MayNot[]> {
  const [last, today] = [sunday(week).toString(), dayAt(now)]
  return listMayNot(
    drivers.map(({ id }) => id),
    last < today ? last : today,
  )
}
