import { NOTHING, job } from '#db/job.ts'

/** Takes files from this machine's watched folder. */
export const watchFolder = job('deliveries.watch-folder', NOTHING)
