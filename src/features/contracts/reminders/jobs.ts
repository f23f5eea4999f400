import { NOTHING, job } from '#db/job.ts'

/** Tells drivers of contracts that wait to be signed, or that end soon. */
export const remindOfAgreements = job('contracts.remind', NOTHING)
