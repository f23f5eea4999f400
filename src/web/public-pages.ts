import { type Chapter, CHAPTERS } from '#features/search/guide/schema.ts'
import { inLanguage, LANGUAGES } from '#messages/language.ts'

/** The texts the law asks for, each at `/legal/NAME`. */
export const LEGAL_DOCUMENTS = ['privacy', 'terms', 'cookies', 'complaints', 'accessibility'] as const

/**
 * The pages of the site, by their Portuguese path: search engines are told of them, and they are served from memory to
 * whoever is signed out. A page that is made for one reader says `cache-control: no-store`, and is not kept.
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

/** Whether a path, in either language, is one of them. Exactly as written: a variant is another address. */
export function isPublicPage(pathname: string): boolean {
  return ADDRESSES.has(pathname)
}

/** Which of the legal texts lies at a Portuguese path. */
export function legalDocumentAt(path: string): (typeof LEGAL_DOCUMENTS)[number] | undefined {
  return LEGAL_DOCUMENTS.find((document) => path === `/legal/${document}`)
}

/** Which chapter of the guide lies at a Portuguese path. */
export function guideChapterAt(path: string): Chapter | undefined {
  return CHAPTERS.find((chapter) => path === `/guide/${chapter}`)
}

/** Whether a Portuguese path is of the guide: it tells of the program, not of the operator. */
export function isGuide(path: string): boolean {
  return path === '/guide' || guideChapterAt(path) !== undefined
}
