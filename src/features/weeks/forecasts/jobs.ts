import { NOTHING, job } from '#db/job.ts'

/** Tells the office from Thursday on who may end the open week below zero: ordered each day, mails once a week. */
export const warnOfNegatives = job('forecasts.warn', NOTHING)
