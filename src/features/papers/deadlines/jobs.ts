import { NOTHING, job } from '#db/job.ts'

/** Tells drivers which of their papers end soon, or have ended. */
export const warnOfEnds = job('papers.warn-of-ends', NOTHING)
