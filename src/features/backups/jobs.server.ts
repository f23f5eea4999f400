import { handler, type JobHandler } from '#db/queue.server.ts'
import { log } from '#platform/log.ts'
import { keepUp, makeUsual } from './commands.server.ts'
import { makeBackupNow, makeDueBackup } from './jobs.ts'

export const backupJobs: Record<string, JobHandler> = {
  ...handler(makeBackupNow, () => once(() => makeUsual(Temporal.Now.instant()))),
  ...handler(makeDueBackup, () => once(() => keepUp(Temporal.Now.instant()))),
}

/** What failed is noted already, and the next hour tries again: the queue need not. Where a copy is being made, one is. */
async function once(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.warn({ err: error }, 'a copy was not made')
  }
}
