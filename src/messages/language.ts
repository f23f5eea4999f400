/** The two languages of the product. Portuguese is the default and has no prefix; English lives under `/en` (spec 2). */
export type Language = 'pt' | 'en'

export const LANGUAGES = [
  { code: 'pt', name: 'Português', nativeName: 'Português', flag: '🇵🇹' },
  { code: 'en', name: 'Inglês', nativeName: 'English', flag: '🇬🇧' },
] as const satisfies readonly { code: Language; name: string; nativeName: string; flag: string }[]

/** Names of locales as social networks write them; the map knows languages the site does not speak yet (spec 9). */
export const LOCALES = { pt: 'pt_PT', en: 'en_GB', it: 'it_IT', es: 'es_ES', de: 'de_DE', fr: 'fr_FR' } as const

/** What `<html lang>` and `hreflang` say. */
export const HTML_LANG = { pt: 'pt-PT', en: 'en-GB' } as const satisfies Record<Language, string>

/** The language of a path: English under `/en`, otherwise Portuguese. */
export function languageOf(pathname: string): Language {
  return pathname === '/en' || pathname.startsWith('/en/') ? 'en' : 'pt'
}

/** The path without its language: `/en/drivers` → `/drivers`, `/en` → `/`. */
export function withoutLanguage(pathname: string): string {
  if (languageOf(pathname) === 'pt') return pathname
  return pathname.slice('/en'.length) || '/'
}

/**
 * A path in a language. Leaves the query and the fragment as they are, and a path within the page that shows it (`?code=…`,
 * or empty).
 */
export function inLanguage(path: string, language: Language): string {
  if (!path.startsWith('/')) return path
  const [pathname = '/'] = /^[^?#]*/.exec(path) ?? []
  const bare = withoutLanguage(pathname)
  const localised = language === 'pt' ? bare : bare === '/' ? '/en' : `/en${bare}`
  return localised + path.slice(pathname.length)
}
