import {
  ABOUT,
  type About,
  areaOf,
  isCurrent,
  KEPT_AT,
  MARK_COOKIE,
  markIn,
  offlineOf,
  PARTS,
  readAbout,
  STORE,
} from './area-store.ts'
import { hintInstall } from './install-hint.ts'

/* Keeps on a phone the pages that a driver can read without a network: the page that names it (`/dashboard/offline`) and each link
 * marked `data-keep` in a page that is kept. Its value says how long a copy is new enough: `often` an hour, `daily` a day, `once` for
 * good. / */
const HOUR = 3_600_000
const MAX_AGES: Record<string, number> = { often: HOUR, daily: 24 * HOUR, once: Number.POSITIVE_INFINITY }
/** Bytes: a larger file is not kept. `MAX_ADDRESSES`: after this number of addresses nothing more is kept either. */
const MAX_FILE_BYTES = 8_000_000
const MAX_ADDRESSES = 160
/** Milliseconds that a page is open before anything is kept: the phone has other work first. */
const QUIET_MS = 10_000

const MARKED = /<a (?=[^>]*\bdata-keep="(\w+)")[^>]*?\bhref="([^"]+)"/g
const NAMED = /(?:href|src)="(\/(?:assets|brand)\/[^"#]+|\/favicon\.svg)"/g

type Policies = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => {
    createScriptURL: (address: string) => string
  }
}

/** Keeps the driver's area on this phone, for as long as this session lasts, and deletes anybody else's. */
export async function keepArea({ worker = '', until = '' }: DOMStringMap): Promise<void> {
  hintInstall()
  await forgetOthers()
  const mark = currentMark()
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (mark === null || !('serviceWorker' in navigator)) return
  const keep = async () => {
    // Start the outbox first: waiting forms are found even if the phone lost the mark that says so, and its script is
    // kept with the pages.
    const { startOutbox } = await import('./outbox.ts')
    startOutbox()
    const area = areaOf(location.pathname)
    await begin(worker, area)
    return fill({ mark, area, at: new Date().toISOString(), until })
  }
  if (connection?.saveData) return keepWhenAsked(keep)
  await isIdle()
  // One tab of this phone does it for all.
  await navigator.locks.request('keep-area', { ifAvailable: true }, (lock) => (lock ? keep() : false))
}

/** With data saving on, nothing is fetched without being asked for; the list of what can be kept has a button for it. */
function keepWhenAsked(keep: () => Promise<boolean>): void {
  const offer = document.querySelector<HTMLElement>('[data-keep-now]')
  const button = offer?.querySelector('button')
  if (!offer || !button) return
  offer.hidden = false
  const words = button.textContent
  const keepNow = async () => {
    button.disabled = true
    button.textContent = button.dataset['working'] ?? words
    const isKept = await navigator.locks.request('keep-area', keep).catch(() => false)
    button.disabled = false
    button.textContent = words
    offer.hidden = isKept
    for (const note of document.querySelectorAll<HTMLElement>('[data-not-kept-now]')) note.hidden = isKept
    for (const note of document.querySelectorAll<HTMLElement>('[data-now-kept]')) note.hidden = !isKept
  }
  button.addEventListener('click', () => void keepNow())
}

/** Waits until the phone has nothing to do and somebody has read for a while, or turned away. */
async function isIdle(): Promise<void> {
  await new Promise((resolve) =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(resolve) : setTimeout(resolve, 200),
  )
  await new Promise((resolve) => {
    setTimeout(resolve, QUIET_MS)
    document.addEventListener('visibilitychange', resolve, { once: true })
  })
}

async function begin(worker: string, area: string): Promise<void> {
  // An earlier version's worker served the documents alone, and would take precedence there.
  for (const registration of await navigator.serviceWorker.getRegistrations())
    if (new URL(registration.scope).pathname.endsWith('/documents')) await registration.unregister()
  await navigator.serviceWorker.register(trustedAddress(worker), { scope: area })
}

