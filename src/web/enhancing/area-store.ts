import { SIGNED_IN } from '#web/shell/signed-in.ts'

/*
 * What a phone keeps of the driver's area (`docs/decisions/226`), for whoever writes it (`keep-area.ts`) and whoever reads it without a
 * network (`area-worker.ts`).
 */
export const STORE = 'area'
/** Scripts, styles and fonts of the pages: nobody's data, so they outlive a session. */
export const PARTS = 'parts'
/** Address in the store of the note that says whose copies these are and until when. No page has this address. */
export const ABOUT = '/area-kept'
/** Header on each copy: the moment it was kept. */
export const KEPT_AT = 'x-kept-at'

/**
 * `mark`: the session in which the pages were kept. `area`: the driver's area in the language in which it was kept. `at`,
 * `until`: moments as text.
 */
export type About = { mark: string; area: string; at: string; until: string }

/** The driver's area in the language of a place in it. */
export function areaOf(path: string): string {
  return `${path.startsWith('/en/') ? '/en' : ''}/dashboard`
}

/** The page that lists all kept pages; a page that is not kept redirects here. */
export function offlineOf(area: string): string {
  return `${area}/offline`
}

/** The mark in a session's cookie: it names the session and proves nothing. `null` when nobody is signed in. */
export function markIn(value: string | undefined): string | null {
  return value === undefined || value === '' ? null : value
}

export const MARK_COOKIE = SIGNED_IN

export async function readAbout(): Promise<About | null> {
  const kept = await (await caches.open(STORE)).match(ABOUT)
  return kept ? ((await kept.json()) as About) : null
}

/** Whether the kept pages belong to this session and are not too old. */
export function isCurrent(about: About, mark: string | null): boolean {
  return about.mark === mark && Date.parse(about.until) > Date.now()
}
