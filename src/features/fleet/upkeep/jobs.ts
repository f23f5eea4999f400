import { NOTHING, job } from '#db/job.ts'

/** Tells whoever has a car which work on it is due, and the owner of an own one until when it is young enough. */
export const warnHolders = job('upkeep.warn-holders', NOTHING)
