import { NOTHING, job } from '#db/job.ts'

/** Drops the days of positions that are over and makes those to come; ordered each quarter of an hour. */
export const sweepDays = job('positions.sweep', NOTHING)

/** Works out how far each car went on the days that changed, and forgets looks of long ago; ordered daily. */
export const countDays = job('positions.count-days', NOTHING)
