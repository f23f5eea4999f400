import { type JobHandler, handler, oneAtATime } from '#db/queue.server.ts'
import { stampWaiting } from './commands.server.ts'
import { stampSeals } from './jobs.ts'

export const stampJobs: Record<string, JobHandler> = handler(stampSeals, () =>
  oneAtATime(stampSeals.name, () => stampWaiting(Temporal.Now.instant())),
)
