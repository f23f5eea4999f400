import { type JobHandler, handler, oneAtATime } from '#db/queue.server.ts'
import { sendDigests } from './commands.server.ts'
import { sendDueDigests } from './jobs.ts'

export const digestJobs: Record<string, JobHandler> = handler(sendDueDigests, () =>
  oneAtATime(sendDueDigests.name, () => sendDigests(Temporal.Now.instant())),
)
