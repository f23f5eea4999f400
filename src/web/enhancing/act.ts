import { ask, bring } from './bring.ts'
import { work } from './busy.ts'

/*
 * A link with `data-act` leads to a small act. Here its card is shown over the page of the link, under the address of its own page; back and
 * forward close and open it. What is refused is said in it; what is done takes the place of the record that it was opened over.
 */
type Act = { act: true }

/** Ids that the page around may have too. */
const NAMES = ['id', 'for', 'aria-labelledby', 'aria-describedby', 'list', 'data-copy']

let dialog: HTMLDialogElement | null = null

export function isAct(state: unknown): state is Act {
  return typeof state === 'object' && state !== null && 'act' in state
}

/** Shows the act of this address; answers whether it could be brought. */
export async function openAct(address: string): Promise<boolean> {
  const page = await bring(address).catch(() => null)
  const card = page?.getElementById('act')
  if (!card) return false
  closeAct()
  const mine = document.createElement('dialog')
  put(card, mine)
  // Among the words of the panel, whose size it has.
  const around = document.querySelector('main') ?? document.body
  around.append(mine)
  mine.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-cancel]') || event.ctrlKey || event.metaKey)
      return
    event.preventDefault()
    mine.close()
  })
  mine.addEventListener('close', () => {
    mine.remove()
    linkTo(address)?.focus()
    // Closed by its reader, not by the way back: the address goes back too.
    if (dialog === mine && isAct(history.state)) history.back()
  })
  dialog = mine
  mine.showModal()
  focusIn(mine)
  return true
}

/** The card is all that the dialog has. */
function put(card: HTMLElement, into: HTMLDialogElement): void {
  for (const one of [card, ...card.querySelectorAll('*')])
    for (const name of NAMES) {
      const ids = one.getAttribute(name)
      if (ids) one.setAttribute(name, ids.replaceAll(/\S+/g, 'act-$&'))
    }
  into.setAttribute('aria-labelledby', card.getAttribute('aria-labelledby') ?? '')
  into.replaceChildren(document.adoptNode(card))
}

/** What is wrong comes first, then what is to be filled in. */
function focusIn(mine: HTMLDialogElement): void {
  const first =
    mine.querySelector<HTMLElement>('[aria-invalid=true]') ??
    mine.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea') ??
    mine.querySelector('h2')
  first?.focus()
}

/** What was open goes, as its address did already. */
export function closeAct(): void {
  const before = dialog
  dialog = null
  before?.close()
}

function linkTo(address: string): HTMLAnchorElement | undefined {
  return [...document.querySelectorAll<HTMLAnchorElement>('a[data-act]')].find(({ href }) => href === address)
}

addEventListener('submit', (event) => {
  const { target: form, submitter, defaultPrevented } = event
  if (defaultPrevented || !(form instanceof HTMLFormElement)) return
  const record = form.closest('#act, #act-act')?.querySelector<HTMLAnchorElement>('[data-cancel]')
  if (!record) return
  if (dialog?.contains(form) && form.dataset['leaves'] === undefined) {
    event.preventDefault()
    void send(form, submitter, dialog)
  }
  // The way back from what follows leads to the record, not to an act that is done.
  else history.replaceState(null, '', record.href)
})

/** Sends a form of the dialog without leaving the record. */
async function send(form: HTMLFormElement, submitter: HTMLElement | null, mine: HTMLDialogElement): Promise<void> {
  if (form.ariaBusy) return
  form.ariaBusy = 'true'
  const filled = new FormData(form, submitter)
  const isWhole = form.enctype === 'multipart/form-data'
  if (submitter instanceof HTMLButtonElement) work(submitter)
  const { page } = await ask(
    'POST',
    form.action,
    isWhole ? filled : new URLSearchParams([...filled].map(([name, value]) => [name, String(value)])),
  )
  form.ariaBusy = null
  const found = page ? new URL(page.URL) : null
  const card = page?.getElementById('act')
  if (found && found.pathname !== new URL(form.action).pathname) takePlace(found)
  else if (card && mine.open) {
    put(card, mine)
    focusIn(mine)
  } else if (mine.open) {
    // What is neither is the browser's to show: the same form, which acts once.
    form.dataset['leaves'] = ''
    form.requestSubmit(submitter)
  }
}

/** What follows an act stands where its record stood: the way back leads to where the reader was before. */
function takePlace(address: URL): void {
  const go = () => {
    if (address.pathname + address.search !== location.pathname + location.search) return location.replace(address)
    // To another place of the same page a browser would only scroll.
    history.replaceState(null, '', address)
    scrollTo(0, 0)
    location.reload()
  }
  if (!isAct(history.state)) return go()
  addEventListener('popstate', go, { once: true })
  history.back()
}

// A page that comes back out of the browser's memory shows the record alone.
addEventListener('pagehide', () => dialog?.remove())
