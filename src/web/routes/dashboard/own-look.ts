import type { Actor } from '#features/audit/commands.server.ts'
import type { Looker } from '#features/positions/schema.ts'

/** Who looks at a driver's own day: the driver, or somebody of the office who looks at the driver's area. */
export function lookerOf({ uid, role }: Actor): Looker {
  return { uid, role: role === 'admin' ? 'admin' : 'driver' }
}
