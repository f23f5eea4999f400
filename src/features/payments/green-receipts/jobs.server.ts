import { type JobHandler, handler, oneAtATime } from '#db/queue.server.ts'
import { remindOfReceipts } from './commands.server.ts'
import { remindReceipts } from './jobs.ts'

export const receiptJobs: Record<string, JobHandler> = handler(remindReceipts, () =>
  oneAtATime(remindReceipts.name, () => remindOfReceipts(Temporal.Now.instant())),
)
