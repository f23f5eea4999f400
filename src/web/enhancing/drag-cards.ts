/*
 * On the board of applications a card follows the hand to another place, or goes there by Shift and an arrow. Letting go sends
 * the form that each card has anyway: what a hand can do here, its buttons can without a script.
 */
const ARROWS: Readonly<Record<string, 'up' | 'down' | -1 | 1>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: -1,
  ArrowRight: 1,
}

/** Makes the cards of a board follow hand and keys. */
export function dragCards(board: HTMLElement): void {
  let held: { card: HTMLElement; list: Element | null; next: Element | null } | null = null
  board.addEventListener('dragstart', ({ target, dataTransfer }) => {
    const card = target instanceof HTMLElement && target.dataset['card'] !== undefined ? target : null
    if (!card || !dataTransfer) return
    dataTransfer.effectAllowed = 'move'
    dataTransfer.setData('text/plain', '')
    held = { card, list: card.parentElement, next: card.nextElementSibling }
  })
  board.addEventListener('dragover', (event) => {
    const list =
      event.target instanceof Element ? event.target.closest('[data-column]')?.querySelector('[data-stage]') : null
    if (!held || !list) return
    event.preventDefault()
    const under = cardsOf(list).find((card) => card !== held?.card && event.clientY < middleOf(card))
    if (held.card.parentElement !== list || held.card.nextElementSibling !== (under ?? null))
      list.insertBefore(held.card, under ?? null)
  })
  board.addEventListener('drop', (event) => {
    if (!held) return
    event.preventDefault()
    const { card, list, next } = held
    held = null
    // Dropped where it was: nothing is sent.
    if (card.parentElement === list && card.nextElementSibling === next) return
    const after = card.nextElementSibling
    // A long column shows only its first cards, so dropping at the visible end is not the end of the column.
    const unseen = card.closest<HTMLElement>('[data-stage]')?.dataset['after'] ?? ''
    send(card, stageOf(card), after instanceof HTMLElement ? (after.dataset['card'] ?? '') : unseen)
  })
  board.addEventListener('dragend', () => {
    // Dropped outside, or the drag was cancelled.
    if (held) held.list?.insertBefore(held.card, held.next)
    held = null
  })
  board.addEventListener('keydown', (event) => {
    const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-card]') : null
    const direction = ARROWS[event.key]
    if (!card || direction === undefined || !event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (typeof direction === 'string') return send(card, direction)
    const stages = [...board.querySelectorAll<HTMLElement>('[data-stage]')].map(({ dataset }) => dataset['stage'] ?? '')
    const to = stages[stages.indexOf(stageOf(card)) + direction]
    if (to) send(card, to)
  })
  // After a move by keys the focus stays on the moved card.
  const movedCard = document.getElementById(location.hash.slice(1))
  if (movedCard?.dataset['card'] !== undefined) movedCard.querySelector('a')?.focus()
}

function cardsOf(list: Element): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[data-card]')]
}

function middleOf(card: HTMLElement): number {
  const { top, height } = card.getBoundingClientRect()
  return top + height / 2
}

function stageOf(card: HTMLElement): string {
  return card.closest<HTMLElement>('[data-stage]')?.dataset['stage'] ?? ''
}

function send(card: HTMLElement, to: string, before = ''): void {
  const form = card.querySelector('form')
  if (!form) return
  for (const [name, value] of Object.entries({ to, before })) {
    const field = document.createElement('input')
    Object.assign(field, { type: 'hidden', name, value })
    form.append(field)
  }
  form.requestSubmit()
}
