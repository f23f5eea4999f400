import { type JobHandler, handler, oneAtATime } from '#db/queue.server.ts'
import { saveAverageWarnings } from './averages.server.ts'
import { weighAverages } from './jobs.ts'

export const workingTimeJobs: Record<string, JobHandler> = handler(weighAverages, ({ drivers }) =>
  oneAtATime(weighAverages.name, () => saveAverageWarnings(Temporal.Now.instant(), drivers)),
)
