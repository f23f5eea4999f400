import { handler, type JobHandler } from '#db/queue.server.ts'
import { purgeApplications } from '#features/recruitment/forgotten/commands.server.ts'
import { forgetApplications } from './jobs.ts'

export const applicationJobs: Record<string, JobHandler> = handler(
  forgetApplications,
  async () => void (await purgeApplications(Temporal.Now.instant())),
)
