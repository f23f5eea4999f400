/*
 * Says once, on somebody's second visit, how the site is kept on the phone's first screen (`data-install`), and never again. A cookie
 * remembers it: signing out empties every other storage of a driver's browser.
 */
const NAME = 'volante-install'
const YEAR = 365 * 24 * 3_600

/** What a browser says when it can install the site by itself; not in every one, and not in TypeScript's library. */
type Offer = Event & { prompt: () => Promise<unknown> }

export function hintInstall(): void {
  const hint = document.querySelector<HTMLElement>('[data-install]')
  const isInstalled = matchMedia('(display-mode: standalone)').matches
  if (!hint || isInstalled) return
  // Safari of a phone installs nothing by itself: its words say where that is.
  if ('standalone' in navigator) return show(hint, 'iphone', null)
  addEventListener('beforeinstallprompt', (event) => {
    // Else the browser asks on every visit.
    event.preventDefault()
    show(hint, 'other', event as Offer)
  })
}

function show(hint: HTMLElement, words: 'iphone' | 'other', offer: Offer | null): void {
  if (!isSecondVisit()) return
  for (const one of hint.querySelectorAll<HTMLElement>('[data-install-words]'))
    one.hidden = one.dataset['installWords'] !== words
  hint.hidden = false
  for (const button of hint.querySelectorAll<HTMLButtonElement>('button')) {
    const installs = button.dataset['installNow'] !== undefined
    button.hidden = installs && offer === null
    button.addEventListener('click', () => {
      hint.hidden = true
      remember('closed')
      if (installs) void offer?.prompt()
    })
  }
}

/** A visit lasts as long as its tab; of the second one every page of it, until it is closed. */
function isSecondVisit(): boolean {
  const visits = new RegExp(`(?:^|; )${NAME}=(\\w+)`).exec(document.cookie)?.[1]
  const visit = sessionStorage.getItem(NAME)
  if (visits === 'closed') return false
  if (visit !== null) return visit === 'second'
  sessionStorage.setItem(NAME, visits === undefined ? 'first' : visits === 'first' ? 'second' : 'later')
  remember(visits === undefined ? 'first' : 'shown')
  return visits === 'first'
}

function remember(word: 'first' | 'shown' | 'closed'): void {
  document.cookie = `${NAME}=${word}; Path=/; Max-Age=${YEAR}; SameSite=Lax`
}
