import { NOTHING, job } from '#db/job.ts'

/** Asks for the stamps that sealed contracts wait for: ordered with the seal, and every quarter of an hour. */
export const stampSeals = job('contracts.stamp', NOTHING, 'outside')
