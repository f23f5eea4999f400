import { RUN_PAYLOAD, job } from '#db/job.ts'

/** Approves a week with too many drivers for a request to wait for. */
export const approveLongWeek = job('approvals.approve-long-week', RUN_PAYLOAD)
