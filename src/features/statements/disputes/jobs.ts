import { NOTHING, job } from '#db/job.ts'

/** Reminds the office of contested lines that wait for longer than they should. */
export const remindDisputes = job('disputes.remind', NOTHING)
