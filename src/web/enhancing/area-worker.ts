import { listenForPushes } from './push-worker.ts'
import { KEPT_AT, MARK_COOKIE, PARTS, STORE, isCurrent, markIn, offlineOf, readAbout } from './area-store.ts'
import {
  WAITED,
  type Waiting,
  allWaiting,
  withLock,
  forgetWaiting,
  formOf,
  ofOwner,
  ownerIn,
  secondsWaited,
} from './outbox-store.ts'

/* Stands between the browser and the driver's area. A page comes from the network, which the browser asks while the worker wakes. Without
 * a network the worker shows the kept copy, if the person who kept it is still signed in; copies of another session, or too old ones, are
 * deleted. The home opened from the icon is shown from its copy at once, with its age, and that page then asks for the current one
 * (`docs/decisions/323`). The worker keeps no pages itself; requests that fetch pages ahead pass through it too. */
type WorkerEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
type Rule = { condition: object; source: { cacheName: string } }
type InstallingEvent = WorkerEvent & { addRoutes?: (rules: Rule[]) => Promise<void> }
type FetchedEvent = WorkerEvent & {
  request: Request
  respondWith: (answer: Promise<Response>) => void
  preloadResponse?: Promise<Response | undefined>
}
type Scope = {
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  registration: { navigationPreload?: { enable: () => Promise<void>; disable: () => Promise<void> } }
  cookieStore?: { get: (name: string) => Promise<{ value?: string } | null> }
  URLPattern?: new (parts: { pathname: string }) => object
}
const scope = globalThis as unknown as Scope

/**
 * Firefox fails a page whose preload fails and never asks the worker, so that no copy is shown (GoogleChrome/workbox#3134); and its worker reads no
 * cookie until some page has passed through the worker's own process, as if nobody were signed in. Both were seen in 140 or 153.
 */
const IS_FIREFOX = navigator.userAgent.includes('Firefox/')
/** Asked for at each use: one taken as the script began read no cookie in a Chromium that was killed and started again. */
const cookieStore = () => (IS_FIREFOX ? undefined : scope.cookieStore)

/** Milliseconds for which the cookie that a page passed on counts: the page reloads right after. */
const MAX_COOKIE_AGE_MS = 5_000
/** Milliseconds after which a network that connects but answers nothing, as in a garage, counts as none if there is a copy. */
const TIMEOUT_MS = 10_000

/** The query with which the icon opens the home (`manifest.ts`), and milliseconds for which its copy is shown first. */
const ICON = '?app'
const YOUNG_MS = 24 * 3_600_000

addEventListener('install', (event) => {
  const installing = event as InstallingEvent
  installing.waitUntil(Promise.all([takeRoutes(installing), scope.skipWaiting()]))
})
addEventListener('activate', (event) => (event as WorkerEvent).waitUntil(begin()))

listenForPushes()

/** Serves parts of pages from the cache without waking this script; in a browser without static routes `partOf` does the same. */
async function takeRoutes({ addRoutes }: InstallingEvent): Promise<void> {
  if (!addRoutes || !scope.URLPattern) return
  const condition = { urlPattern: new scope.URLPattern({ pathname: '/assets/*' }) }
  await addRoutes([{ condition, source: { cacheName: PARTS } }]).catch(() => {})
}

/** Takes over the open page at once, and lets the browser ask for a page while the worker wakes. */
async function begin(): Promise<void> {
  await scope.clients.claim()
  const preload = scope.registration.navigationPreload
  // A registration keeps the setting: phones that had it on lose it here.
  await (IS_FIREFOX ? preload?.disable() : preload?.enable())
}

addEventListener('fetch', (event) => {
  const fetched = event as FetchedEvent
  const { request } = fetched
  const address = new URL(request.url)
  if (request.method !== 'GET' || address.origin !== location.origin) return
  if (request.mode === 'navigate') fetched.respondWith(pageOf(fetched, address))
  else if (address.pathname.startsWith('/assets/')) fetched.respondWith(partOf(request))
  else if (address.search === ICON && preloaded) fetched.respondWith(freshOf(request))
})

/**
 * The answer that the browser preloaded while the worker woke and showed the copy: used once, by the page when it asks for the current
 * version.
 */
let preloaded: Promise<Response | undefined> | null = null

async function freshOf(request: Request): Promise<Response> {
  const ready = await preloaded
  preloaded = null
  return ready ?? fetch(request)
}

/** Reads the answer to its end, because a preloaded answer ends with the navigation that it was asked for. A redirect is left to the page. */
async function wholeResponse(response: Promise<Response | undefined> | undefined): Promise<Response | undefined> {
  const answer = await response
  return answer?.ok ? new Response(await answer.blob(), { headers: answer.headers }) : undefined
}

/** The cookie's mark as a page passed it on, where the worker cannot read cookies: kept in memory only, and for a moment. */
let fromPage: { mark: string | null; at: number } | null = null

