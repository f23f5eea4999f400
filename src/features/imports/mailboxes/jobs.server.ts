import { type JobHandler, handler } from '#db/queue.server.ts'
import { lookDue, lookUnlessBusy } from './looks.server.ts'
import { lookIntoDueMailboxes, lookIntoMailbox } from './jobs.ts'

/** A failed look saves its fault and its next time, so the queue need not retry it. */
export const mailboxJobs: Record<string, JobHandler> = {
  ...handler(lookIntoMailbox, ({ id, at }) => lookUnlessBusy(id, Temporal.Now.instant(), Temporal.Instant.from(at))),
  ...handler(lookIntoDueMailboxes, () => lookDue(Temporal.Now.instant())),
}
