import { z } from 'zod'
import { NOTHING, job } from '#db/job.ts'

/** Forgets bytes, unless a record refers to them: ordered by whoever removes a record that did. */
export const forgetFile = job('files.forget', z.object({ sha256: z.string() }))

/** Reads the signatures of invoices that were kept before anybody looked at them; ordered daily, and once done finds nothing. */
export const readOldSignatures = job('files.read-signatures', NOTHING)
