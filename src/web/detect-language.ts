import { type Language, languageOf } from '#messages/language.ts'

/** The language of an opened page: by its path, else by its own `lang`. Portuguese where neither tells (spec 4, 8). */
export function detectLanguage(page: { location: { pathname: string }; documentElement: { lang: string } }): Language {
  try {
    const byPath = languageOf(page.location.pathname)
    return byPath === 'pt' && page.documentElement.lang.startsWith('en') ? 'en' : byPath
  } catch (error) {
    console.error('Erro ao detectar idioma', error)
    return 'pt'
  }
}
