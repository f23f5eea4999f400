import { NOTHING, job } from '#db/job.ts'

/** Drops the days of positions that are over and makes those to come; ordered each quarter of an hour. */
export const sweepDays = job('positions.sweep', NOTHING)

/** Counts how far each car went on changed days, and deletes old looks; ordered daily. */
export const countDays = job('positions.count-days', NOTHING)
