import type { GoalResult } from '#domain/settlement-types.ts'
import type { Translator } from './catalogue.ts'
import { goalReason } from './goal-words.ts'
import { LANGUAGES } from './language.ts'
import { translator } from './translate.ts'

/**
 * The reason that a goal's prize was kept with, in the reader's language: it was written once, in the driver's. The
 * goal's name stays as it was written, and so does a reason that ends in other words than the product writes today, or
 * that is no goal's (`null`).
 */
export function keptGoalReason(kept: string, result: GoalResult | null, t: Translator): string {
  if (result === null) return kept
  const ending = LANGUAGES.map(({ code }) => goalReason('', result, translator(code))).find((sentence) =>
    kept.endsWith(sentence),
  )
  return ending === undefined ? kept : goalReason(kept.slice(0, -ending.length), result, t)
}
