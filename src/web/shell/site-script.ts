import { PRODUCT } from '#messages/brand.ts'
import './identity-script.ts'
import { COLOUR_KEY, colourCookie, type ColourMode } from './colour-mode.ts'

/**
 * The one script of the public pages, and of the shell everywhere: language overlay, colour mode, popover on hover,
 * mobile menu, sign-out. Everything here works without it as plain HTML; it only makes it nicer.
 */
const LANGUAGE_KEY = `${PRODUCT.toLowerCase()}-locale`
const OPEN_DELAY = 200
const CLOSE_DELAY = 300

const page = document.documentElement

function one<Kind extends HTMLElement>(selector: string): Kind | null {
  return document.querySelector<Kind>(selector)
}

/** Colour mode: the cookie is what the server draws by; the storage remembers when the cookie is gone. */
function paint(mode: ColourMode): void {
  page.classList.toggle('dark', mode === 'dark')
  page.dataset['theme'] = mode
  document.cookie = colourCookie(mode)
}

try {
  if (localStorage.getItem(COLOUR_KEY) === 'dark' && !page.classList.contains('dark')) paint('dark')
} catch {
  // Storage may be closed to the page; the cookie is enough.
}

function toggleColour(): void {
  const mode = page.classList.contains('dark') ? 'light' : 'dark'
  paint(mode)
  localStorage.setItem(COLOUR_KEY, mode)
}

/** Changing language loads the page anew; the overlay stands until then (spec 4). */
function changeLanguage({ dataset }: HTMLElement): void {
  const overlay = one('[data-language-overlay]')
  try {
    localStorage.setItem(LANGUAGE_KEY, dataset['language'] ?? 'pt')
    if (overlay) overlay.hidden = false
  } catch (error) {
    console.error('Erro ao trocar idioma', error)
  }
}

addEventListener('pageshow', () => {
  const overlay = one('[data-language-overlay]')
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
  if (!menu) one('[data-menu][open]')?.removeAttribute('open')
})

document.addEventListener('keydown', (event) => {
  const menu = one('[data-menu][open]')
  if (event.key !== 'Escape' || !menu) return
  menu.removeAttribute('open')
  menu.querySelector('summary')?.focus()
})

/** One press takes a text along; where the clipboard is closed to the page (no HTTPS), the old way does it. */
async function copy({ dataset, nextElementSibling: status }: HTMLElement): Promise<void> {
  const field = dataset['copy'] ? document.getElementById(dataset['copy']) : null
  if (!field) return
  const isArea = field instanceof HTMLTextAreaElement
  try {
    // What keeps words together on the page is no part of the text.
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

/** What a file input holds, in the page's language: browsers say it in their own. */
function sayChosen(input: Element): void {
  const said = input.nextElementSibling
  if (!(input instanceof HTMLInputElement && said instanceof HTMLElement) || said.dataset['chosen'] === undefined)
    return
  const names = [...(input.files ?? [])].map(({ name }) => name)
  said.textContent = `${names.length > 1 ? `${names.length} ${said.dataset['chosen']}: ` : ''}${names.join(', ')}`
}

document.addEventListener('change', ({ target }) => target instanceof Element && sayChosen(target))
// The browser brings back what was chosen before a reload, and on the way back.
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

/** Signing out empties a driver's storage: language and colour belong to the phone, and are put back. */
function rememberLook(): () => void {
  try {
    const kept = [LANGUAGE_KEY, COLOUR_KEY].map((key) => [key, localStorage.getItem(key)] as const)
    return () => kept.forEach(([key, value]) => value !== null && localStorage.setItem(key, value))
  } catch {
    return () => {}
  }
}

/** After signing out to the home page; a failure clears the local user, without a message and without moving (spec 8). */
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

/** The account menu opens on hover after a while; Escape, a click outside and blur close it. */
let timer: ReturnType<typeof setTimeout> | undefined
let isByHover = false

function later(delay: number, act: () => void): void {
  clearTimeout(timer)
  timer = setTimeout(act, delay)
}

function accountParts(target: EventTarget | null): HTMLElement | null {
  const near = target instanceof Element && target.closest('[data-hover], [data-hover-panel]')
  return near ? one('[data-hover-panel]') : null
}

function openByHover(panel: HTMLElement): void {
  if (panel.matches(':popover-open')) return
  panel.showPopover()
  isByHover = true
}

/** A click on what hover has just opened means to open it, not to close it again. */
document.addEventListener(
  'click',
  (event) => {
    clearTimeout(timer)
    const opener = event.target instanceof Element && event.target.closest('[data-hover]')
    if (opener && isByHover && one('[data-hover-panel]')?.matches(':popover-open')) event.preventDefault()
    isByHover = false
  },
  true,
)

document.addEventListener('pointerover', (event) => {
  if (event.pointerType !== 'mouse') return
  const panel = accountParts(event.target)
  if (panel) later(OPEN_DELAY, () => openByHover(panel))
  else if (accountParts(event.relatedTarget)) later(CLOSE_DELAY, () => one('[data-hover-panel]')?.hidePopover())
})

document.addEventListener('focusout', (event) => {
  if (accountParts(event.target) && event.relatedTarget && !accountParts(event.relatedTarget))
    one('[data-hover-panel]')?.hidePopover()
})
