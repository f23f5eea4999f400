import { NOTHING, job } from '#db/job.ts'

/** Warns drivers of documents that end soon, or have ended. */
export const warnOfEnds = job('papers.warn-of-ends', NOTHING)
