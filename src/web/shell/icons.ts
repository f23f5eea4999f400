import { type Language, inLanguage } from '#messages/language.ts'

/** Sides in pixels of the icons that a phone stores; 180 is Apple's. */
export const ICON_SIZES = [180, 192, 512] as const

export type IconSize = (typeof ICON_SIZES)[number]

export function iconAddress(size: IconSize): string {
  return `/icons/${size}.png`
}

/** The address of the web app manifest in a language. */
export function manifestAddress(language: Language): string {
  return inLanguage('/manifest.webmanifest', language)
}

/** Sides of icons that a phone crops to its own shape: the mark stands in the middle four fifths. */
export const CUT_SIZES = [192, 512] as const

export function cutIconAddress(size: (typeof CUT_SIZES)[number]): string {
  return `/icons/cut-${size}.png`
}
