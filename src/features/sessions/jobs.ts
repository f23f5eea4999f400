import { z } from 'zod'
import { job } from '#db/job.ts'

/** A session that ended: whose it was, its token as the row had it, and when. */
const ended = z.object({ uid: z.string(), session: z.string(), sealed: z.string(), at: z.string() })
export type EndedSignIn = z.output<typeof ended>

/** Makes the sign-in of a session that ended void at the identity service; tried again while nobody answers there. */
export const endSignIn = job('sessions.end-sign-in', ended)
