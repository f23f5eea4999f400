import { type JobHandler, handler } from '#db/queue.server.ts'
import { purgeRunFiles } from './commands.server.ts'
import { forgetRunFiles } from './jobs.ts'

export const runJobs: Record<string, JobHandler> = handler(
  forgetRunFiles,
  async () => void (await purgeRunFiles(Temporal.Now.instant())),
)
