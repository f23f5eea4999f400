import { z } from 'zod'
import type { Job } from '#db/queue.server.ts'

const nothing = z.object({})

/** Forgets applications whose time is over. */
export const forgetApplications: Job<z.output<typeof nothing>> = {
  name: 'applications.forget',
  parse: (raw) => nothing.parse(raw),
}
