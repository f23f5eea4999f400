import { NOTHING, RUN_PAYLOAD, job } from '#db/job.ts'

/** Imports a drop whose files are too long for a request. */
export const importLongDrop = job('drops.import-long-drop', RUN_PAYLOAD)

/** Forgets drops that were never imported. */
export const forgetDrops = job('drops.forget', NOTHING)
