import { NOTHING, job } from '#db/job.ts'

/** Brings messages back that nobody would try any more: ordered each quarter of an hour. */
export const wakeMail = job('mail.wake', NOTHING)
