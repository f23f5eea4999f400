import { patchElement } from './patch-element.ts'

/** Milliseconds without a keystroke after which the preview is asked for. */
const PAUSE_MS = 350

/** For forms with `data-look`: shows what is typed as others will see it, from the same page that shows it without a script. */
export function followLooks(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-look]')) {
    let timer: ReturnType<typeof setTimeout> | undefined
    form.addEventListener('input', () => {
      clearTimeout(timer)
      timer = setTimeout(() => void look(form), PAUSE_MS)
    })
  }
}

let asked = 0

async function look(form: HTMLFormElement): Promise<void> {
  const mine = ++asked
  const typed = new FormData(form)
  // Pictures are too heavy to send with every keystroke; they are seen once they are saved.
  for (const [name, value] of typed) if (value instanceof File) typed.delete(name)
  const { page, isRefused } = await send(`${location.pathname}?look`, typed)
  const id = form.dataset['look'] ?? ''
  // A half-typed word is refused too: then the preview stays as it is, unless the new one says what is wrong.
  const isNews = !isRefused || page?.getElementById(id)?.dataset['saysWhy'] !== undefined
  if (page && isNews && mine === asked) patchElement(page, id)
}

type Sent = { page: Document | null; isRefused: boolean }

/** Sends the form and answers the page without showing it, and whether the form was refused. */
function send(address: string, typed: FormData): Promise<Sent> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.responseType = 'document'
    request.addEventListener('loadend', () => resolve({ page: request.responseXML, isRefused: request.status !== 200 }))
    request.send(typed)
  })
}
