import { z } from 'zod'
import type { Change } from '#domain/change.ts'
import { READ_YEAR, readWeek } from '#domain/week.ts'

/** The record that an event is about, in words people know; `to` is its address. */
export type Subject = { kind: string; name: string; to: string | null }

/** One change of a record: who made it, when, what it was, and each value that changed. Plain text, for the screen. */
export type AuditEvent = {
  id: number
  at: string
  /** Name of the person who acted; `null` for the command line and the product itself. */
  by: string | null
  role: string
  action: string
  address: string | null
  /** `null` on the screen of the record itself. */
  about: Subject | null
  changes: readonly Change[]
}

/** Minimum letters of a search: shorter texts are found everywhere. */
export const LEAST_LETTERS = 3
/** Maximum letters of a filter. */
export const LONGEST_FILTER = 200

const word = z.string().trim().max(LONGEST_FILTER).catch('')
const day = z.iso.date().regex(READ_YEAR).nullable().catch(null)

/** The filters in the log's address. `q` is used from three letters on. */
const auditFilter = z.object({
  q: word,
  who: word,
  action: word,
  driver: z.uuid().nullable().catch(null),
  vehicle: z.uuid().nullable().catch(null),
  week: z.string().refine(isWeek).transform(readWeek).nullable().catch(null),
  from: day,
  to: day,
  address: word,
  /** The newest first by default. */
  order: z.literal('oldest').nullable().catch(null),
})
export type AuditFilter = z.output<typeof auditFilter>

/** Reads the filters of an address and which of them were typed but not understood, for the screen to say so. */
export function readAuditFilter(query: URLSearchParams): { filter: AuditFilter; unread: string[] } {
  const parameters = Object.fromEntries(query)
  const filter = auditFilter.parse(parameters)
  const unread = ['week', 'from', 'to'].filter((name) => parameters[name] && !Reflect.get(filter, name))
  return { filter, unread: filter.q !== '' && filter.q.length < LEAST_LETTERS ? [...unread, 'q'] : unread }
}

function isWeek(text: string): boolean {
  try {
    return readWeek(text) !== ''
  } catch {
    return false
  }
}
