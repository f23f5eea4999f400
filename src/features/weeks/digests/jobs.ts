import { NOTHING, job } from '#db/job.ts'

/**
 * Mails people of the office what waits for them: ordered each quarter of an hour, and does nothing before the hour of
 * the digest.
 */
export const sendDueDigests = job('digests.send', NOTHING)
