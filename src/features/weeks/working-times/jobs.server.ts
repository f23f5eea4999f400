import { type JobHandler, handler, oneAtATime } from '#db/queue.server.ts'
import { keepAverages } from './averages.server.ts'
import { weighAverages } from './jobs.ts'

export const workingTimeJobs: Record<string, JobHandler> = handler(weighAverages, ({ drivers }) =>
  oneAtATime(weighAverages.name, () => keepAverages(Temporal.Now.instant(), drivers)),
)
