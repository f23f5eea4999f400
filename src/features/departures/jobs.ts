import { z } from 'zod'
import type { Job } from '#db/queue.server.ts'

const nothing = z.object({})
const person = z.object({ uid: z.string() })

/** Ends what ends by itself: who worked until a day in the future, and sign-ins whose last day is over. */
export const endStays: Job<z.output<typeof nothing>> = {
  name: 'departures.end-stays',
  parse: (raw) => nothing.parse(raw),
}

/** Opens the sign-in again of somebody who came back. */
export const reopenSignIn: Job<z.output<typeof person>> = {
  name: 'departures.reopen-sign-in',
  parse: (raw) => person.parse(raw),
}
