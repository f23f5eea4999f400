import { NOTHING, job } from '#db/job.ts'

/** Makes a copy now: somebody asked for it. */
export const makeBackupNow = job('backups.make', NOTHING)

/** Makes the copy of the night when it is due, where copies are made each night; ordered at the start and each hour. */
export const makeDueBackup = job('backups.make-due', NOTHING)
