import { z } from 'zod'
import { NOTHING, job } from '#db/job.ts'

/** Ends stays whose last day is over, and closes the sign-ins that end. */
export const endStays = job('departures.end-stays', NOTHING)

/** Opens the sign-in of a driver who came back. `by`: who took them back; absent in orders from before that was kept. */
export const reopenSignIn = job(
  'departures.reopen-sign-in',
  z.object({
    uid: z.string(),
    by: z
      .object({
        uid: z.string().nullable(),
        role: z.enum(['admin', 'driver', 'anonymous', 'command-line', 'system']),
        address: z.string().nullable(),
        requestId: z.string().nullable(),
      })
      .optional(),
  }),
)
