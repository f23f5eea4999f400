import { type JobHandler, handler } from '#db/queue.server.ts'
import { carryOutDue, applyCashRule } from './commands.server.ts'
import { carryOutActs, weighDebts } from './jobs.ts'

export const actJobs: Record<string, JobHandler> = {
  ...handler(carryOutActs, () => carryOutDue(Temporal.Now.instant())),
  ...handler(weighDebts, () => applyCashRule(Temporal.Now.instant())),
}
