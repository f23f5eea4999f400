import { type JobHandler, handler, oneAtATime } from '#db/queue.server.ts'
import { mailNegativeForecasts } from './commands.server.ts'
import { warnOfNegatives } from './jobs.ts'

export const forecastJobs: Record<string, JobHandler> = handler(warnOfNegatives, () =>
  oneAtATime(warnOfNegatives.name, () => mailNegativeForecasts(Temporal.Now.instant())),
)
