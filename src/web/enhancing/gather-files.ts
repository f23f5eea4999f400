/* A camera gives a field one photo at a time, and browsers replace what was chosen before. Here it stays, so that both
 * sides of a card can be photographed one after the other. `data-gather` marks the field, `data-empties` the button that
 * empties it; both are inside `data-gathered`. */
const chosenBefore = new WeakMap<HTMLInputElement, File[]>()

export function gatherFiles(): void {
  addEventListener('click', ({ target }) => {
    // The browser or another script may have put files there since the last choice.
    if (isGathering(target)) chosenBefore.set(target, [...(target.files ?? [])])
    if (target instanceof Element && target.closest('[data-empties]')) empty(target)
  })
  // Runs before the script that says which files are chosen (`shell/site-script.ts`) sees the event.
  addEventListener('change', ({ target }) => isGathering(target) && gather(target), true)
  addEventListener('pageshow', () => document.querySelectorAll('[data-gather]').forEach(showButton))
}

function isGathering(target: unknown): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.dataset['gather'] !== undefined
}

function gather(input: HTMLInputElement): void {
  const chosen = [...(chosenBefore.get(input) ?? []), ...(input.files ?? [])]
  const files = [...new Map(chosen.map((file) => [identify(file), file])).values()]
  const list = new DataTransfer()
  for (const file of files) list.items.add(file)
  input.files = list.files
  chosenBefore.set(input, files)
  showButton(input)
}

/** Tells files apart: a phone may give every photo the same name. */
function identify({ name, size, lastModified }: File): string {
  return `${lastModified} ${size} ${name}`
}

function empty(button: Element): void {
  const input = button.closest('[data-gathered]')?.querySelector('[data-gather]')
  if (!isGathering(input)) return
  chosenBefore.delete(input)
  input.value = ''
  input.dispatchEvent(new Event('change', { bubbles: true }))
  input.focus()
}

function showButton(input: Element): void {
  const button = input.closest('[data-gathered]')?.querySelector<HTMLElement>('[data-empties]')
  if (button && isGathering(input)) button.hidden = input.files?.length === 0
}
