import { bring } from './bring.ts'

/*
 * A link with `data-act` leads to a small act. Here its card is shown over the page of the link, under the address of its own page; back and
 * forward close and open it. What is refused comes as its whole page: there is one way of sending.
 */
type Act = { act: true }

/** Ids that the page around may have too. */
const NAMES = ['id', 'for', 'aria-labelledby', 'aria-describedby', 'list']

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
  for (const one of [card, ...card.querySelectorAll('*')])
    for (const name of NAMES) {
      const ids = one.getAttribute(name)
      if (ids) one.setAttribute(name, ids.replaceAll(/\S+/g, 'act-$&'))
    }
  const mine = document.createElement('dialog')
  mine.setAttribute('aria-labelledby', card.getAttribute('aria-labelledby') ?? '')
  mine.append(document.adoptNode(card))
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
  const first =
    mine.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea') ?? mine.querySelector('h2')
  first?.focus()
  return true
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

/** The way back from what follows leads to the record, not to an act that is done. */
addEventListener('submit', ({ target, defaultPrevented }) => {
  if (defaultPrevented || !(target instanceof Element)) return
  const record = target.closest('#act, #act-act')?.querySelector<HTMLAnchorElement>('[data-cancel]')
  if (record) history.replaceState(null, '', record.href)
})

// A page that comes back out of the browser's memory shows the record alone.
addEventListener('pagehide', () => dialog?.remove())
