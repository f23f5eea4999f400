import { NOTHING, job } from '#db/job.ts'

/** Forgets files that long work made, once the days to fetch them are over. */
export const forgetRunFiles = job('runs.forget-files', NOTHING)
