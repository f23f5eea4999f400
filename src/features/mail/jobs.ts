import { NOTHING, job } from '#db/job.ts'

/** Orders messages again that lost their job: runs each quarter of an hour. */
export const wakeMail = job('mail.wake', NOTHING)
