import { z } from 'zod'
import { job } from '#db/job.ts'
import { type JobHandler, handler } from '#db/queue.server.ts'
import { deliver, wakeWaiting } from './commands.server.ts'
import { wakeMail } from './jobs.ts'

/** Ordered by the database itself for each message that waits (`007-mail.sql`), so that none can be forgotten. */
const deliverMail = job('mail.deliver', z.object({ id: z.number().int() }))

export const mailJobs: Record<string, JobHandler> = {
  ...handler(deliverMail, ({ id }) => deliver(id, Temporal.Now.instant())),
  ...handler(wakeMail, async () => void (await wakeWaiting(Temporal.Now.instant()))),
}
