import { NOTHING, OF_RUN, job } from '#db/job.ts'

/** Takes in a drop whose files are too long for a request to wait for. */
export const importLongDrop = job('drops.import-long-drop', OF_RUN)

/** Forgets what was dropped and never taken in. */
export const forgetDrops = job('drops.forget', NOTHING)
