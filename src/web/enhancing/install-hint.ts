/* Says once, on somebody's second visit, how to add the site to the phone's home screen (`data-install`), and never again. A cookie
 * remembers it: signing out empties every other storage of a driver's browser. / */
const NAME = 'volante-install'
const YEAR = 365 * 24 * 3_600

/** The event of a browser that can install the site. Not every browser has it, and neither does TypeScript's library. */
type Offer = Event & { prompt: () => Promise<unknown> }

export function hintInstall(): void {
  const hint = document.querySelector<HTMLElement>('[data-install]')
  const isInstalled = matchMedia('(display-mode: standalone)').matches
  if (!hint || isInstalled) return
  // Safari on a phone does not offer to install: the words tell where its menu has it.
  if ('standalone' in navigator) return show(hint, 'iphone', null)
  addEventListener('beforeinstallprompt', (event) => {
    // Otherwise the browser asks by itself on every visit.
    event.preventDefault()
    show(hint, 'other', event as Offer)
  })
}

function show(hint: HTMLElement, words: 'iphone' | 'other', offer: Offer | null): void {
  if (!isSecondVisit()) return
  for (const element of hint.querySelectorAll<HTMLElement>('[data-install-words]'))
    element.hidden = element.dataset['installWords'] !== words
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

/** A visit lasts as long as its tab. The hint shows on every page of the second visit, until somebody closes it. */
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
