import { PRODUCT } from '#messages/brand.ts'
import './identity-script.ts'
import { COLOUR_KEY, colourCookie, type ColourMode } from './colour-mode.ts'

/**
 * The one script of the public pages, and of the shell everywhere: language overlay, colour mode, popover on hover,
 * mobile menu, sign-out. Everything works without it as plain HTML; the script only makes it nicer.
 */
const LANGUAGE_KEY = `${PRODUCT.toLowerCase()}-locale`
const OPEN_DELAY = 200
const CLOSE_DELAY = 300

const page = document.documentElement

function find<Kind extends HTMLElement>(selector: string): Kind | null {
  return document.querySelector<Kind>(selector)
}

/** Sets the colour mode: the server draws by the cookie; the storage remembers the mode when the cookie is gone. */
function paint(mode: ColourMode): void {
  page.classList.toggle('dark', mode === 'dark')
  page.dataset['theme'] = mode
  document.cookie = colourCookie(mode)
}

try {
  if (localStorage.getItem(COLOUR_KEY) === 'dark' && !page.classList.contains('dark')) paint('dark')
} catch {
  // The page may have no access to storage; the cookie is enough.
}

function toggleColour(): void {
  const mode = page.classList.contains('dark') ? 'light' : 'dark'
  paint(mode)
  localStorage.setItem(COLOUR_KEY, mode)
}

/** Changing language loads the page anew; the overlay stands until then (spec 4). */
function changeLanguage({ dataset }: HTMLElement): void {
  const overlay = find('[data-language-overlay]')
  try {
    localStorage.setItem(LANGUAGE_KEY, dataset['language'] ?? 'pt')
    if (overlay) overlay.hidden = false
  } catch (error) {
    console.error('Erro ao trocar idioma', error)
  }
}

addEventListener('pageshow', () => {
  const overlay = find('[data-language-overlay]')
  if (overlay) overlay.hidden = true
})

document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element)) return
  const plain = !(event.ctrlKey || event.metaKey || event.shiftKey)
  const language = event.target.closest<HTMLElement>('[data-language]')
  if (language && plain) changeLanguage(language)
  const menu = event.target.closest('[data-menu]')
  if (event.target.closest('a')) menu?.removeAttribute('open')
  if (event.target.closest('[popover] a')) event.target.closest<HTMLElement>('[popover]')?.hidePopover()
  if (!menu) find('[data-menu][open]')?.removeAttribute('open')
})

document.addEventListener('keydown', (event) => {
  const menu = find('[data-menu][open]')
  if (event.key !== 'Escape' || !menu) return
  menu.removeAttribute('open')
  menu.querySelector('summary')?.focus()
})

/** Copies a text in one press; if the page may not use the clipboard (no HTTPS), the text is selected instead. */
async function copy({ dataset, nextElementSibling: status }: HTMLElement): Promise<void> {
  const field = dataset['copy'] ? document.getElementById(dataset['copy']) : null
  if (!field) return
  const isArea = field instanceof HTMLTextAreaElement
  try {
    // Word joiners keep words together on the page and are no part of the text.
    await navigator.clipboard.writeText((isArea ? field.value : field.textContent).replaceAll('\u2060', ''))
  } catch {
    field.closest('details')?.setAttribute('open', '')
    if (isArea) field.select()
    else getSelection()?.selectAllChildren(field)
    if (!document.execCommand('copy')) return
  }
  if (status instanceof HTMLElement) status.textContent = status.dataset['copied'] ?? ''
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy]') : null
  if (button) void copy(button)
})

/** Shows the chosen files in the page's language: browsers do that in their own. */
function sayChosen(input: Element): void {
  const hint = input.nextElementSibling
  if (!(input instanceof HTMLInputElement && hint instanceof HTMLElement) || hint.dataset['chosen'] === undefined)
    return
  const names = [...(input.files ?? [])].map(({ name }) => name)
  hint.textContent = `${names.length > 1 ? `${names.length} ${hint.dataset['chosen']}: ` : ''}${names.join(', ')}`
}

document.addEventListener('change', ({ target }) => target instanceof Element && sayChosen(target))
// Photos are made smaller before they are sent. The script comes once somebody begins to choose, or drops one.
for (const name of ['click', 'change'])
  document.addEventListener(name, ({ target }) => {
    if (target instanceof Element && target.matches('[data-photos]')) void import('#web/enhancing/send-photos.ts')
  })
// After a reload or on the way back, the browser restores what was chosen.
addEventListener('pageshow', () => document.querySelectorAll('input[type=file]').forEach(sayChosen))

document.addEventListener(
  'submit',
  (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement)) return
    if (form.matches('[data-colour]')) {
      event.preventDefault()
      toggleColour()
    }
    if (form.matches('[data-logout]')) {
      event.preventDefault()
      void leave(form)
    }
  },
  true,
)

/** Signing out empties a driver's storage; language and colour belong to the phone, so this puts them back. */
function rememberLook(): () => void {
  try {
    const kept = [LANGUAGE_KEY, COLOUR_KEY].map((key) => [key, localStorage.getItem(key)] as const)
    return () => kept.forEach(([key, value]) => value !== null && localStorage.setItem(key, value))
  } catch {
    return () => {}
  }
}

/**
 * Signs out and goes to the home page; on a failure the script forgets the user, without a message and without leaving
 * the page (spec 8).
 */
async function leave(form: HTMLFormElement): Promise<void> {
  try {
    const putBack = rememberLook()
    const answer = await fetch(form.action, { method: 'POST', redirect: 'manual' })
    if (answer.status >= 400) throw new Error(String(answer.status))
    putBack()
    location.assign(form.dataset['logout'] || '/')
  } catch (error) {
    console.error('Erro ao fazer logout', error)
    for (const element of document.querySelectorAll<HTMLElement>('[data-signed]')) {
      element.hidden = element.dataset['signed'] === 'in'
    }
  }
}

/** The account menu opens on hover after a moment; Escape, a click outside and blur close it. */
let timer: ReturnType<typeof setTimeout> | undefined
let isByHover = false

function afterDelay(delay: number, act: () => void): void {
  clearTimeout(timer)
  timer = setTimeout(act, delay)
}

function accountParts(target: EventTarget | null): HTMLElement | null {
  const part = target instanceof Element && target.closest('[data-hover], [data-hover-panel]')
  return part ? find('[data-hover-panel]') : null
}

function openByHover(panel: HTMLElement): void {
  if (panel.matches(':popover-open')) return
  panel.showPopover()
  isByHover = true
}

/** A click right after hover opened the menu means to open it, so it must not close it. */
document.addEventListener(
  'click',
  (event) => {
    clearTimeout(timer)
    const opener = event.target instanceof Element && event.target.closest('[data-hover]')
    if (opener && isByHover && find('[data-hover-panel]')?.matches(':popover-open')) event.preventDefault()
    isByHover = false
  },
  true,
)

document.addEventListener('pointerover', (event) => {
  if (event.pointerType !== 'mouse') return
  const panel = accountParts(event.target)
  if (panel) afterDelay(OPEN_DELAY, () => openByHover(panel))
  else if (accountParts(event.relatedTarget)) afterDelay(CLOSE_DELAY, () => find('[data-hover-panel]')?.hidePopover())
})

document.addEventListener('focusout', (event) => {
  if (accountParts(event.target) && event.relatedTarget && !accountParts(event.relatedTarget))
    find('[data-hover-panel]')?.hidePopover()
})
