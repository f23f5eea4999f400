import { DECIDING, type Question } from '#features/weeks/questions/schema.ts'
import type { WeekDriverRow, WeekPage } from '#features/weeks/schema.ts'

/** Questions that need a decision; the others only inform. */
export function questionsToDecide(questions: readonly Question[]): Question[] {
  return questions.filter(({ kind }) => DECIDING.has(kind))
}

export function questionsThatInform(questions: readonly Question[]): Question[] {
  return questions.filter(({ kind }) => !DECIDING.has(kind))
}

/** The driver a question is about, if it is about a single one. */
export function driverOf(question: Question): string | null {
  return 'driver' in question ? (question.driver?.id ?? null) : null
}

/** The drivers who need no look: no question, nothing unusual, no debt. */
export function calmDrivers({ drivers, questions }: Pick<WeekPage, 'drivers' | 'questions'>): WeekDriverRow[] {
  const concerned = new Set(questions.map(driverOf))
  return drivers.filter(({ id, net }) => !concerned.has(id) && net !== null && net >= 0)
}
