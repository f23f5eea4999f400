import { NOTHING, job } from '#db/job.ts'

/** Reminds drivers of green receipts that are missing. */
export const remindReceipts = job('receipts.remind', NOTHING)
