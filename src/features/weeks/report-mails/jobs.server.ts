import { type JobHandler, handler, oneAtATime } from '#db/queue.server.ts'
import { sendDueReports } from './commands.server.ts'
import { sendReports } from './jobs.ts'

export const reportJobs: Record<string, JobHandler> = handler(sendReports, () =>
  oneAtATime(sendReports.name, () => sendDueReports(Temporal.Now.instant())),
)
