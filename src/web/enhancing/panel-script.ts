import { loadIslands } from '#web/islands/load-islands.ts'
import { carryTyped } from './carry-typed.ts'
import { closeAct, isAct, openAct } from './act.ts'
import { patchElement } from './patch-element.ts'
import { fetchPage } from './fetch-page.ts'
import { showBusy } from './busy.ts'
import { followEndings } from './ending.ts'
import { followLooks } from './look.ts'
import { PARTS } from './area-store.ts'

/*
 * The one script of the panel. Every page works without it; attributes of a page say what the script makes quicker:
 *
 *   data-into="statement"        on a link: puts the address in `data-fragment` into that element instead of leaving the
 *                                page; an empty fragment empties it
 *   data-opens                   on a row: a press anywhere in it presses the link of its heading
 *   data-act                     on a link: shows the card of its small act over this page: `act.ts`
 *   data-look-again="3"          on an element with an id: refreshes it after that number of seconds, as long as it has this;
 *                                `data-behind` is on it while that does not work
 *   data-look-on-return          the same, when the reader comes back from another tab or program
 *   data-live="content"          on a form that is sent by GET: a choice refreshes that element
 *   data-send                    on a form of files: choosing a file sends it
 *   data-after="1500"            on a form whose answer is a file: refreshes the page after that number of milliseconds
 *   data-working="A trabalhar…"  on a button: its words while the answer is on the way
 *   data-stay                    on a link or form: the next page keeps the scroll position of this one
 *   data-look="look"             on a form: shows in that element what is typed as others will see it: `look.ts`
 *   data-outbox                  on a form that must not be lost without a network: `outbox.ts`; `late`: the server is told
 *                                that it comes late
 *   data-moments                 on a line of a car's week: its moments can be dragged, `drag-moments.ts`
 *   data-board                   on the board of applications: its cards can be dragged, `drag-cards.ts`
 *   data-keep-area               on the element that says how long this phone keeps the driver's area: `keep-area.ts`, which
 *                                keeps each link with `data-keep`
 *   data-from-icon               on the note that the page is a copy, shown first: the page is refreshed
 *   data-share="…/pdf"           on a button: shares that file, where the browser can, and sends its form: `share-file.ts`
 *   data-gather                  on a field of several photos: what was chosen before stays, `gather-files.ts`
 *   data-ending                  on the element that says how a form of files will end: `ending.ts`
 */
const CONTENT = 'content'
/** HTTP status of a page that no longer exists. */
const GONE = 404

/** Fetches an address and updates that element from it; answers whether that worked. */
async function renew(address: string, id: string): Promise<boolean> {
  const page = await fetchPage(address).catch(({ cause }: Error) => {
    // This page no longer exists, like a link that was revoked, so it must not stay on the screen; but what somebody typed is
    // kept.
    if (cause === GONE && address === currentAddress() && !hasTyped()) location.reload()
    return null
  })
  if (!page) return false
  const found = new URL(page.URL)
  if (found.pathname === new URL(address, location.href).pathname) return patchElement(page, id)
  // A redirect: the finished work is there, or the reader is signed out. What somebody typed is kept: a form that comes
  // without a session says so, and waits for the sign-in.
  if (hasTyped()) return false
  location.replace(found)
  return true
}

function hasTyped(): boolean {
  return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(
    (field) => field.value !== field.defaultValue || ('checked' in field && field.checked !== field.defaultChecked),
  )
}

addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  const { into, fragment = '', stay: stays, act } = link.dataset
  if (into && document.getElementById(into)) {
    event.preventDefault()
    void open({ into, fragment }, link)
  } else if (act !== undefined && !link.target && !link.closest('dialog')) {
    event.preventDefault()
    void openActOver(link)
  } else if (stays !== undefined) keepScrollFor(link.href)
})

// In a table that scrolls sideways a link cannot cover its row (`table.module.css`): pressing the row there presses its link.
addEventListener('click', (event) => {
  const { target } = event
  if (!(target instanceof Element) || target.closest('a, button, label, input, select, textarea, summary')) return
  if (getSelection()?.isCollapsed !== false)
    target.closest('[data-opens]')?.querySelector('th a')?.dispatchEvent(new MouseEvent('click', event))
})

type Panel = { into: string; fragment: string }

async function open(panel: Panel, link: HTMLAnchorElement): Promise<void> {
  if (link.ariaBusy) return
  link.ariaBusy = 'true'
  const isThere = await show(panel)
  link.ariaBusy = null
  if (!isThere) {
    // The panel cannot be fetched: open it as a page.
    keepScrollFor(link.href)
    return location.assign(link.href)
  }
  history.pushState(panel, '', link.href)
  markCurrent()
}

