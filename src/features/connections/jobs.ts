import { z } from 'zod'
import { NOTHING, job } from '#db/job.ts'
import { PROVIDERS } from '#integrations/connections/providers.ts'

/** Asks one platform now: somebody wants it, or set it a moment ago. */
export const collectNow = job(
  'connections.collect',
  z.object({ provider: z.enum(PROVIDERS), by: z.string().nullable(), at: z.string() }),
  'outside',
)

/** Asks the platforms whose time has come; ordered each quarter of an hour. */
export const collectDueConnections = job('connections.collect-due', NOTHING, 'outside')
