import { NOTHING, job } from '#db/job.ts'

/** Asks for the time stamps that sealed contracts lack: ordered with the seal, and every quarter of an hour. */
export const stampSeals = job('contracts.stamp', NOTHING, 'outside')
