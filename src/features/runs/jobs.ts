import { NOTHING, job } from '#db/job.ts'

/** Deletes files of long work whose days are over. */
export const forgetRunFiles = job('runs.forget-files', NOTHING)
