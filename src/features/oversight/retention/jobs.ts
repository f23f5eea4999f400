import { NOTHING, job } from '#db/job.ts'

/** Deletes what has been kept long enough, period by period; ordered daily. */
export const sweepKept = job('retention.sweep', NOTHING)
