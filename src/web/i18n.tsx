import { useLocation } from 'react-router'
import { createTranslator, type Translator, type Words } from '#messages/catalogue.ts'
import { refusalSentence } from '#messages/refusal-words.ts'
import { inLanguage, type Language, languageOf } from '#messages/language.ts'

const known = new Map<Language, Words>()
const spoken = new Map<Language, Translator>()

/** Makes words speakable, besides those brought before: the server brings all, a browser what its page and scripts need, in the language of the page. */
export function bringWords(language: Language, words: Words): void {
  const all = together(known.get(language) ?? {}, words)
  known.set(language, all)
  spoken.set(language, createTranslator(all, language))
}

/** Both trees of words in one. */
function together(one: object, other: object): object {
  const both: Record<string, unknown> = { ...one }
  for (const [name, words] of Object.entries(other)) {
    const before = both[name]
    both[name] = isTree(before) && isTree(words) ? together(before, words) : words
  }
  return both
}

function isTree(words: unknown): words is object {
  return typeof words === 'object' && words !== null && !Array.isArray(words)
}

/** The language of the page: from its path, again after each change of route. */
export function useLanguage(): Language {
  return languageOf(useLocation().pathname)
}

/** The language of an opened page, by its path, else by what it says of itself; one that can't be told is Portuguese (spec 4, 8). */
export function detectLanguage(page: { location: { pathname: string }; documentElement: { lang: string } }): Language {
  try {
    const byPath = languageOf(page.location.pathname)
    return byPath === 'pt' && page.documentElement.lang.startsWith('en') ? 'en' : byPath
  } catch (error) {
    console.error('Erro ao detectar idioma', error)
    return 'pt'
  }
}

/** `t('page.week.title', { week })`, in the language of the page. */
export function useT(): Translator {
  return speak(useLanguage())
}

/** The words of a language where there is no hook, as in `meta`. Refuses a language nobody brought (spec 8). */
export function speak(language: Language): Translator {
  const translator = spoken.get(language)
  if (!translator) throw new Error(`No words for "${language}": bringWords() has not been called`)
  return translator
}

/** The same path in the language of the request: for redirects. */
export function sameLanguage(request: Request, path: string): string {
  return inLanguage(path, languageOf(new URL(request.url).pathname))
}

/** The text of a code that came back from an action or a schema, a day in it as people say days; one nobody wrote down reads as not understood. */
export function errorText(t: Translator, code: string, params: Record<string, string | number> = {}): string {
  return refusalSentence(t, code, params) ?? t('errors.field.invalid')
}
