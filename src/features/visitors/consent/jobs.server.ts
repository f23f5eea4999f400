import { handler, type JobHandler } from '#db/queue.server.ts'
import { purgeConsents, sendPixelEvent } from './commands.server.ts'
import { purgeAnswers, tellPixel } from './jobs.ts'

export const consentJobs: Record<string, JobHandler> = {
  ...handler(tellPixel, (news) => sendPixelEvent(news)),
  ...handler(purgeAnswers, async () => void (await purgeConsents(Temporal.Now.instant()))),
}
