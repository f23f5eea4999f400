import { z } from 'zod'
import { job } from '#db/job.ts'

/** Records that hold what a person gave us, and that are forgotten for good; each by what tells it from every other there ever was. */
export const FORGETTABLE = ['applications', 'application_documents'] as const

/** One record that is forgotten: no name, no number of a person. */
export const forgotten = z.object({
  at: z.iso.datetime(),
  table: z.enum(FORGETTABLE),
  /** Its id; of a paper its application and the hash of its bytes, for numbers begin again in a restored database. */
  id: z.string().regex(/^[\da-f-]{36}(\/[\da-f]{64})?$/),
})
export type Forgotten = z.output<typeof forgotten>

/** Writes beside the copies what was forgotten, so that one restored later does not bring it back; ordered by whoever forgets. */
export const noteForgotten = job('restores.note-forgotten', forgotten)
