import { useLocation } from 'react-router'
import { createTranslator, type Translator, type Words } from '#messages/catalogue.ts'
import { inLanguage, type Language, languageOf } from '#messages/language.ts'

const spoken = new Map<Language, Translator>()

/** Makes a language speakable: the server brings both, a browser the panel's words in the language of its page. */
export function bringLanguage(language: Language, words: Words): void {
  spoken.set(language, createTranslator(words, language))
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
  if (!translator) throw new Error(`No words for "${language}": bringLanguage() has not been called`)
  return translator
}

/** The same path in the language of the request: for redirects. */
export function sameLanguage(request: Request, path: string): string {
  return inLanguage(path, languageOf(new URL(request.url).pathname))
}

/** The text of a code that came back from an action or a schema; one nobody wrote down reads as not understood. */
export function errorText(t: Translator, code: string, params: Record<string, string | number> = {}): string {
  return t.find(`errors.${code}`, params) ?? t('errors.field.invalid')
}
