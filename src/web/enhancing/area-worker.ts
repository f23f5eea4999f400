import { listenForPushes } from './push-worker.ts'
import { KEPT_AT, MARK_COOKIE, PARTS, STORE, isStill, markIn, offlineOf, readAbout } from './area-store.ts'
import {
  WAITED,
  type Waiting,
  allWaiting,
  aloneWith,
  forgetWaiting,
  formOf,
  ofOwner,
  ownerIn,
  waitedFor,
} from './outbox-store.ts'

/*
 * Stands between the browser and the driver's area. A page comes from the network, which is asked while the worker wakes; without one it
 * is shown as it was kept, if whoever kept it is signed in still. What is of another session, or too old, is deleted instead.
 * The home that the icon asks for is shown as it was kept at once, with its age, and the page asks for what is new (`docs/decisions/323`).
 * It keeps nothing itself: what is fetched ahead of a press passes here too.
 */
type Begun = Event & { waitUntil: (work: Promise<unknown>) => void }
type Rule = { condition: object; source: { cacheName: string } }
type Installing = Begun & { addRoutes?: (rules: Rule[]) => Promise<void> }
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
  URLPattern?: new (parts: { pathname: string }) => object
}
const scope = globalThis as unknown as Scope

/** Milliseconds for which what a page said of the cookie counts: it is loaded again at once. */
const FRESH = 5_000
/** Milliseconds after which a network that takes and gives nothing, as in a garage, counts as none where there is a copy. */
const PATIENCE = 10_000

/** As the icon asks for the home (`manifest.ts`), and milliseconds for which what was kept of it is shown first. */
const ICON = '?app'
const YOUNG = 24 * 3_600_000

addEventListener('install', (event) => {
  const installing = event as Installing
  installing.waitUntil(Promise.all([takeRoutes(installing), scope.skipWaiting()]))
})
addEventListener('activate', (event) => (event as Begun).waitUntil(begin()))

listenForPushes()

/** Parts of pages come out of the cache without this script; where a browser knows no routes, `partOf` does the same. */
async function takeRoutes({ addRoutes }: Installing): Promise<void> {
  if (!addRoutes || !scope.URLPattern) return
  const condition = { urlPattern: new scope.URLPattern({ pathname: '/assets/*' }) }
  await addRoutes([{ condition, source: { cacheName: PARTS } }]).catch(() => {})
}

/** The page that started it is looked after at once; and a page is asked for while the worker still wakes. */
async function begin(): Promise<void> {
  await scope.clients.claim()
  await scope.registration.navigationPreload?.enable()
}

addEventListener('fetch', (event) => {
  const asked = event as Asked
  const { request } = asked
  const address = new URL(request.url)
  if (request.method !== 'GET' || address.origin !== location.origin) return
  if (request.mode === 'navigate') asked.respondWith(pageOf(asked, address))
  else if (address.pathname.startsWith('/assets/')) asked.respondWith(partOf(request))
  else if (address.search === ICON && ahead) asked.respondWith(freshOf(request))
})

/** What the browser asked the network for while the worker woke and the copy was shown: the page that asks for what is new gets it, once. */
let ahead: Promise<Response | undefined> | null = null

async function freshOf(request: Request): Promise<Response> {
  const ready = await ahead
  ahead = null
  return ready ?? fetch(request)
}

/** Read to its end, for what a browser asks ahead goes with the opening that it asked it for. One that leads elsewhere is the page's to ask. */
async function whole(asked: Promise<Response | undefined> | undefined): Promise<Response | undefined> {
  const answer = await asked
  return answer?.ok ? new Response(await answer.blob(), { headers: answer.headers }) : undefined
}

/** What a page read in the cookie and passed on, where the worker cannot read it: kept here alone, and for a moment. */
let fromPage: { mark: string | null; at: number } | null = null

addEventListener('message', (event) => {
  const { data, source } = event as MessageEvent<unknown>
  if (typeof data !== 'string') return
  fromPage = { mark: markIn(data), at: Date.now() }
  source?.postMessage('told', { targetOrigin: location.origin })
})

