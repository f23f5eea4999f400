import { OF_RUN, job } from '#db/job.ts'

/** Approves a week of so many drivers that a request would wait too long for it. */
export const approveLongWeek = job('approvals.approve-long-week', OF_RUN)
