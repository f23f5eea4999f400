import { DECIDING, type Question } from '#features/weeks/questions/schema.ts'
import type { WeekDriverRow, WeekPage } from '#features/weeks/schema.ts'

/** Questions that wait for a decision; the others only inform. */
export function deciding(questions: readonly Question[]): Question[] {
  return questions.filter(({ kind }) => DECIDING.has(kind))
}

export function informing(questions: readonly Question[]): Question[] {
  return questions.filter(({ kind }) => !DECIDING.has(kind))
}

/** Whom a question is about, where it is about one driver. */
export function driverOf(question: Question): string | null {
  return 'driver' in question ? (question.driver?.id ?? null) : null
}

/** The drivers one has no reason to look at: no question, nothing out of the ordinary, nothing owed. */
export function calmDrivers({ drivers, questions }: Pick<WeekPage, 'drivers' | 'questions'>): WeekDriverRow[] {
  const concerned = new Set(questions.map(driverOf))
  return drivers.filter(({ id, net }) => !concerned.has(id) && net !== null && net >= 0)
}
