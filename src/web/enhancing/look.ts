import { become } from './become.ts'

/** Milliseconds without a letter after which what was typed is looked at. */
const PAUSE = 350

/** Of a form with `data-look`: what is typed is shown as others will see it, by the same page that shows it without a script. */
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
  // Pictures are too heavy to be sent with every letter, and are seen once they are kept.
  for (const [name, value] of typed) if (value instanceof File) typed.delete(name)
  const page = await send(`${location.pathname}?look`, typed)
  if (page && mine === asked) become(page, form.dataset['look'] ?? '')
}

/** The page that answers a form, read but not shown; `null` where it was refused, as a word half typed is. */
function send(address: string, typed: FormData): Promise<Document | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.responseType = 'document'
    request.addEventListener('loadend', () => resolve(request.status === 200 ? request.responseXML : null))
    request.send(typed)
  })
}
