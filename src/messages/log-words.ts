import type { Translator } from './catalogue.ts'
import { pt } from './pt.ts'

/** Where the log has its words, by `zone.make` and `zone.noun`: beside those of the noun that they tell of, under `logged`. */
const PLACES = new Map<string, string>(
  Object.entries(pt.page).flatMap(([noun, words]) =>
    Object.entries('logged' in words ? words.logged : {}).flatMap(([group, said]) =>
      Object.keys(said).map((name) => [`${group}.${name}`, `page.${noun}.logged.${group}.${name}`] as const),
    ),
  ),
)

/** What was done, `zone.make`, as the log says it; `null` of an action without words. */
export function actionWords(t: Translator, action: string): string | null {
  return t.find(PLACES.get(action) ?? '')
}

/** What something was done to, `zone`, as the log says it; `null` of a kind without words. */
export function kindWords(t: Translator, kind: string): string | null {
  return actionWords(t, `${kind}.noun`)
}
