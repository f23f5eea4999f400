import { z } from 'zod'
import { job } from '#db/job.ts'

/** A session that ended: its person, its stored token, and when. */
const ended = z.object({ uid: z.string(), session: z.string(), sealed: z.string(), at: z.string() })
export type EndedSignIn = z.output<typeof ended>

/** Voids the sign-in of an ended session at the identity service; tried again while that does not answer. */
export const endSignIn = job('sessions.end-sign-in', ended)
