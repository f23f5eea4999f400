/** A colour as `#rrggbb`, lower case. */
export type Colour = string & { readonly brand: unique symbol }

/** Reads `#228B22` and `228b22`; `null` for anything else. */
export function readColour(text: string): Colour | null {
  const hex = /^#?([0-9a-f]{6})$/i.exec(text.trim())?.[1]
  return hex ? (`#${hex.toLowerCase()}` as Colour) : null
}

/** Ratios that WCAG 2.2 asks for (1.4.3 and 1.4.11): small text, and large text or shapes. */
export const TEXT_CONTRAST = 4.5
export const SHAPE_CONTRAST = 3

/** Lightest background on which a brand is drawn, in light mode: a contrast that is enough here is also enough on white. */
export const PAPER = '#f7f5f0' as Colour
export const WHITE = '#ffffff' as Colour

/** Contrast of two colours, from 1 (none) to 21 (black on white), as WCAG 2.2 defines it. */
export function contrast(one: Colour, other: Colour): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Whether a brand of this colour would hardly be seen on paper. */
export function isTooLight(colour: Colour): boolean {
  return contrast(colour, PAPER) < SHAPE_CONTRAST
}

export const SHADES = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950] as const
export type Shade = (typeof SHADES)[number]

/** Contrast on white of each shade of the product's own green; a darker brand colour makes the dark shades darker still. */
const ON_WHITE: Record<Exclude<Shade, 500>, number> = {
  50: 1.06,
  100: 1.14,
  200: 1.32,
  300: 1.68,
  400: 2.5,
  600: 5.6,
  700: 7.6,
  800: 10.3,
  900: 13.5,
  950: 17,
}

/**
 * Makes eleven shades of one brand colour, 500 being the colour itself. The others keep its hue and get the lightness
 * that their contrast on white needs, so that text (700), buttons (700, 800) and the accents of dark mode (300, 400)
 * meet WCAG for any brand colour.
 */
export function shadesOf(colour: Colour): Record<Shade, Colour> {
  const contrastWithWhite = contrast(colour, WHITE)
  const shade = (name: Shade): Colour => {
    if (name === 500) return colour
    const contrastOnWhite =
      name < 500
        ? ON_WHITE[name]
        : Math.min(19, Math.max(ON_WHITE[name], contrastWithWhite * (1 + (name - 500) / 2000)))
    return withContrast(colour, contrastOnWhite)
  }
  return Object.fromEntries(SHADES.map((name) => [name, shade(name)])) as Record<Shade, Colour>
}

/** Finds the colour of the same hue with this contrast on white, within what a screen can show. */
function withContrast(colour: Colour, target: number): Colour {
  const { chroma, hue } = toOklch(colour)
  let [dark, light] = [0, 1]
  for (let step = 0; step < 24; step++) {
    const middle = (dark + light) / 2
    if (contrast(fromOklch(middle, chroma, hue), WHITE) > target) dark = middle
    else light = middle
  }
  return fromOklch(dark, chroma, hue)
}

/** Converts OKLCH to a colour of the screen, less vivid where a screen couldn't show it. */
function fromOklch(lightness: number, chroma: number, hue: number): Colour {
  let vivid = Math.min(chroma, 0.37 * Math.min(lightness, 1.02 - lightness))
  for (; vivid > 0.001; vivid *= 0.94) {
    if (linearOf(lightness, vivid, hue).every((part) => part >= -0.0005 && part <= 1.0005)) break
  }
  const channels = linearOf(lightness, vivid, hue).map((part) => {
    const clipped = Math.min(1, Math.max(0, part))
    const encoded = clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}` as Colour
}

/** Björn Ottosson, "A perceptual color space for image processing" (2020). */
function linearOf(lightness: number, chroma: number, hue: number): [number, number, number] {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function toOklch(colour: Colour): { chroma: number; hue: number } {
  const [red, green, blue] = linearChannels(colour)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return { chroma: Math.hypot(a, b), hue: Math.atan2(b, a) }
}

/** Relative luminance (WCAG 2.2). */
function luminance(colour: Colour): number {
  const [red, green, blue] = linearChannels(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linearChannels(colour: Colour): [number, number, number] {
  const channel = (at: number): number => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}
