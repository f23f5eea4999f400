import { z } from 'zod'
import type { Job } from '#db/queue.server.ts'

const nothing = z.object({})

/** Forgets counts that are too old. */
export const purgeCounts: Job<z.output<typeof nothing>> = {
  name: 'vitals.purge-counts',
  parse: (raw) => nothing.parse(raw),
}
