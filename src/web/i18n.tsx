import { useLocation } from 'react-router'
import { type Catalogue, createTranslator, type Translator } from '#messages/catalogue.ts'
import { formatNumber } from '#messages/numbers.ts'
import { refusalSentence } from '#messages/refusal-words.ts'
import { inLanguage, type Language, languageOf } from '#messages/language.ts'

const spoken = new Map<Language, Translator>()

/** Registers the words of a language; the server does so for both before the first page. */
export function registerMessages(language: Language, words: Catalogue): void {
  spoken.set(language, createTranslator(words, language))
}

/** The language of the page, from its path. */
export function useLanguage(): Language {
  return languageOf(useLocation().pathname)
}

/** `t('page.week.title', { week })`, in the language of the page. */
export function useT(): Translator {
  return translatorFor(useLanguage())
}

/** The words of a language where there is no hook, as in `meta`. Refuses a language nobody brought (spec 8). */
export function translatorFor(language: Language): Translator {
  const translator = spoken.get(language)
  if (!translator) throw new Error(`No words for "${language}": registerMessages() has not been called`)
  return translator
}

/** A path in the language of the request: for redirects. */
export function sameLanguage(request: Request, path: string): string {
  return inLanguage(path, languageOf(new URL(request.url).pathname))
}

/**
 * The words for a code that came back from an action or a schema, with days as people say them; a code without words reads as "not
 * understood".
 */
export function errorText(t: Translator, code: string, params: Record<string, string | number> = {}): string {
  const [, name, most] = /^(field\.longer-than) (\d+)$/.exec(code) ?? []
  if (name)
    return refusalSentence(t, name, { most: formatNumber(Number(most), t.language) }) ?? t('errors.field.too-long')
  return refusalSentence(t, code, params) ?? t('errors.field.invalid')
}
