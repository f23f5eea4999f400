import { handler, type JobHandler } from '#db/queue.server.ts'
import { purgeVitals } from './commands.server.ts'
import { purgeCounts } from './jobs.ts'

export const vitalsJobs: Record<string, JobHandler> = handler(
  purgeCounts,
  async () => void (await purgeVitals(Temporal.Now.instant())),
)
