import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '#messages/language.ts'
import { PROJECT_ROOT } from '#platform/root.ts'
import { type Answer, readAnswers } from './schema.ts'

export type Reader = 'drivers' | 'office'

const known = new Map<string, readonly Answer[]>()

/**
 * The answers for drivers or for the office, in the order of their file. The files belong to the program and are read once.
 */
export function listAnswers(reader: Reader, language: Language): readonly Answer[] {
  const file = `${reader}.${language}.md`
  const before = known.get(file)
  if (before) return before
  const answers = readAnswers(file, readFileSync(join(PROJECT_ROOT, 'src', 'messages', 'answers', file), 'utf8'))
  known.set(file, answers)
  return answers
}
