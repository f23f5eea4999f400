import { z } from 'zod'
import { job } from '#db/job.ts'

/** Forgets bytes, unless a record refers to them: ordered by whoever removes a record that did. */
export const forgetFile = job('files.forget', z.object({ sha256: z.string() }))