addEventListener('message', (event) => {
  const { data, source } = event as MessageEvent<unknown>
  if (typeof data !== 'string') return
  fromPage = { mark: markIn(data), at: Date.now() }
  source?.postMessage('told', { targetOrigin: location.origin })
})

// Forms in the outbox (`outbox.ts`) are sent also when every page is closed, as soon as the browser reports a network.
addEventListener('sync', (event) => (event as WorkerEvent).waitUntil(sendWaiting()))

async function sendWaiting(): Promise<void> {
  const owner = ownerIn(markIn((await cookieStore()?.get(MARK_COOKIE))?.value))
  if (owner === null) return
  for (const { key, owner: whose, refused } of ofOwner(await allWaiting(), owner))
    if (whose === owner && refused === undefined) await withLock(key, sendOne)
}

/** Sends one form. What the server did not take stays: the next open page tries again and says why. */
async function sendOne(waiting: Waiting): Promise<void> {
  const headers = { [WAITED]: secondsWaited(waiting) }
  const answer = await fetch(waiting.address, { method: 'POST', headers, body: formOf(waiting, true) })
  const { pathname } = new URL(answer.url || '/', location.origin)
  if (answer.ok && answer.redirected && !/\/login\b/.test(pathname)) await forgetWaiting(waiting.key)
}

async function pageOf(event: FetchedEvent, address: URL): Promise<Response> {
  const { request, preloadResponse } = event
  const first = address.search === ICON ? await keptOf(address, 'from-icon') : null
  if (first) {
    preloaded = wholeResponse(preloadResponse).catch(() => undefined)
    event.waitUntil(preloaded)
    return first
  }
  const fromNetwork = Promise.resolve(preloadResponse).then((ready) => ready ?? fetch(request))
  const isAway = fromNetwork.then(
    () => false,
    () => true,
  )
  const isSlow = new Promise<boolean>((resolve) => setTimeout(() => resolve(true), TIMEOUT_MS))
  if (!(await Promise.race([isAway, isSlow]))) return fromNetwork
  const kept = await keptOf(address)
  if (kept) return kept
  // The network is only slow and there is no copy: wait for it.
  if (!(await isAway)) return fromNetwork
  return (await redirectToKept()) ?? Response.error()
}

async function partOf(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: PARTS, ignoreVary: true })) ?? fetch(request)
}

/**
 * The kept copy of a page, marked with why it is shown; `null` when there is none or it is not this person's. For `from-icon` only the
 * home, and only a young copy.
 */
async function keptOf(
  { pathname, search }: URL,
  why: 'without-network' | 'from-icon' = 'without-network',
): Promise<Response | null> {
  const whose = await whoseKept()
  if (!whose) return null
  if (whose.about === null) return pageThatPassesCookie()
  const store = await caches.open(STORE)
  const found =
    (await store.match(pathname + search, { ignoreVary: true })) ??
    (await store.match(pathname, { ignoreVary: true, ignoreSearch: true }))
  if (!found) return null
  const age = Date.now() - Date.parse(found.headers.get(KEPT_AT) ?? '')
  if (why === 'from-icon' && !(pathname === whose.about.area && age < YOUNG_MS)) return null
  if (!found.headers.get('content-type')?.startsWith('text/html')) return found
  // A copy shows its own notes that it is a copy and how old: they are hidden while there is a network.
  const shown = pathname === offlineOf(whose.about.area) && search !== '' ? `${why}|not-kept` : why
  const hidden = new RegExp(`(<[a-z]+ [^>]*data-(?:${shown})="[^"]*"[^>]*?) hidden=""`, 'g')
  return new Response((await found.text()).replace(hidden, '$1'), { headers: found.headers })
}

/** Redirects from a page that is not kept to the list of those that are. */
async function redirectToKept(): Promise<Response | null> {
  const whose = await whoseKept()
  if (!whose?.about) return null
  const page = offlineOf(whose.about.area)
  if (!(await (await caches.open(STORE)).match(page, { ignoreVary: true }))) return null
  return Response.redirect(new URL(`${page}?missing`, location.origin))
}

/** Whose pages are kept. `about: null` until a page has told who is signed in; `null` when they belong to nobody who is here. */
async function whoseKept() {
  const about = await readAbout()
  if (about === null) return null
  const isFresh = fromPage !== null && Date.now() - fromPage.at < MAX_COOKIE_AGE_MS
  const cookies = cookieStore()
  if (!cookies && !isFresh) return { about: null }
  const mark = cookies ? markIn((await cookies.get(MARK_COOKIE))?.value) : (fromPage?.mark ?? null)
  if (isCurrent(about, mark)) return { about }
  await caches.delete(STORE)
  return null
}

/**
 * A page that only passes the cookie on, which the worker of an older browser cannot read, and then reloads. The cookie stays
 * out of the address, where the next person would find it in the history.
 */
function pageThatPassesCookie(): Response {
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
