import { z } from 'zod'
import type { Job } from '#db/queue.server.ts'

const payload = z.object({ week: z.string() })

/** Tells the drivers of a week, once it is approved, that their statement is there. */
export const announceStatements: Job<z.output<typeof payload>> = {
  name: 'settlements.announce-statements',
  parse: (raw) => payload.parse(raw),
}
