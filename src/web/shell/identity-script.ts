import { LATE } from '#web/held-form.ts'
import { SIGNED_IN } from './signed-in.ts'

/* Keeps a page in step with who is signed in: leaves when the session ends anywhere, checks again when the browser
 * restores the page from memory, and opens Google's window. Holds no token and knows no name. */

/** Messages between the tabs of one browser: `in` and `out`. */
const tabs = new BroadcastChannel('auth')
/** Milliseconds for which a closed window may still deliver its result (spec 9). */
const CLOSED_WAIT_MS = 8000

const find = (selector: string) => document.querySelector<HTMLElement>(selector)
const showsSignedIn = () => find('[data-signed="in"]') !== null
const isHinted = () => document.cookie.includes(`${SIGNED_IN}=1`)
const state = (name: string) => (document.documentElement.dataset['account'] = name)

function notifyTabs(word: 'in' | 'out'): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  tabs.postMessage(word)
}

/** When a form of this page was sent: its answer is on the way, and nothing may replace the page before that. */
let leftAt = Number.NEGATIVE_INFINITY
const LEAVES_WITHIN = 10_000
document.addEventListener('submit', (event) => {
  const isLogout = event.target instanceof Element && event.target.matches('[data-logout]')
  // A form that the panel sends by script does not leave the page; that is known only after all listeners have run.
  setTimeout(() => {
    if (isLogout || !event.defaultPrevented) leftAt = performance.now()
  })
})

/**
 * Reloads the open page for whoever is signed in now; the panel redirects people who are signed out to the sign-in page,
 * which says so when something that was typed is lost by that.
 */
function drawAnew(): void {
  if (performance.now() - leftAt <= LEAVES_WITHIN) return
  const { pathname, search } = location
  const lost = showsSignedIn() && hasTyped() ? `${search ? '&' : '?'}${LATE}=lost` : ''
  location.assign(pathname + search + lost)
}

/** Passwords do not count: browsers fill them in. */
function hasTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>(
    'main form[method=post] :is(input:not([type=password]), textarea)',
  )
  return [...fields].some(({ value, defaultValue }) => value !== defaultValue)
}

/** The page and the browser's cookie disagree about who is signed in: ask the server. */
async function lookAgain(): Promise<void> {
  state('loading')
  try {
    const { user } = (await (await fetch('/api/auth/session')).json()) as { user: object | null }
    if (!user) document.cookie = `${SIGNED_IN}=; Path=/; Max-Age=0`
    if ((user !== null) !== showsSignedIn()) {
      notifyTabs(user ? 'in' : 'out')
      return drawAnew()
    }
  } catch {
    // The server cannot be reached: the page stays as it is.
  }
  state(showsSignedIn() ? 'in' : 'out')
}

if (isHinted() && !showsSignedIn()) void lookAgain()
else state(showsSignedIn() ? 'in' : 'out')

addEventListener('pageshow', ({ persisted }) => {
  if (persisted && isHinted() !== showsSignedIn()) void lookAgain()
})

tabs.addEventListener('message', ({ data }) => {
  if ((data === 'in') !== showsSignedIn()) drawAnew()
})

if (showsSignedIn()) {
  if (new URLSearchParams(location.search).has('popup')) {
    notifyTabs('in')
    close()
  }
  // One tab of the browser listens for all; when it closes, another one takes over.
  void navigator.locks?.request(
    'auth-events',
    () =>
      new Promise(() => {
        const events = new EventSource('/api/auth/events')
        events.addEventListener('session-ended', () => {
          notifyTabs('out')
          drawAnew()
        })
        // The server refuses the stream: the session ended while no tab listened.
        events.addEventListener('error', () => events.readyState === EventSource.CLOSED && void lookAgain())
      }),
  )
}

/** Shows the meaning of a code, in words that the page brought along. */
function showProblem(google: HTMLElement, word: 'blocked' | 'closed'): void {
  const alert = find('[data-google-alert]')
  if (!alert) return
  alert.textContent = google.dataset[word] ?? ''
  alert.hidden = false
  alert.focus()
}

document.addEventListener('click', (event) => {
  const google = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-google]') : null
  if (!google || event.ctrlKey || event.metaKey) return
  const address = new URL(google.href)
  address.searchParams.set('popup', '1')
  const popup = open(address, 'google', 'popup,width=480,height=640')
  // The pop-up was blocked: the link itself goes on, in this page.
  if (!popup) return showProblem(google, 'blocked')
  event.preventDefault()
  const watch = setInterval(() => {
    if (!popup.closed) return
    clearInterval(watch)
    setTimeout(() => showProblem(google, 'closed'), CLOSED_WAIT_MS)
  }, 500)
})
