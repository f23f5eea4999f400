import { z } from 'zod'
import { NOTHING, job } from '#db/job.ts'

/** Ends what ends by itself: who worked until a day in the future, and sign-ins whose last day is over. */
export const endStays = job('departures.end-stays', NOTHING)

/** Opens the sign-in again of somebody who came back. */
export const reopenSignIn = job('departures.reopen-sign-in', z.object({ uid: z.string() }))
