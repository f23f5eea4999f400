import { type JobHandler, handler } from '#db/queue.server.ts'
import { lookDue, lookUnlessBusy } from './looks.server.ts'
import { lookIntoDueMailboxes, lookIntoMailbox } from './jobs.ts'

/** What came to no end is noted and has its next time: the queue need not try it again. */
export const mailboxJobs: Record<string, JobHandler> = {
  ...handler(lookIntoMailbox, ({ id, at }) => lookUnlessBusy(id, Temporal.Now.instant(), Temporal.Instant.from(at))),
  ...handler(lookIntoDueMailboxes, () => lookDue(Temporal.Now.instant())),
}
