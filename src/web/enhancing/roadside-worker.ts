import { MARK_COOKIE, STORE, isStill, markIn, readAbout, roadsideOf } from './roadside-store.ts'

/*
 * Stands between the browser and the driver's documents. While there is a network it does nothing. Without one it shows what was kept
 * for the roadside, if whoever kept it is signed in still; what is of another session, or too old, is deleted instead.
 */
type Begun = Event & { waitUntil: (work: Promise<unknown>) => void }
type Asked = Begun & {
  request: Request
  respondWith: (answer: Promise<Response>) => void
  preloadResponse?: Promise<Response | undefined>
}
type Scope = {
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  registration: { navigationPreload?: { enable: () => Promise<void> } }
  cookieStore: { get: (name: string) => Promise<{ value?: string } | null> }
}
const scope = globalThis as unknown as Scope

addEventListener('install', (event) => (event as Begun).waitUntil(scope.skipWaiting()))
addEventListener('activate', (event) => {
  ;(event as Begun).waitUntil(begin())
})

/** The page that started it is looked after at once; and a page is asked for while the worker still wakes. */
async function begin(): Promise<void> {
  await scope.clients.claim()
  await scope.registration.navigationPreload?.enable()
}

addEventListener('fetch', (event) => {
  const asked = event as Asked
  const { pathname, origin } = new URL(asked.request.url)
  if (asked.request.method !== 'GET' || origin !== location.origin) return
  if (asked.request.mode === 'navigate') asked.respondWith(pageOf(asked, pathname))
  else if (pathname.startsWith('/assets/')) asked.respondWith(partOf(asked.request))
})

async function pageOf(asked: Asked, path: string): Promise<Response> {
  try {
    return (await asked.preloadResponse) ?? (await fetch(asked.request))
  } catch {
    return (await keptOf(path)) ?? Response.error()
  }
}

async function partOf(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch {
    return (await caches.match(request, { cacheName: STORE })) ?? Response.error()
  }
}

async function keptOf(path: string): Promise<Response | null> {
  const about = await readAbout()
  if (about === null) return null
  const cookie = await scope.cookieStore.get(MARK_COOKIE)
  if (!isStill(about, markIn(cookie?.value))) {
    await caches.delete(STORE)
    return null
  }
  const store = await caches.open(STORE)
  const roadside = roadsideOf(path)
  const kept = await store.match(path)
  if (!kept) return (await store.match(roadside)) ? Response.redirect(roadside) : null
  if (path !== roadside) return kept
  // The page says itself that it is a copy, and of when: what is hidden while there is a network.
  const html = (await kept.text()).replace(/(<[a-z]+ [^>]*data-without-network="[^"]*"[^>]*?) hidden=""/, '$1')
  return new Response(html, { headers: kept.headers })
}
