import { handler, type JobHandler } from '#db/queue.server.ts'
import { reportBrokenInvariants } from './commands.server.ts'
import { proveBooks } from './jobs.ts'

export const invariantJobs: Record<string, JobHandler> = handler(
  proveBooks,
  async () => void (await reportBrokenInvariants(Temporal.Now.instant())),
)
