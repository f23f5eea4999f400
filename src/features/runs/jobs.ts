import { z } from 'zod'
import type { Job } from '#db/queue.server.ts'

const nothing = z.object({})

/** Forgets files that long work made, once the days to fetch them are over. */
export const forgetRunFiles: Job<z.output<typeof nothing>> = {
  name: 'runs.forget-files',
  parse: (raw) => nothing.parse(raw),
}
