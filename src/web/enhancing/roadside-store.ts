import { SIGNED_IN } from '#web/shell/signed-in.ts'

/*
 * What a phone keeps of the page for the roadside (`docs/decisions/148`), for whoever writes it (`keep-roadside.ts`) and whoever reads it
 * without a network (`roadside-worker.ts`).
 */
export const STORE = 'roadside'
/** Where it says in the store whose it is and until when: no page has this address. */
export const ABOUT = '/roadside-kept'

/** `mark`: of the session it was kept in. Moments are text. */
export type About = { mark: string; page: string; at: string; until: string }

/** The address of the page, in the language in which a place of the driver's area is read. */
export function roadsideOf(path: string): string {
  return `${path.startsWith('/en/') ? '/en' : ''}/dashboard/documents/roadside`
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
