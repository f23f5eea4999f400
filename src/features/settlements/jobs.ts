import { z } from 'zod'
import { NOTHING, job } from '#db/job.ts'

/** Tells the drivers of an approved week that their statement is there. */
export const announceStatements = job('settlements.announce-statements', z.object({ week: z.string() }))

/** Looks again at the marked weeks, and deletes the marks of those in which nothing waits for an answer. */
export const tidyWeekMarks = job('settlements.tidy-week-marks', NOTHING)
