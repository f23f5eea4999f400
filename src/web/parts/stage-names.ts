import type { AuditEvent } from '#features/audit/schema.ts'
import type { Stage } from '#features/recruitment/stages/schema.ts'
import type { Language } from '#messages/language.ts'

/**
 * Events with the stages of the board named in the reader's language. The log keeps the Portuguese name, which stays where no stage has it
 * any more.
 */
export function withStageNames(
  events: readonly AuditEvent[],
  stages: readonly Stage[],
  language: Language,
): AuditEvent[] {
  const names = new Map(stages.map(({ name }) => [name.pt, name[language]]))
  const named = (noted: string | null) => noted && (names.get(noted) ?? noted)
  return events.map((event) => ({
    ...event,
    changes: event.changes.map((change) =>
      change.field === 'stage' ? { ...change, before: named(change.before), after: named(change.after) } : change,
    ),
  }))
}
