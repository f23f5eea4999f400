import { z } from 'zod'
import { job } from '#db/job.ts'

/** Records that hold what a person gave us, and that are forgotten for good; each by what tells it from every other there ever was. */
export const FORGETTABLE = ['applications', 'application_documents', 'drivers', 'contact_messages', 'users'] as const

/** One record that is forgotten: no name, no number of a person. */
export const forgotten = z.object({
  at: z.iso.datetime(),
  table: z.enum(FORGETTABLE),
  /** Its id; of a paper its application and the hash of its bytes, for numbers begin again in a restored database; of a message or an account a hash alone. */
  id: z.string().regex(/^(?:[\da-f-]{36}(?:\/[\da-f]{64})?|[\da-f]{64})$/),
})
export type Forgotten = z.output<typeof forgotten>

/** Writes beside the copies what was forgotten, so that one restored later does not bring it back; ordered by whoever forgets. */
export const noteForgotten = job('restores.note-forgotten', forgotten)

/** What tells a message of a visitor from every other there ever was, in SQL: its number and its moment, as one hash. */
export const MESSAGE_MARK = `encode(sha256(convert_to(id || ' ' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), 'UTF8')), 'hex')`
