import { NOTHING, job } from '#db/job.ts'

/** Deletes counts that are too old. */
export const purgeCounts = job('vitals.purge-counts', NOTHING)
