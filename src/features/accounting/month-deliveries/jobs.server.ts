import { type JobHandler, handler, oneAtATime } from '#db/queue.server.ts'
import { checkDeliveredMonths } from './commands.server.ts'
import { checkDeliveries } from './jobs.ts'

export const monthDeliveryJobs: Record<string, JobHandler> = handler(checkDeliveries, () =>
  oneAtATime(checkDeliveries.name, () => checkDeliveredMonths(Temporal.Now.instant())),
)
