import { z } from 'zod'
import { NOTHING, job } from '#db/job.ts'

/** Ends what ends by itself: who worked until a day in the future, and sign-ins whose last day is over. */
export const endStays = job('departures.end-stays', NOTHING)

/** Opens the sign-in again of somebody who came back. `by`: who took them back; of a job from before that was noted, nobody. */
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
