import { RUN_PAYLOAD, job } from '#db/job.ts'

/** Packs the statements of a week with too many for a request to wait for. */
export const packStatements = job('exports.pack-statements', RUN_PAYLOAD)
