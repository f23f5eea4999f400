import { type JobHandler, handler, oneAtATime } from '#db/queue.server.ts'
import { watchCars } from './commands.server.ts'
import { watch } from './jobs.ts'

export const alertJobs: Record<string, JobHandler> = handler(watch, () =>
  oneAtATime(watch.name, () => watchCars(Temporal.Now.instant())),
)
