import { join } from 'node:path'
import { renderAsync } from '@resvg/resvg-js'
import { type Colour, readColour, shadesOf } from '#domain/colour.ts'
import { PROJECT_ROOT } from '#platform/root.ts'

const FONT = join(PROJECT_ROOT, 'src', 'integrations', 'pictures', 'rubik-500.ttf')
const GREEN = readColour('#228b22')!

/** Brand in the pictures: its name, its colour (`null`: the product's green), its logo as PNG. */
export type Face = { name: string; colour: string | null; logo: Uint8Array | null }

/** Draws the card that social networks show for a page: 1200 × 630, PNG. */
export function drawCard({ name, colour, logo }: Face, title: string): Promise<Uint8Array> {
  const { shape, ink } = inksOf(colour)
  const { lines, size } = breakTitle(title)
  const first = 360 - ((lines.length - 1) * size * 1.12) / 2
  return png(`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
    <rect width="1200" height="630" fill="#f7f5f0"/>
    ${
      logo
        ? picture(logo, 'x="80" y="64" width="320" height="128" preserveAspectRatio="xMinYMid"')
        : `${wheel(`translate(80 68) scale(2)`, shape)}
    <text x="216" y="147" font-size="52" fill="${ink}" letter-spacing="-1">${escapeXml(name)}</text>`
    }
    ${lines
      .map(
        (line, index) =>
          `<text x="80" y="${first + index * size * 1.12}" font-size="${size}" fill="${ink}" letter-spacing="${-size * 0.02}">${escapeXml(line)}</text>`,
      )
      .join('')}
    <path d="M80 556H1120" stroke="${shape}" stroke-width="4" stroke-linecap="round"/>
    ${[0, 1, 2, 3, 4, 5, 6]
      .map((day) => `<circle cx="${92 + day * 169.3}" cy="556" r="${day === 3 ? 18 : 12}" fill="${shape}"/>`)
      .join('')}
  </svg>`)
}

/**
 * Draws the organisation's logo, for search engines (500 × 500) and phones: a square PNG. `fitsCircle`: all of it is within
 * the circle of four fifths that a phone never cuts off.
 */
export function drawEmblem({ colour, logo }: Face, size = 500, fitsCircle = false): Promise<Uint8Array> {
  const { shape } = inksOf(colour)
  const [place, wheelPlace] = fitsCircle
    ? ['x="110" y="110" width="280" height="280"', 'translate(85 74) scale(5.5)']
    : ['x="50" y="50" width="400" height="400"', 'translate(10 -6) scale(8)']
  return png(`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 500 500">
    <rect width="500" height="500" fill="#fff"/>
    ${logo ? picture(logo, place) : wheel(wheelPlace, shape)}
  </svg>`)
}

/** Draws the name in place of a logo: 160 × 64, twice as large for a sharp screen. */
export function drawName({ name, colour }: Omit<Face, 'logo'>): Promise<Uint8Array> {
  const lines = wrapText(name, name.length <= 11 ? 11 : Math.max(11, Math.ceil(name.length / 2) + 2))
  const longest = Math.max(...lines.map(({ length }) => length))
  const size = Math.min(26, 160 / (longest * 0.58), 58 / (lines.length * 1.1))
  const first = 32 + size * (0.35 - 0.55 * (lines.length - 1))
  return png(`<svg xmlns="http://www.w3.org/2000/svg" width="320" height="128" viewBox="0 0 160 64">
    ${lines
      .map((line, index) => {
        const y = first + index * size * 1.1
        return `<text x="0" y="${y}" font-size="${size}" fill="${inksOf(colour).ink}">${escapeXml(line)}</text>`
      })
      .join('')}
  </svg>`)
}

/** Draws the mark of the product: a steering wheel whose spoke is the road of seven days. */
function wheel(transform: string, shape: Colour): string {
  const days = [12.6, 17.8, 23, 37, 42.2, 47.4].map((x) => `<circle cx="${x}" cy="32" r="2.1"/>`).join('')
  return `<g transform="${transform}"><g fill="none" stroke="#1a1d19" stroke-width="3.5" stroke-linecap="round">
    <circle cx="30" cy="32" r="24"/><path d="M30 37v17.5"/></g>
    <path d="M8 32h44" stroke="${shape}" stroke-width="1.5" stroke-linecap="round"/>
    <g fill="${shape}">${days}<circle cx="30" cy="32" r="4.7"/></g></g>`
}

function picture(logo: Uint8Array, place: string): string {
  return `<image href="data:image/png;base64,${Buffer.from(logo).toString('base64')}" ${place}/>`
}

function inksOf(colour: string | null): { shape: Colour; ink: Colour } {
  const shape = (colour && readColour(colour)) || GREEN
  return { shape, ink: shadesOf(shape)[950] }
}

/** Pixels for a line of the title. */
const TITLE_WIDTH = 1040

/** Breaks a title into as few lines as it needs, in the largest size that fits; a letter of Rubik Medium counts as 0.54 em. */
function breakTitle(title: string): { lines: string[]; size: number } {
  for (const size of [84, 72, 62, 52]) {
    const lines = wrapText(title, Math.floor(TITLE_WIDTH / (size * 0.54)))
    if (lines.length <= 2) return { lines, size }
  }
  return { lines: wrapText(title, 40).slice(0, 4), size: 48 }
}

function wrapText(text: string, most: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

async function png(svg: string): Promise<Uint8Array> {
  const font = { loadSystemFonts: false, fontFiles: [FONT], defaultFontFamily: 'Rubik' }
  return (await renderAsync(svg, { font })).asPng()
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
