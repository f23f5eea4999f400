import type { Language } from '#messages/language.ts'

/** Values that each island gets from its page besides its props. */
export type PageContext = {
  /** The language of the page. */
  language: Language
  /** The element that holds the island; only in the browser. */
  place?: HTMLElement
}

/** Event on `place`: somebody asked for the island, and it is now loaded. */
export const ASKED = 'asked'
