import { type Chapter, CHAPTERS } from '#features/search/guide/schema.ts'
import { inLanguage, LANGUAGES } from '#messages/language.ts'

/** The texts required by law, each at `/legal/NAME`. */
export const LEGAL_DOCUMENTS = ['privacy', 'terms', 'cookies', 'complaints', 'accessibility'] as const

/**
 * The pages of the site, by their Portuguese path: they are listed for search engines, and served from memory to people
 * who are signed out. A page that is made for one reader says `cache-control: no-store`, and is not kept.
 */
export const PUBLIC_PAGES: readonly string[] = [
  '/',
  '/drivers',
  '/about',
  '/contact',
  '/para/motoristas',
  '/para/empresas',
  '/signup',
  '/login',
  ...LEGAL_DOCUMENTS.map((document) => `/legal/${document}`),
  '/guide',
  ...CHAPTERS.map((chapter) => `/guide/${chapter}`),
]

const ADDRESSES = new Set(PUBLIC_PAGES.flatMap((path) => LANGUAGES.map(({ code }) => inLanguage(path, code))))

/** Whether a path, in either language, is exactly one of these; any variant is another address. */
export function isPublicPage(pathname: string): boolean {
  return ADDRESSES.has(pathname)
}

/** The legal text at a Portuguese path. */
export function legalDocumentAt(path: string): (typeof LEGAL_DOCUMENTS)[number] | undefined {
  return LEGAL_DOCUMENTS.find((document) => path === `/legal/${document}`)
}

/** The chapter of the guide at a Portuguese path. */
export function guideChapterAt(path: string): Chapter | undefined {
  return CHAPTERS.find((chapter) => path === `/guide/${chapter}`)
}

/** Whether a Portuguese path belongs to the guide, which is about the program and not about the operator. */
export function isGuide(path: string): boolean {
  return path === '/guide' || guideChapterAt(path) !== undefined
}
