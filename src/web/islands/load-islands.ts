import { detectLanguage } from '#web/detect-language.ts'
import { ISLANDS, type IslandName } from './islands.ts'
import type { ComponentType } from 'react'
import { ASKED, type PageContext } from './page-context.ts'

/** Hydrates the islands of a page, each at the moment that its `data-when` names. */
export function loadIslands(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-island]'))
    START[place.dataset['when'] ?? 'load']?.(place)
}

const START: Readonly<Record<string, (place: HTMLElement) => void>> = {
  load: (place) => void wake(place),
  visible: (place) => {
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      seen.disconnect()
      void wake(place)
    })
    seen.observe(place)
  },
  asked: (place) => {
    const keys = (place.dataset['keys'] ?? '').split(' ')
    document.addEventListener('keydown', (event) => {
      const { key, target, altKey } = event
      const isShortcut = event.ctrlKey || event.metaKey
      const types = target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
      if (altKey || !keys.includes((isShortcut ? 'ctrl+' : '') + key.toLowerCase()) || (types && !isShortcut)) return
      event.preventDefault()
      void ask(place)
    })
  },
}

async function ask(place: HTMLElement): Promise<void> {
  const from = document.activeElement
  const meanwhile = document.getElementById(place.dataset['meanwhile'] ?? '')
  meanwhile?.focus()
  // If React does not load, the ordinary field remains.
  await wake(place).then(
    () => {
      // What opens later returns the focus to where it was before, not to the stand-in field.
      meanwhile?.blur()
      if (from instanceof HTMLElement) from.focus({ preventScroll: true })
      return place.dispatchEvent(new CustomEvent(ASKED))
    },
    () => hydrations.delete(place),
  )
}

const hydrations = new Map<HTMLElement, Promise<void>>()

function wake(place: HTMLElement): Promise<void> {
  const known = hydrations.get(place) ?? hydrate(place)
  hydrations.set(place, known)
  return known
}

async function hydrate(place: HTMLElement): Promise<void> {
  const name = place.dataset['island'] as IslandName
  const [{ hydrateRoot }, { createElement }, { flushSync }, { default: Island }] = await Promise.all([
    import('react-dom/client'),
    import('react'),
    import('react-dom'),
    ISLANDS[name](),
  ])
  const props = { ...JSON.parse(place.dataset['props'] ?? '{}'), language: detectLanguage(document), place }
  // The server wrote the props into the page for this island. `flushSync` finishes its effects too before whoever waits
  // is told.
  flushSync(() =>
    hydrateRoot(place, createElement(Island as ComponentType<PageContext>, props), { identifierPrefix: name }),
  )
}
