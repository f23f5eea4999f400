import { NOTHING, job } from '#db/job.ts'

/** Tells the office from Thursday on who may end the open week below nothing: ordered each day, once a week. */
export const warnOfNegatives = job('forecasts.warn', NOTHING)
