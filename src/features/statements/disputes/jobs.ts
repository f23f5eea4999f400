import { NOTHING, job } from '#db/job.ts'

/** Reminds the office of contested lines that have waited for too long. */
export const remindDisputes = job('disputes.remind', NOTHING)
