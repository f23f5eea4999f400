import { requestPage, fetchPage } from './fetch-page.ts'
import { showBusy } from './busy.ts'

/* A link with `data-act` leads to a small act. Here its card is shown over the page of the link, under the address of its own page; back
 * and forward close and open it. The card shows a refusal; after success the next page replaces the record under the card. / */
type Act = { act: true }

/** Attributes that hold ids. The page around may use the same ids, so the card's get a prefix. */
const NAMES = ['id', 'for', 'aria-labelledby', 'aria-describedby', 'list', 'data-copy']

let dialog: HTMLDialogElement | null = null

export function isAct(state: unknown): state is Act {
  return typeof state === 'object' && state !== null && 'act' in state
}

/** Shows the act of this address; answers whether it could be fetched. */
export async function openAct(address: string): Promise<boolean> {
  const page = await fetchPage(address).catch(() => null)
  const card = page?.getElementById('act')
  if (!card) return false
  closeAct()
  const newDialog = document.createElement('dialog')
  putCard(card, newDialog)
  // Inside `main`, so that it takes the text size of the panel.
  const container = document.querySelector('main') ?? document.body
  container.append(newDialog)
  newDialog.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-cancel]') || event.ctrlKey || event.metaKey)
      return
    event.preventDefault()
    newDialog.close()
  })
  newDialog.addEventListener('close', () => {
    newDialog.remove()
    linkTo(address)?.focus()
    // The reader closed it without the back button, so the address goes back too.
    if (dialog === newDialog && isAct(history.state)) history.back()
  })
  dialog = newDialog
  newDialog.showModal()
  focusIn(newDialog)
  return true
}

/** Puts the card into the dialog as its only content, with its ids renamed. */
function putCard(card: HTMLElement, into: HTMLDialogElement): void {
  for (const element of [card, ...card.querySelectorAll('*')])
    for (const name of NAMES) {
      const ids = element.getAttribute(name)
      if (ids) element.setAttribute(name, ids.replaceAll(/\S+/g, 'act-$&'))
    }
  into.setAttribute('aria-labelledby', card.getAttribute('aria-labelledby') ?? '')
  into.replaceChildren(document.adoptNode(card))
}

/** Focuses the first field that is wrong, else the first to fill in, else the heading. */
function focusIn(target: HTMLDialogElement): void {
  const first =
    target.querySelector<HTMLElement>('[aria-invalid=true]') ??
    target.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea') ??
    target.querySelector('h2')
  first?.focus()
}

/** Closes the open act; its address has changed already. */
export function closeAct(): void {
  const openDialog = dialog
  dialog = null
  openDialog?.close()
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
  // The back button on the next page then leads to the record, not to an act that is done.
  else history.replaceState(null, '', record.href)
})

/** Sends a form of the dialog without leaving the record. */
async function send(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  openDialog: HTMLDialogElement,
): Promise<void> {
  if (form.ariaBusy) return
  form.ariaBusy = 'true'
  const fields = new FormData(form, submitter)
  const isMultipart = form.enctype === 'multipart/form-data'
  if (submitter instanceof HTMLButtonElement) showBusy(submitter)
  const { page } = await requestPage(
    'POST',
    form.action,
    isMultipart ? fields : new URLSearchParams([...fields].map(([name, value]) => [name, String(value)])),
  )
  form.ariaBusy = null
  const answeredAddress = page ? new URL(page.URL) : null
  const card = page?.getElementById('act')
  if (answeredAddress && answeredAddress.pathname !== new URL(form.action).pathname) takePlace(answeredAddress)
  else if (card && openDialog.open) {
    putCard(card, openDialog)
    focusIn(openDialog)
  } else if (openDialog.open) {
    // The answer is neither a refusal nor a redirect: send the same form again, so that the browser shows it. Its key
    // makes it act once.
    form.dataset['leaves'] = ''
    form.requestSubmit(submitter)
  }
}

/** Opens the page that follows an act in place of the record, so that the back button leads to where the reader was before it. */
function takePlace(address: URL): void {
  const go = () => {
    if (address.pathname + address.search !== location.pathname + location.search) return location.replace(address)
    // The browser would only scroll to another fragment of the same page, so reload it.
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
