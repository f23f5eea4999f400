import { type JobHandler, handler } from '#db/queue.server.ts'
import { collectDueConnections, collectNow } from '#features/connections/jobs.ts'
import { collectAllDue, collectFromUnlessBusy } from './commands.server.ts'

/** A failed run saves its fault and its next time, so the queue need not retry it. */
export const connectionJobs: Record<string, JobHandler> = {
  ...handler(collectNow, async ({ provider, by, at }) => {
    const unless = { ranSince: Temporal.Instant.from(at) }
    await collectFromUnlessBusy(provider, { now: Temporal.Now.instant(), by, unless })
  }),
  ...handler(collectDueConnections, () => collectAllDue(Temporal.Now.instant())),
}
