import { type JobHandler, handler } from '#db/queue.server.ts'
import { takeFromFolder } from './commands.server.ts'
import { watchFolder } from './jobs.ts'

export const deliveryJobs: Record<string, JobHandler> = {
  ...handler(watchFolder, async () => takeFromFolder(Temporal.Now.instant())),
}
