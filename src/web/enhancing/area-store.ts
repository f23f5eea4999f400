import { SIGNED_IN } from '#web/shell/signed-in.ts'

/*
 * What a phone keeps of the driver's area (`docs/decisions/226`), for whoever writes it (`keep-area.ts`) and whoever reads it without a
 * network (`area-worker.ts`).
 */
export const STORE = 'area'
/** Scripts, styles and fonts of the pages: nobody's data, so they outlive a session. */
export const PARTS = 'parts'
/** Where it says in the store whose it is and until when: no page has this address. */
export const ABOUT = '/area-kept'
/** When a page was kept, on the copy itself. */
export const KEPT_AT = 'x-kept-at'

/** `mark`: of the session it was kept in. `area`: the driver's area in the language in which it was kept. Moments are text. */
export type About = { mark: string; area: string; at: string; until: string }

/** The driver's area in the language of a place in it. */
export function areaOf(path: string): string {
  return `${path.startsWith('/en/') ? '/en' : ''}/dashboard`
}

/** The page that names all that is kept, and to which every page leads that is not. */
export function offlineOf(area: string): string {
  return `${area}/offline`
}

/** What the cookie of a session says that names it and proves nothing; `null` when nobody is signed in. */
export function markIn(value: string | undefined): string | null {
  return value === undefined || value === '' ? null : value
}

export const MARK_COOKIE = SIGNED_IN

export async function readAbout(): Promise<About | null> {
  const kept = await (await caches.open(STORE)).match(ABOUT)
  return kept ? ((await kept.json()) as About) : null
}

/** Whether what is kept is of this session and not too old. */
export function isStill(about: About, mark: string | null): boolean {
  return about.mark === mark && Date.parse(about.until) > Date.now()
}
