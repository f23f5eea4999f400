import { z } from 'zod'
import type { Job } from '#db/queue.server.ts'

const payload = z.object({ run: z.string() })

/** Approves a week of so many drivers that a request would wait too long for it. */
export const approveLongWeek: Job<z.output<typeof payload>> = {
  name: 'approvals.approve-long-week',
  parse: (raw) => payload.parse(raw),
}
