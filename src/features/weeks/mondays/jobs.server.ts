import { type JobHandler, handler } from '#db/queue.server.ts'
import { lookAtWeek } from './commands.server.ts'
import { runMondays } from './jobs.ts'

export const mondayJobs: Record<string, JobHandler> = handler(runMondays, async ({ asked }) => {
  const now = Temporal.Now.instant()
  await lookAtWeek(asked ? { now, by: asked.by, askedAt: Temporal.Instant.from(asked.at) } : { now, by: null })
})
