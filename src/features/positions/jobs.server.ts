import { type JobHandler, handler, oneAtATime } from '#db/queue.server.ts'
import { countChangedDays, forgetLooks, dropExpiredPositions } from './commands.server.ts'
import { countDays, sweepDays } from './jobs.ts'

export const positionJobs: Record<string, JobHandler> = {
  ...handler(sweepDays, async () => oneAtATime(sweepDays.name, () => dropExpiredPositions(Temporal.Now.instant()))),
  ...handler(countDays, async () => {
    const now = Temporal.Now.instant()
    await oneAtATime(countDays.name, () => countChangedDays(now))
    await forgetLooks(now)
  }),
}
