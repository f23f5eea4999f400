/** Sides of the squares a phone keeps of the mark: the middle one is Apple's. */
export const ICON_SIZES = [180, 192, 512] as const

export type IconSize = (typeof ICON_SIZES)[number]

export function iconAddress(size: IconSize): string {
  return `/icons/${size}.png`
}
