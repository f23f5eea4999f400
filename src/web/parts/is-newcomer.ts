import type { UnmatchedQuestion } from '#features/weeks/unmatched/schema.ts'

/** Whether a question is about a driver or car that the fleet does not have yet: a whole list of these is created at once. */
export function isNewcomer({ reason, suggestion }: UnmatchedQuestion): boolean {
  return reason !== 'no-driver-at-that-time' && suggestion === null
}
