import { NOTHING, job } from '#db/job.ts'

/** Works out again whether months that were handed over are others by now: ordered each quarter of an hour, and at a delivery. */
export const checkDeliveries = job('months.check-deliveries', NOTHING)
