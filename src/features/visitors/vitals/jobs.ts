import { NOTHING, job } from '#db/job.ts'

/** Forgets counts that are too old. */
export const purgeCounts = job('vitals.purge-counts', NOTHING)
