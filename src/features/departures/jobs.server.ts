import { type JobHandler, handler, oneAtATime } from '#db/queue.server.ts'
import { SYSTEM } from '#features/audit/commands.server.ts'
import { closeSignIns, deactivateDepartedDrivers, reopenClosed } from './commands.server.ts'
import { endStays, reopenSignIn } from './jobs.ts'

export const departureJobs: Record<string, JobHandler> = {
  ...handler(endStays, () =>
    oneAtATime(endStays.name, async () => {
      const now = Temporal.Now.instant()
      await deactivateDepartedDrivers(now)
      await closeSignIns(now)
    }),
  ),
  ...handler(reopenSignIn, ({ uid, by }) =>
    oneAtATime(`${reopenSignIn.name} ${uid}`, () => reopenClosed(uid, by ?? SYSTEM, Temporal.Now.instant())),
  ),
}
