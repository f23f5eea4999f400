import { z } from 'zod'
import { NOTHING, job } from '#db/job.ts'

/** Sets drivers inactive whose last day is over, and closes the accounts of leavers whose time to sign in is over. */
export const endStays = job('departures.end-stays', NOTHING)

/**
 * Opens the account of a driver who came back. `by` is who took them back; it is missing in older orders, which did
 * not store it.
 */
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
