import { NOTHING, job } from '#db/job.ts'

/** Makes a copy now: somebody asked for it. */
export const makeBackupNow = job('backups.make', NOTHING)

/** Makes the copy of the hour or of the night when it is due, where copies are made without anybody asking. */
export const makeDueBackup = job('backups.make-due', NOTHING)

/** Restores the newest copy for the exercise when that was not done for a month; asked each day, where copies are made. */
export const holdDueDrill = job('backups.hold-due-drill', NOTHING)
