import { z } from 'zod'
import { NOTHING, job } from '#db/job.ts'
import { PROVIDERS } from '#integrations/connections/providers.ts'

/** Asks one platform now, because somebody pressed the button or has just set it up. */
export const collectNow = job(
  'connections.collect',
  z.object({ provider: z.enum(PROVIDERS), by: z.string().nullable(), at: z.string() }),
  'outside',
)

/** Asks the platforms that are due; ordered every quarter of an hour. */
export const collectDueConnections = job('connections.collect-due', NOTHING, 'outside')
