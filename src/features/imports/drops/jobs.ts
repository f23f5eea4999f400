import { NOTHING, RUN_PAYLOAD, job } from '#db/job.ts'

/** Imports a drop whose files are too long for a request. */
export const importLongDrop = job('drops.import-long-drop', RUN_PAYLOAD)

/** Deletes drops that were not imported in time. */
export const forgetDrops = job('drops.forget', NOTHING)
