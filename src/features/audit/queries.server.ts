import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'

/** One change of a record: who, when, what, and each plain value that became another. */
export type AuditEvent = {
  id: number
  at: string
  /** E-mail of who did it; `null` for the command line and the product itself. */
  by: string | null
  role: string
  action: string
  changes: readonly { field: string; before: string | null; after: string | null }[]
}

const ENOUGH_FOR_A_SCREEN = 200

/** What happened to a record, the newest first. `subject` as the commands note it: `driver:<id>`. */
export async function listEvents(subject: string, on: Kysely<DB> = db): Promise<AuditEvent[]> {
  const rows = await on
    .selectFrom('audit_events')
    .leftJoin('users', 'users.uid', 'actor')
    .select(['audit_events.id', 'at', 'users.email as by', 'actor_role', 'action', 'before', 'after'])
    .where('subject', '=', subject)
    .orderBy('at', 'desc')
    .orderBy('audit_events.id', 'desc')
    .limit(ENOUGH_FOR_A_SCREEN)
    .execute()
  return rows.map(({ at, actor_role, before, after, ...row }) => ({
    ...row,
    at: at.toString(),
    role: actor_role ?? 'system',
    changes: changesBetween(before, after),
  }))
}

function changesBetween(before: unknown, after: unknown): AuditEvent['changes'] {
  const [had, has] = [fields(before), fields(after)]
  return [...new Set([...had.keys(), ...has.keys()])]
    .map((field) => ({ field, before: had.get(field) ?? null, after: has.get(field) ?? null }))
    .filter((change) => change.before !== change.after)
}

/** Names and values as text; what has parts of its own is only said to differ by its text. */
function fields(value: unknown): Map<string, string> {
  if (typeof value !== 'object' || value === null) return new Map()
  return new Map(
    Object.entries(value)
      .filter(([, part]) => part !== null && part !== '')
      .map(([field, part]) => [field, typeof part === 'object' ? JSON.stringify(part) : String(part)]),
  )
}
