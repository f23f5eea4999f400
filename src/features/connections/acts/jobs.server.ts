import { type JobHandler, handler } from '#db/queue.server.ts'
import { carryOutDue, weighDebtsNow } from './commands.server.ts'
import { carryOutActs, weighDebts } from './jobs.ts'

export const actJobs: Record<string, JobHandler> = {
  ...handler(carryOutActs, () => carryOutDue(Temporal.Now.instant())),
  ...handler(weighDebts, () => weighDebtsNow(Temporal.Now.instant())),
}
