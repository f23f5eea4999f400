import { type JobHandler, handler } from '#db/queue.server.ts'
import { enableAccount } from '#features/accounts/commands.server.ts'
import { SYSTEM } from '#features/audit/commands.server.ts'
import { closeSignIns, endStaysOver } from './commands.server.ts'
import { endStays, reopenSignIn } from './jobs.ts'

export const departureJobs: Record<string, JobHandler> = {
  ...handler(endStays, async () => {
    const now = Temporal.Now.instant()
    await endStaysOver(now)
    await closeSignIns(now)
  }),
  ...handler(reopenSignIn, ({ uid }) => enableAccount(uid, SYSTEM, Temporal.Now.instant())),
}
