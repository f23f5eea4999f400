import { z } from 'zod'
import { NOTHING, job } from '#db/job.ts'

/** Removes bytes unless a record refers to them: ordered when a record that referred to them is removed. */
export const forgetFile = job('files.forget', z.object({ sha256: z.string() }))

/** Reads the signatures of older invoices; ordered daily, and finds nothing once all are read. */
export const readOldSignatures = job('files.read-signatures', NOTHING)
