import { NOTHING, job } from '#db/job.ts'

/** Makes a copy now, as somebody asked for it. */
export const makeBackupNow = job('backups.make', NOTHING)

/** Makes the hourly or nightly copy when it is due, where copies are made automatically. */
export const makeDueBackup = job('backups.make-due', NOTHING)

/** Restores the newest copy as a drill when that was not done for a month; ordered each day, where copies are made. */
export const holdDueDrill = job('backups.hold-due-drill', NOTHING)
