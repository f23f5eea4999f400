import { type JobHandler, handler, oneAtATime } from '#db/queue.server.ts'
import { warnDrivers } from './commands.server.ts'
import { warnOfEnds } from './jobs.ts'

export const paperJobs: Record<string, JobHandler> = handler(warnOfEnds, () =>
  oneAtATime(warnOfEnds.name, () => warnDrivers(Temporal.Now.instant())),
)
