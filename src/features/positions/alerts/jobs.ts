import { NOTHING, job } from '#db/job.ts'

/** Looks whether there is an event of a car to tell the office; ordered each minute. */
export const watch = job('positions.watch', NOTHING)
