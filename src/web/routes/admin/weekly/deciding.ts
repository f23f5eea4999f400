import type { Question } from '#features/questions/schema.ts'
import type { WeekDriverRow, WeekPage } from '#features/weeks/schema.ts'

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

/** Earnings 40 % down or half as much again, as in the questions. */
export function isUnusual(deviation: number | null): boolean {
  return deviation !== null && (deviation <= -4_000 || deviation >= 5_000)
}

/** The drivers one has no reason to look at: no question, nothing unusual, nothing owed. */
export function calmDrivers({ drivers, questions }: Pick<WeekPage, 'drivers' | 'questions'>): WeekDriverRow[] {
  const concerned = new Set(questions.map(driverOf))
  return drivers.filter(
    ({ id, net, deviation }) => !concerned.has(id) && !isUnusual(deviation) && net !== null && net >= 0,
  )
}
