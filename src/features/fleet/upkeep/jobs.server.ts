import { type JobHandler, handler, oneAtATime } from '#db/queue.server.ts'
import { warnHolders } from './jobs.ts'
import { warnOfCars } from './warnings.server.ts'

export const upkeepJobs: Record<string, JobHandler> = handler(warnHolders, () =>
  oneAtATime(warnHolders.name, () => warnOfCars(Temporal.Now.instant())),
)
