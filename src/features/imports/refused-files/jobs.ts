import { NOTHING, job } from '#db/job.ts'

/** Reads the refused files that wait in drops again, after a list was set up. */
export const readRefusedAgain = job('refused-files.read-again', NOTHING)
