import { NOTHING, job } from '#db/job.ts'

/** Reminds drivers of contracts that wait for their signature, or that end soon. */
export const remindOfAgreements = job('contracts.remind', NOTHING)
