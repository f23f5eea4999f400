/** Milliseconds before a button says that it works: a quicker answer needs no such word. */
const BUSY_AFTER_MS = 300

/** Says on the button that it works, until the answer is there; a page restored from the browser's memory stops saying it. */
export function showBusy(button: HTMLButtonElement): void {
  const { working } = button.dataset
  // A form that waited for its photos is sent a second time.
  if (working === undefined || button.ariaBusy) return
  const words = [...button.childNodes]
  button.ariaBusy = 'true'
  const timer = setTimeout(() => working && button.replaceChildren(working), BUSY_AFTER_MS)
  addEventListener(
    'pageshow',
    () => {
      clearTimeout(timer)
      button.ariaBusy = null
      button.replaceChildren(...words)
    },
    { once: true },
  )
}
