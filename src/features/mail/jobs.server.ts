import { z } from 'zod'
import { type Job, type JobHandler, handler } from '#db/queue.server.ts'
import { deliver } from './commands.server.ts'

const payload = z.object({ id: z.number().int() })

/** Ordered by the database itself for each message that waits (`007-mail.sql`), so that none can be forgotten. */
const deliverMail: Job<z.output<typeof payload>> = { name: 'mail.deliver', parse: (raw) => payload.parse(raw) }

export const mailJobs: Record<string, JobHandler> = handler(deliverMail, ({ id }) =>
  deliver(id, Temporal.Now.instant()),
)
