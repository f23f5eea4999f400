import { NOTHING, job } from '#db/job.ts'

/** Warns the drivers who have cars about due work, and the owners of own cars about the car's last usable day. */
export const warnHolders = job('upkeep.warn-holders', NOTHING)
