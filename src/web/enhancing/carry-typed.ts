import { SIGNED_IN } from '#web/shell/signed-in.ts'

/* What somebody typed goes along when they change the language in the middle of a form: the page loads anew in the other one,
 * with the same fields in the same order. Passwords and files stay behind, and everything does if somebody else signs in on the way. */
const STORE = 'typed'
const FIELDS = 'main form[method=post] :is(input, select, textarea):not([type=hidden], [type=password], [type=file])'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type Carried = {
  path: string
  person: string
  typed: [place: number, name: string, value: string, isTicked: boolean][]
}

export function carryTyped(): void {
  const kept = sessionStorage.getItem(STORE)
  sessionStorage.removeItem(STORE)
  if (kept) restore(JSON.parse(kept) as Carried)
  addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[data-language]')
    if (!link) return
    const typed = fields().flatMap((field, place): Carried['typed'] =>
      isChanged(field) ? [[place, field.name, field.value, 'checked' in field && field.checked]] : [],
    )
    if (typed.length > 0)
      sessionStorage.setItem(STORE, JSON.stringify({ path: link.pathname, person: person(), typed }))
  })
}

/** The person in the mark of the session's cookie (`session.server.ts`). */
function person(): string {
  return new RegExp(`${SIGNED_IN}=\\w*(\\w{12})`).exec(document.cookie)?.[1] ?? ''
}

function fields(): Field[] {
  return [...document.querySelectorAll<Field>(FIELDS)]
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected)
  return field.value !== field.defaultValue || ('checked' in field && field.checked !== field.defaultChecked)
}

function restore({ path, person: typist, typed }: Carried): void {
  if (path !== location.pathname || typist !== person()) return
  const allFields = fields()
  for (const [place, name, value, isTicked] of typed) {
    const field = allFields[place]
    if (field?.name !== name) continue
    field.value = value
    if ('checked' in field) field.checked = isTicked
    field.closest('details')?.setAttribute('open', '')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
}
