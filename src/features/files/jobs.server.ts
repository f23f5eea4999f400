import { handler, type JobHandler } from '#db/queue.server.ts'
import { forgetUnused } from './commands.server.ts'
import { forgetFile } from './jobs.ts'

export const fileJobs: Record<string, JobHandler> = handler(forgetFile, ({ sha256 }) => forgetUnused(sha256))
