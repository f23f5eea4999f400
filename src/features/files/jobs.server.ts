import { handler, type JobHandler, oneAtATime } from '#db/queue.server.ts'
import { forgetUnused, readSignaturesOnce } from './commands.server.ts'
import { forgetFile, readOldSignatures } from './jobs.ts'

export const fileJobs: Record<string, JobHandler> = {
  ...handler(forgetFile, ({ sha256 }) => forgetUnused(sha256)),
  ...handler(readOldSignatures, () =>
    oneAtATime(readOldSignatures.name, async () => void (await readSignaturesOnce())),
  ),
}