async function openActOver(link: HTMLAnchorElement): Promise<void> {
  // The second press of a double one: the card would open twice, and close only at the second Escape.
  if (link.ariaBusy) return
  link.ariaBusy = 'true'
  const isThere = await openAct(link.href)
  link.ariaBusy = null
  if (!isThere) return location.assign(link.href)
  history.pushState({ act: true }, '', link.href)
}

async function show({ into, fragment }: Panel): Promise<boolean> {
  if (fragment !== '') return renew(fragment, into)
  document.getElementById(into)?.replaceChildren()
  return true
}

const currentAddress = () => location.pathname + location.search
let shownAddress = currentAddress()

/** Marks the link whose panel is open. */
function markCurrent(): void {
  shownAddress = currentAddress()
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-into]')) {
    if (link.href === location.href && link.dataset['fragment']) link.ariaCurrent = 'true'
    else link.removeAttribute('aria-current')
  }
}

/**
 * Handles back and forward between opened panels; a step between fragments (`#…`) of a page opens none. A page that came with its panel is drawn again by
 * the server.
 */
addEventListener('popstate', ({ state }: PopStateEvent) => {
  closeAct()
  if (isAct(state)) return void openAct(location.href).then((isThere) => isThere || location.reload())
  if (currentAddress() === shownAddress) return
  if (!isPanel(state)) return location.reload()
  void show(state).then((isThere) => (isThere ? markCurrent() : location.reload()))
})

function isPanel(state: unknown): state is Panel {
  return typeof state === 'object' && state !== null && 'into' in state && 'fragment' in state
}

/** Refreshes work in progress, while somebody looks at the page. */
function lookAgain(): void {
  const place = document.querySelector<HTMLElement>('[data-look-again]')
  if (!place) return
  const look = async () => {
    if (!document.hidden) place.toggleAttribute('data-behind', !(await renew(currentAddress(), place.id)))
    lookAgain()
  }
  setTimeout(() => void look(), Number(place.dataset['lookAgain']) * 1_000)
}

document.addEventListener('visibilitychange', () => {
  const place = document.querySelector('[data-look-on-return]')
  if (place && !document.hidden) void renew(currentAddress(), place.id)
})

addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement) || !target.form) return
  const { form } = target
  if (target.type === 'file') sendChosen(form)
  // Text fields are sent with the button: a page that moves while somebody types is no help.
  else if (form.dataset['live'] && target.type !== 'text') void refreshLive(form, form.dataset['live'])
})

let latestAddress = ''

async function refreshLive(form: HTMLFormElement, into: string): Promise<void> {
  const typed = new FormData(form)
  const query = new URLSearchParams([...typed].map(([name, value]) => [name, String(value)]))
  latestAddress = `${location.pathname}?${query}`
  const address = latestAddress
  const page = await fetchPage(address).catch(() => null)
  // Another choice was made meanwhile: its own answer follows.
  if (address !== latestAddress) return
  if (!page || !patchElement(page, into)) return form.requestSubmit()
  history.replaceState(history.state, '', address)
  shownAddress = currentAddress()
}

function sendChosen(form: HTMLFormElement): void {
  if (form.dataset['send'] === undefined) return
  if (form.querySelector<HTMLInputElement>('input[type=file]')?.files?.length) form.requestSubmit()
}

/**
 * Sends files that were chosen before the script was there. Skips files that the browser restored on the way back or at a
 * reload, else nobody could leave the next page.
 */
function sendEarly(): void {
  const [opened] = performance.getEntriesByType('navigation')
  if (!(opened instanceof PerformanceNavigationTiming) || opened.type !== 'navigate') return
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-send]')) sendChosen(form)
}

addEventListener('submit', ({ target: form, submitter, defaultPrevented }) => {
  if (!(form instanceof HTMLFormElement) || defaultPrevented) return
  if (form.dataset['stay'] !== undefined) keepScrollFor(form.action)
  const { after } = form.dataset
  if (after) setTimeout(() => void renew(currentAddress(), CONTENT), Number(after))
  else if (submitter instanceof HTMLButtonElement && form.target === '') showBusy(submitter)
})

const STAY = 'stay'

/** Keeps the scroll position for the next page, if that is the same page; used once. */
function keepScrollFor(address: string): void {
  sessionStorage.setItem(STAY, JSON.stringify({ path: new URL(address).pathname, y: scrollY }))
}

