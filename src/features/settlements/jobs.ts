import { z } from 'zod'
import type { Job } from '#db/queue.server.ts'

const payload = z.object({ week: z.string() })
const nothing = z.object({})

/** Tells the drivers of a week, once it is approved, that their statement is there. */
export const announceStatements: Job<z.output<typeof payload>> = {
  name: 'settlements.announce-statements',
  parse: (raw) => payload.parse(raw),
}

/** Looks at the weeks whose ground has moved, and takes away the marks of those in which nothing waits for an answer. */
export const tidyWeekMarks: Job<z.output<typeof nothing>> = {
  name: 'settlements.tidy-week-marks',
  parse: (raw) => nothing.parse(raw),
}
