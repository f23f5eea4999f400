import type { Language } from '#messages/language.ts'

/** What each island gets of its page besides its props. */
export type PageContext = {
  /** The language of the page. */
  language: Language
  /** Where it stands; in the browser alone. */
  place?: HTMLElement
}

/** Told to `place` when an island was asked for and is alive. */
export const ASKED = 'asked'
