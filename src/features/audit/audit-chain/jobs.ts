import { NOTHING, job } from '#db/job.ts'

/** Notes the head of the log outside the database: at each start, and once a day. */
export const anchorLog = job('audit-chain.anchor', NOTHING)
