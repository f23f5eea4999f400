import { type JobHandler, handler, oneAtATime } from '#db/queue.server.ts'
import { deleteExpired } from './commands.server.ts'
import { sweepKept } from './jobs.ts'

export const retentionJobs: Record<string, JobHandler> = handler(sweepKept, () =>
  oneAtATime(sweepKept.name, async () => void (await deleteExpired(Temporal.Now.instant()))),
)
