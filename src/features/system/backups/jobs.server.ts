import { handler, type JobHandler, oneAtATime } from '#db/queue.server.ts'
import { log } from '#platform/log.ts'
import { isDatabaseLost } from '#platform/trouble.ts'
import { keepPractised, keepUp, makeUsual } from './commands.server.ts'
import { holdDueDrill, makeBackupNow, makeDueBackup } from './jobs.ts'

export const backupJobs: Record<string, JobHandler> = {
  ...handler(makeBackupNow, () => once(() => makeUsual(Temporal.Now.instant()))),
  ...handler(makeDueBackup, () => whenDue(makeDueBackup.name, keepUp)),
  ...handler(holdDueDrill, () => whenDue(holdDueDrill.name, keepPractised)),
}

/** What was due is not any more once another process has done it. */
function whenDue(name: string, work: (now: Temporal.Instant) => Promise<unknown>): Promise<void> {
  return oneAtATime(name, () => once(() => work(Temporal.Now.instant())))
}

/**
 * What failed is noted already, and is tried again when it is next asked: the queue need not, but where the database went away
 * in the middle. Where a copy is being made, one is.
 */
async function once(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isDatabaseLost(error)) throw error
    log.warn({ err: error }, 'a copy was not made')
  }
}
