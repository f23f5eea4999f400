import { z } from 'zod'
import { NOTHING, job } from '#db/job.ts'

/** Tells the drivers of a week, once it is approved, that their statement is there. */
export const announceStatements = job('settlements.announce-statements', z.object({ week: z.string() }))

/** Looks at the weeks whose ground has moved, and takes away the marks of those in which nothing waits for an answer. */
export const tidyWeekMarks = job('settlements.tidy-week-marks', NOTHING)
