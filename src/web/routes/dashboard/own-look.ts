import type { Actor } from '#features/audit/commands.server.ts'
import type { Looker } from '#features/positions/schema.ts'

/** Who looks at a driver's own day: the driver, or whoever of the office looks at the area as the driver sees it. */
export function lookerOf({ uid, role }: Actor): Looker {
  return { uid, role: role === 'admin' ? 'admin' : 'driver' }
}
