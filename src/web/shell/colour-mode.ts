import { PRODUCT } from '#messages/brand.ts'

/** Light unless the reader chose otherwise; the system's own mode is not followed (spec 4). */
export type ColourMode = 'light' | 'dark'

/** Name of the cookie, and of the entry in the browser's storage. */
export const COLOUR_KEY = `${PRODUCT.toLowerCase()}-colour-mode`
const COLOUR_COOKIE_SECONDS = 31_536_000

export function colourModeOf(request: Request): ColourMode {
  return colourModeIn(request.headers.get('cookie') ?? '')
}

/** The colour mode in the header of cookies: `a=b; c=d`. */
export function colourModeIn(cookies: string): ColourMode {
  return new RegExp(`(?:^|; *)${COLOUR_KEY}=dark(?:;|$)`).test(cookies) ? 'dark' : 'light'
}

export function colourCookie(mode: ColourMode): string {
  return `${COLOUR_KEY}=${mode}; Path=/; Max-Age=${COLOUR_COOKIE_SECONDS}; SameSite=Lax`
}
