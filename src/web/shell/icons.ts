import { type Language, inLanguage } from '#messages/language.ts'

/** Sides of the squares a phone keeps of the mark: the middle one is Apple's. */
export const ICON_SIZES = [180, 192, 512] as const

export type IconSize = (typeof ICON_SIZES)[number]

export function iconAddress(size: IconSize): string {
  return `/icons/${size}.png`
}

/** The manifest of the site as an application, in the language of the page that names it. */
export function manifestAddress(language: Language): string {
  return inLanguage('/manifest.webmanifest', language)
}

/** The sizes of icons that a phone cuts to its own shape: the mark stands in the middle four fifths. */
export const CUT_SIZES = [192, 512] as const

export function cutIconAddress(size: (typeof CUT_SIZES)[number]): string {
  return `/icons/cut-${size}.png`
}
