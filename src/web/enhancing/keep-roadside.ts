import { ABOUT, type About, MARK_COOKIE, STORE, isStill, markIn, readAbout, roadsideOf } from './roadside-store.ts'

/** Milliseconds for which a copy is new enough not to be fetched again from another page. */
const FRESH = 3_600_000
/** A file that is larger, in bytes, stays where there is a network; so do all after so many. */
const LARGEST_FILE = 8_000_000
const MOST_FILES = 24

const FILES = /href="((?:\/en)?\/dashboard\/documents\/(?:files|contracts)\/[^"]+)"/g
const PARTS = /(?:href|src)="(\/(?:assets|brand)\/[^"]+|\/favicon\.svg)"/g

type Policies = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => {
    createScriptURL: (address: string) => string
  }
}

/** Keeps the page for the roadside with its files on this phone, for as long as this session lasts; lets go of anybody else's. */
export async function keepRoadside({ worker = '', until = '' }: DOMStringMap): Promise<void> {
  const mark = markNow()
  if (mark === null || !('serviceWorker' in navigator)) return
  const page = roadsideOf(location.pathname)
  const before = await readAbout()
  if (before && !isStill(before, mark)) await caches.delete(STORE)
  const isNew = before?.page === page && Date.now() - Date.parse(before.at) < FRESH && isStill(before, mark)
  if (isNew && location.pathname !== page) return
  // Of the driver's documents alone: no other page is slowed down, or fetched ahead by it.
  await navigator.serviceWorker.register(trusted(worker), { scope: page.replace(/\/roadside$/, '') })
  const answer = await fetch(page)
  if (!answer.ok || answer.redirected) return
  const isFilled = await fill(answer, { mark, page, at: new Date().toISOString(), until }).then(
    () => true,
    () => false,
  )
  // Half of it would be shown as if it were all.
  if (!isFilled) return void (await caches.delete(STORE))
  for (const note of document.querySelectorAll<HTMLElement>('[data-kept-note]')) note.hidden = false
}

async function fill(answer: Response, about: About): Promise<void> {
  const html = await answer.clone().text()
  const named = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, address = '']) => address)
  const fonts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2'))
  const parts = [...named(PARTS), ...fonts.map(({ name }) => new URL(name).pathname)]
  const files = named(FILES).slice(0, MOST_FILES)
  const store = await caches.open(STORE)
  await store.put(about.page, answer)
  for (const address of [...parts, ...files]) {
    // A file never changes under its address; neither does a part of a page.
    if (await store.match(address)) continue
    const part = await fetch(address).catch(() => null)
    const isSmall = Number(part?.headers.get('content-length') ?? 0) <= LARGEST_FILE
    // A phone without room keeps the page and what it had room for: the rest is asked for the next time.
    if (part?.ok && isSmall) await store.put(address, part).catch(() => {})
  }
  const wanted = new Set([about.page, ABOUT, ...parts, ...files])
  for (const { url } of await store.keys()) if (!wanted.has(new URL(url).pathname)) await store.delete(url)
  // Signed out meanwhile: what was fetched is nobody's.
  if (markNow() === about.mark) await store.put(ABOUT, Response.json(about))
  else await caches.delete(STORE)
}

/** Lets go of what another session left on this phone. */
export async function forgetOthers(): Promise<void> {
  const about = await readAbout()
  if (about && !isStill(about, markNow())) await caches.delete(STORE)
}

function markNow(): string | null {
  const pair = document.cookie.split('; ').find((one) => one.startsWith(`${MARK_COOKIE}=`))
  return markIn(pair?.slice(MARK_COOKIE.length + 1))
}

/** The page allows one policy, for this one script. */
function trusted(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  if (!trustedTypes) return address
  const createScriptURL = (asked: string) => {
    if (asked.startsWith('/assets/roadside-worker-')) return asked
    throw new TypeError(`${asked} is not the worker of the roadside`)
  }
  return trustedTypes.createPolicy('roadside', { createScriptURL }).createScriptURL(address)
}
