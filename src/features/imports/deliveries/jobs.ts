import { NOTHING, job } from '#db/job.ts'

/** Takes what lies in the folder of this machine that is watched for files. */
export const watchFolder = job('deliveries.watch-folder', NOTHING)
