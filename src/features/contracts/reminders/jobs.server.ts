import { type JobHandler, handler, oneAtATime } from '#db/queue.server.ts'
import { remindOfContracts } from './commands.server.ts'
import { remindOfAgreements } from './jobs.ts'

export const contractJobs: Record<string, JobHandler> = handler(remindOfAgreements, () =>
  oneAtATime(remindOfAgreements.name, () => remindOfContracts(Temporal.Now.instant())),
)
