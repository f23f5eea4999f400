import { NOTHING, job } from '#db/job.ts'

/** Checks again whether delivered months have other figures now: ordered every quarter of an hour, and after a delivery. */
export const checkDeliveries = job('months.check-deliveries', NOTHING)
