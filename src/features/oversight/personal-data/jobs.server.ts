import { type JobHandler, handler, oneAtATime } from '#db/queue.server.ts'
import { carryOutErasures, eraseAccount, forgetRemovedAccounts } from './commands.server.ts'
import { forgetAccount, forgetPeople } from './jobs.ts'

export const personalDataJobs: Record<string, JobHandler> = {
  ...handler(forgetPeople, () =>
    oneAtATime(forgetPeople.name, async () => {
      const now = Temporal.Now.instant()
      await carryOutErasures(now)
      await forgetRemovedAccounts(now)
    }),
  ),
  ...handler(forgetAccount, ({ erasure }) => eraseAccount(erasure)),
}