/** Keeps every page on the list; answers whether all of it is kept. */
async function fill(about: About): Promise<boolean> {
  const isSameSession = () => currentMark() === about.mark
  const list = offlineOf(about.area)
  const store = await caches.open(STORE)
  if (isFresh(await store.match(list), 'often')) return true
  await store.put(ABOUT, Response.json(about))
  const answer = await fetchCopy(list)
  if (!answer) return false
  const kindOf = new Map([[list, 'often']])
  const parts = new Set(partsHere())
  take(await answer.clone().text())

  for (const [address, kind] of kindOf) {
    if (address === list) continue
    const kept = await store.match(address)
    const found = isFresh(kept, kind) ? kept : await fetchCopy(address)
    // Somebody signed out meanwhile: what was fetched belongs to nobody.
    if (!isSameSession()) return deleteCopy()
    if (!found) continue
    const isPage = found.headers.get('content-type')?.startsWith('text/html')
    if (isPage) take(await found.clone().text())
    if (found !== kept) await putPage(store, address, found)
  }
  await keepParts(parts)
  for (const { url } of await store.keys()) {
    const { pathname, search } = new URL(url)
    if (pathname !== ABOUT && !kindOf.has(pathname + search)) await store.delete(url)
  }
  // The list comes last, so that an interrupted run continues from the next page that is opened.
  await putPage(store, list, answer)
  return isSameSession() ? showKept() : deleteCopy()

  function take(html: string): void {
    for (const [, kind = '', address = ''] of html.matchAll(MARKED))
      if (kindOf.size < MAX_ADDRESSES && !kindOf.has(address)) kindOf.set(address, kind)
    for (const [, part = ''] of html.matchAll(NAMED)) parts.add(part)
  }
}

/** The scripts and styles that this page has loaded, with what those asked for; `outbox.ts` is among them. */
function partsHere(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
}

async function deleteCopy(): Promise<false> {
  await caches.delete(STORE)
  return false
}

function showKept(): true {
  for (const note of document.querySelectorAll<HTMLElement>('[data-kept-note]')) note.hidden = false
  return true
}

async function keepParts(parts: ReadonlySet<string>): Promise<void> {
  const store = await caches.open(PARTS)
  for (const address of parts) {
    // The content of a part never changes under its address.
    if (await store.match(address)) continue
    const part = await fetch(address).catch(() => null)
    if (part?.ok) await store.put(address, part).catch(() => {})
  }
  for (const { url } of await store.keys()) if (!parts.has(new URL(url).pathname)) await store.delete(url)
}

function isFresh(kept: Response | undefined, kind: string): kept is Response {
  return kept !== undefined && Date.now() - Date.parse(kept.headers.get(KEPT_AT) ?? '') < (MAX_AGES[kind] ?? 0)
}

/** Fetches an address as a copy that says when it was made; `null` if it is not there, is too large or redirects. */
async function fetchCopy(address: string): Promise<Response | null> {
  const answer = await fetch(address).catch(() => null)
  if (!answer?.ok || answer.redirected) return null
  if (Number(answer.headers.get('content-length') ?? 0) > MAX_FILE_BYTES) return null
  const headers = new Headers(answer.headers)
  headers.set(KEPT_AT, new Date().toISOString())
  return new Response(await answer.blob(), { headers })
}

/** A phone without room keeps what fitted. */
async function putPage(store: Cache, address: string, answer: Response): Promise<void> {
  await store.put(address, answer).catch(() => {})
}

/** Deletes what another session or an older version kept on this phone. */
export async function forgetOthers(): Promise<void> {
  for (const name of await caches.keys()) if (name !== STORE && name !== PARTS) await caches.delete(name)
  const about = await readAbout()
  if (about && !isCurrent(about, currentMark())) await caches.delete(STORE)
}

export function currentMark(): string | null {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${MARK_COOKIE}=`))
  return markIn(pair?.slice(MARK_COOKIE.length + 1))
}

/** The page allows one policy, for this one script. */
function trustedAddress(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  if (!trustedTypes) return address
  const createScriptURL = (script: string) => {
    if (script.startsWith('/assets/area-worker-')) return script
    throw new TypeError(`${script} is not the worker of the area`)
  }
  return trustedTypes.createPolicy('area', { createScriptURL }).createScriptURL(address)
}
