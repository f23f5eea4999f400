import { type JobHandler, handler, oneAtATime } from '#db/queue.server.ts'
import { remindOfDisputes } from './commands.server.ts'
import { remindDisputes } from './jobs.ts'

export const disputeJobs: Record<string, JobHandler> = handler(remindDisputes, () =>
  oneAtATime(remindDisputes.name, () => remindOfDisputes(Temporal.Now.instant())),
)
