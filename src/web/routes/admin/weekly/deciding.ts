import type { Question } from '#features/questions/queries.server.ts'

const KINDS: ReadonlySet<Question['kind']> = new Set(['unmatched', 'no-terms', 'changed', 'iban'])

/** Questions that wait for a decision; the others only inform. */
export function deciding(questions: readonly Question[]): Question[] {
  return questions.filter(({ kind }) => KINDS.has(kind))
}

export function informing(questions: readonly Question[]): Question[] {
  return questions.filter(({ kind }) => !KINDS.has(kind))
}

/** Whom a question is about, where it is about one driver. */
export function driverOf(question: Question): string | null {
  return 'driver' in question ? question.driver.id : null
}
