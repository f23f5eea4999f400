import { NOTHING, job } from '#db/job.ts'

/** Warns the drivers of cars of due work, and the owners of own cars of the car's last usable day. */
export const warnHolders = job('upkeep.warn-holders', NOTHING)