function restoreScroll(): void {
  const kept = sessionStorage.getItem(STAY)
  sessionStorage.removeItem(STAY)
  // A refusal takes the focus, and the place, itself.
  if (!kept || document.querySelector('[autofocus]')) return
  const { path, y } = JSON.parse(kept) as { path: string; y: number }
  if (path === location.pathname) scrollTo({ top: y, behavior: 'instant' })
}

/** Loads the page of a file that shows `#line-4711`: the server never sees the fragment. */
function goToLine(): void {
  const line = /^#line-(\d{1,7})$/.exec(location.hash)?.[1]
  if (!line || document.getElementById(`line-${line}`)) return
  if (new URLSearchParams(location.search).get('line') !== line) location.replace(`?line=${line}${location.hash}`)
}

addEventListener('keydown', ({ key, target, ctrlKey, metaKey, altKey }) => {
  if (key !== '?' || ctrlKey || metaKey || altKey) return
  if (target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')) return
  document.getElementById('keys-help')?.togglePopover()
})

addEventListener('hashchange', goToLine)
restoreScroll()
goToLine()
sendEarly()
lookAgain()
followEndings()
followLooks()
carryTyped()
if (globalThis.isSecureContext) watchOutbox()
if (document.querySelector('[data-moments]')) void import('./drag-moments.ts').then(({ dragMoments }) => dragMoments())
if (document.querySelector('[data-gather]')) void import('./gather-files.ts').then(({ gatherFiles }) => gatherFiles())
if (document.querySelector('[data-share]')) void import('./share-file.ts').then(({ shareFiles }) => shareFiles())
const copy = document.querySelector<HTMLElement>('[data-from-icon]:not([hidden])')
if (copy) void renewCopy(copy)
const board = document.querySelector<HTMLElement>('[data-board]')
if (board) void import('./drag-cards.ts').then(({ dragCards }) => dragCards(board))
// A browser keeps pages only for a site that it reaches securely. Pages that another session left are deleted. Without a network everything
// stays as it was.
if (globalThis.isSecureContext) keepAreaOnPhone().catch(() => {})
loadIslands()

/** Turns the phone's copy of the home into its current version; without a network says so instead. */
async function renewCopy(line: HTMLElement): Promise<void> {
  const page = await fetchPage(location.href).catch(() => null)
  if (!page) {
    line.hidden = true
    for (const note of document.querySelectorAll<HTMLElement>('[data-without-network]')) note.hidden = false
    return
  }
  const { pathname } = new URL(page.URL)
  // The page redirects, or the site was deployed anew since and has other styles.
  if (pathname !== location.pathname || partsOf(page) !== partsOf(document) || !patchElement(page, CONTENT))
    return location.replace(pathname)
  // Shows again how many forms wait.
  dispatchEvent(new Event('online'))
}

function partsOf(page: Document): string {
  return [...page.querySelectorAll('link[rel=stylesheet]')].map((link) => link.getAttribute('href')).join()
}

/**
 * Takes over forms that must not be lost as soon as somebody begins with one; forms that wait are sent from whatever page is
 * opened next.
 */
function watchOutbox(): void {
  const formOf = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLFormElement>('form[data-outbox]') : null
  document.addEventListener('focusin', ({ target }) => formOf(target) && void import('./outbox.ts'))
  document.addEventListener('submit', (event) => {
    const form = formOf(event.target)
    if (!form) return
    event.preventDefault()
    void handToOutbox(form, event.submitter)
  })
  // Load it at once where nothing else is kept: the network may be gone by the time somebody begins.
  const start = () => void import('./outbox.ts').then(({ startOutbox }) => startOutbox())
  if (document.querySelector('[data-outbox=late]') || localStorage.getItem('volante-outbox') !== null) start()
  // A killed browser may have lost the mark, which it writes to disk later than the forms.
  else if (document.querySelector('[data-outbox-list]'))
    void indexedDB
      .databases()
      .then((all) => all.some(({ name }) => name === 'volante') && start())
      .catch(() => {})
}

async function handToOutbox(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const outbox = await import('./outbox.ts').catch(() => null)
  // The script cannot be loaded any more: send it as any form.
  if (!outbox) return form.submit()
  outbox.startOutbox()
  await outbox.take(form, submitter)
}

async function keepAreaOnPhone(): Promise<void> {
  const line = document.querySelector<HTMLElement>('[data-keep-area]')
  if (!line && !(await caches.keys()).some((name) => name !== PARTS)) return
  // The page itself does not need this, so it waits for the load.
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  const { keepArea, forgetOthers } = await import('./keep-area.ts')
  await (line ? keepArea(line.dataset) : forgetOthers())
}
