import { NOTHING, RUN_PAYLOAD, job } from '#db/job.ts'

/** Imports a drop whose files are too long for a request. */
export const importLongDrop = job('drops.import-long-drop', RUN_PAYLOAD)

/** Reads refused files of other drops again, after a list was set up. */
export const readRefusedAgain = job('drops.read-refused-again', NOTHING)

/** Forgets drops that were never imported. */
export const forgetDrops = job('drops.forget', NOTHING)
