/** Milliseconds before a button says that it works: an answer that comes sooner needs no word. */
const BUSY_AFTER = 300

/** Says on the button that it works, until the answer is there; a page that comes back out of the browser's memory does not work any more. */
export function work(button: HTMLButtonElement): void {
  const { working } = button.dataset
  if (working === undefined) return
  const words = [...button.childNodes]
  button.ariaBusy = 'true'
  const timer = setTimeout(() => working && button.replaceChildren(working), BUSY_AFTER)
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
