import { NOTHING, job } from '#db/job.ts'

/** Looks whether the office has to be told of a car; ordered each minute. */
export const watch = job('positions.watch', NOTHING)
