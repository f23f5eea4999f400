import { handler, type JobHandler } from '#db/queue.server.ts'
import { noteHead } from './commands.server.ts'
import { anchorLog } from './jobs.ts'

export const auditChainJobs: Record<string, JobHandler> = handler(anchorLog, () => noteHead(Temporal.Now.instant()))
