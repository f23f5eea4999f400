import { createTranslator, type Translator } from './catalogue.ts'
import { en } from './en.ts'
import type { Language } from './language.ts'
import { pt } from './pt.ts'

const translators = { pt: createTranslator(pt, 'pt'), en: createTranslator(en, 'en') }

/** The words of a language, for server code: loaders, PDFs, mail. Screens use `useT()` of `web/i18n.tsx`. */
export function translator(language: Language): Translator {
  return translators[language]
}
