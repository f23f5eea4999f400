import { type JobHandler, handler, oneAtATime } from '#db/queue.server.ts'
import { carryOutErasures, eraseAccount } from './commands.server.ts'
import { forgetAccount, forgetPeople } from './jobs.ts'

export const personalDataJobs: Record<string, JobHandler> = {
  ...handler(forgetPeople, () =>
    oneAtATime(forgetPeople.name, async () => void (await carryOutErasures(Temporal.Now.instant()))),
  ),
  ...handler(forgetAccount, ({ erasure }) => eraseAccount(erasure)),
}
