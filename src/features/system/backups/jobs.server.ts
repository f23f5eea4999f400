import { handler, type JobHandler, oneAtATime } from '#db/queue.server.ts'
import { log } from '#platform/log.ts'
import { isDatabaseLost } from '#platform/trouble.ts'
import { holdDrillWhenDue, makeBackupWhenDue, makeBackupInUsualFolder } from './commands.server.ts'
import { holdDueDrill, makeBackupNow, makeDueBackup } from './jobs.ts'

export const backupJobs: Record<string, JobHandler> = {
  ...handler(makeBackupNow, () => runOnce(() => makeBackupInUsualFolder(Temporal.Now.instant()))),
  ...handler(makeDueBackup, () => whenDue(makeDueBackup.name, makeBackupWhenDue)),
  ...handler(holdDueDrill, () => whenDue(holdDueDrill.name, holdDrillWhenDue)),
}

/** Runs work that was due; another process may have done it already, so it is checked once the turn comes. */
function whenDue(name: string, work: (now: Temporal.Instant) => Promise<unknown>): Promise<void> {
  return oneAtATime(name, () => runOnce(() => work(Temporal.Now.instant())))
}

/**
 * Runs work once: a failure is already noted, and the next order tries again, so the queue must not. Only when the database
 * was lost does the queue repeat it. If a copy is being made, nothing is left to do.
 */
async function runOnce(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isDatabaseLost(error)) throw error
    log.warn({ err: error }, 'a copy was not made')
  }
}
