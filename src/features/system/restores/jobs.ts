import { z } from 'zod'
import { job } from '#db/job.ts'

/** Tables whose records hold a person's data and can be deleted for good; each record is identified among all there ever were. */
export const FORGETTABLE = ['applications', 'application_documents', 'drivers', 'contact_messages', 'users'] as const

/** One deleted record, without a name or number of a person. */
export const forgotten = z.object({
  at: z.iso.datetime(),
  table: z.enum(FORGETTABLE),
  /**
   * Its id; for a document its application and the hash of its bytes, as numbers begin again in a restored database;
   * for a message or an account only a hash.
   */
  id: z.string().regex(/^(?:[\da-f-]{36}(?:\/[\da-f]{64})?|[\da-f]{64})$/),
})
export type Forgotten = z.output<typeof forgotten>

/**
 * Adds a deleted record to the list beside the copies, so that a later restore does not bring it back; ordered by whatever
 * deletes one.
 */
export const noteForgotten = job('restores.note-forgotten', forgotten)

/** SQL for the mark of a visitor's message, unique among all there ever were: a hash of its number and moment. */
export const MESSAGE_MARK = `encode(sha256(convert_to(id || ' ' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), 'UTF8')), 'hex')`
