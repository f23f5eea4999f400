import { patchElement } from './patch-element.ts'

/** Milliseconds without a keystroke after which the preview is asked for. */
const PAUSE = 350

/** For forms with `data-look`: shows what is typed as others will see it, from the same page that shows it without a script. */
export function followLooks(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-look]')) {
    let timer: ReturnType<typeof setTimeout> | undefined
    form.addEventListener('input', () => {
      clearTimeout(timer)
      timer = setTimeout(() => void look(form), PAUSE)
    })
  }
}

let asked = 0

async function look(form: HTMLFormElement): Promise<void> {
  const mine = ++asked
  const typed = new FormData(form)
  // Pictures are too heavy to send with every keystroke; they are seen once they are saved.
  for (const [name, value] of typed) if (value instanceof File) typed.delete(name)
  const page = await send(`${location.pathname}?look`, typed)
  if (page && mine === asked) patchElement(page, form.dataset['look'] ?? '')
}

/** Sends the form and answers the page without showing it; `null` if it was refused, as with a half-typed word. */
function send(address: string, typed: FormData): Promise<Document | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.responseType = 'document'
    request.addEventListener('loadend', () => resolve(request.status === 200 ? request.responseXML : null))
    request.send(typed)
  })
}
