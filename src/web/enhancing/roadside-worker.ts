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
  cookieStore?: { get: (name: string) => Promise<{ value?: string } | null> }
}
const scope = globalThis as unknown as Scope

/** Milliseconds for which what a page said of the cookie counts: it is loaded again at once. */
const TOLD = 5_000

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

/** What a page read in the cookie, where the worker cannot: nowhere but here, and for a moment. */
let told: { mark: string | null; at: number } | null = null

addEventListener('message', (event) => {
  const { data, source } = event as MessageEvent<unknown>
  if (typeof data !== 'string') return
  told = { mark: markIn(data), at: Date.now() }
  source?.postMessage('told', { targetOrigin: location.origin })
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
  const isTold = told !== null && Date.now() - told.at < TOLD
  if (!scope.cookieStore && !isTold) return asking()
  const mark = scope.cookieStore ? markIn((await scope.cookieStore.get(MARK_COOKIE))?.value) : (told?.mark ?? null)
  if (!isStill(about, mark)) {
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

/**
 * A page with nothing but a question: it reads the cookie, which the worker of an older browser cannot, tells it, and is loaded
 * again. What it read stands in no address, which the next person would find among those that were visited.
 */
function asking(): Response {
  const nonce = crypto.randomUUID()
  const script = `const mark = document.cookie.split('; ').find((one) => one.startsWith('${MARK_COOKIE}='))
    navigator.serviceWorker.addEventListener('message', () => location.reload())
    navigator.serviceWorker.startMessages()
    navigator.serviceWorker.controller?.postMessage(mark?.slice(${MARK_COOKIE.length + 1}) ?? '')`
  return new Response(`<!doctype html><meta charset="utf-8"><script nonce="${nonce}">${script}</script>`, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'`,
    },
  })
}