// What waits to be sent (`outbox.ts`) goes out also when every page is closed, where a browser says that there is a network again.
addEventListener('sync', (event) => (event as Begun).waitUntil(sendWaiting()))

async function sendWaiting(): Promise<void> {
  const owner = ownerIn(markIn((await scope.cookieStore?.get(MARK_COOKIE))?.value))
  if (owner === null) return
  for (const { key, owner: whose, refused } of ofOwner(await allWaiting(), owner))
    if (whose === owner && refused === undefined) await aloneWith(key, sendOne)
}

/** What the server did not take stays: the next page asks again, and says why. */
async function sendOne(waiting: Waiting): Promise<void> {
  const headers = { [WAITED]: waitedFor(waiting) }
  const answer = await fetch(waiting.address, { method: 'POST', headers, body: formOf(waiting, true) })
  const { pathname } = new URL(answer.url || '/', location.origin)
  if (answer.ok && answer.redirected && !/\/login\b/.test(pathname)) await forgetWaiting(waiting.key)
}

async function pageOf(asked: Asked, address: URL): Promise<Response> {
  const { request, preloadResponse } = asked
  const first = address.search === ICON ? await keptOf(address, 'from-icon') : null
  if (first) {
    ahead = whole(preloadResponse).catch(() => undefined)
    asked.waitUntil(ahead)
    return first
  }
  const fromNetwork = Promise.resolve(preloadResponse).then((ready) => ready ?? fetch(request))
  const isAway = fromNetwork.then(
    () => false,
    () => true,
  )
  const isSlow = new Promise<boolean>((resolve) => setTimeout(() => resolve(true), PATIENCE))
  if (!(await Promise.race([isAway, isSlow]))) return fromNetwork
  const kept = await keptOf(address)
  if (kept) return kept
  // Only slow, and there is no copy: it is waited for.
  if (!(await isAway)) return fromNetwork
  return (await wayToKept()) ?? Response.error()
}

async function partOf(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: PARTS, ignoreVary: true })) ?? fetch(request)
}

/** The copy of a page, to whom it belongs, which says why it is one; `null` when there is none. From the icon only of the home, and a young one. */
async function keptOf(
  { pathname, search }: URL,
  why: 'without-network' | 'from-icon' = 'without-network',
): Promise<Response | null> {
  const whose = await whoseKept()
  if (!whose) return null
  if (whose.about === null) return asking()
  const store = await caches.open(STORE)
  const found =
    (await store.match(pathname + search, { ignoreVary: true })) ??
    (await store.match(pathname, { ignoreVary: true, ignoreSearch: true }))
  if (!found) return null
  const age = Date.now() - Date.parse(found.headers.get(KEPT_AT) ?? '')
  if (why === 'from-icon' && !(pathname === whose.about.area && age < YOUNG)) return null
  if (!found.headers.get('content-type')?.startsWith('text/html')) return found
  // The page says itself that it is a copy, and of when: what is hidden while there is a network.
  const shown = pathname === offlineOf(whose.about.area) && search !== '' ? `${why}|not-kept` : why
  const hidden = new RegExp(`(<[a-z]+ [^>]*data-(?:${shown})="[^"]*"[^>]*?) hidden=""`, 'g')
  return new Response((await found.text()).replace(hidden, '$1'), { headers: found.headers })
}

/** From a page that is not kept to what is. */
async function wayToKept(): Promise<Response | null> {
  const whose = await whoseKept()
  if (!whose?.about) return null
  const page = offlineOf(whose.about.area)
  if (!(await (await caches.open(STORE)).match(page, { ignoreVary: true }))) return null
  return Response.redirect(new URL(`${page}?missing`, location.origin))
}

/** Whose it is that is kept here; `about: null` while nobody told who is signed in, `null` when it is nobody's who is here. */
async function whoseKept() {
  const about = await readAbout()
  if (about === null) return null
  const isFresh = fromPage !== null && Date.now() - fromPage.at < FRESH
  if (!scope.cookieStore && !isFresh) return { about: null }
  const mark = scope.cookieStore ? markIn((await scope.cookieStore.get(MARK_COOKIE))?.value) : (fromPage?.mark ?? null)
  if (isStill(about, mark)) return { about }
  await caches.delete(STORE)
  return null
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
