import { type Colour, readColour, SHADES, shadesOf } from '#domain/colour.ts'

/** The style sheet of the brand colour in its address (`coloursAddress`); `null` if the address has none. */
export function coloursAt(address: string): string | null {
  const colour = readColour(/^\/brand\/colours\/([0-9a-f]{6})\.css$/.exec(address)?.[1] ?? '')
  return colour && sheetOf(colour)
}

/** The design tokens of `styles/tokens.css` that follow the brand colour. */
function sheetOf(colour: Colour): string {
  const shades = shadesOf(colour)
  const greens = SHADES.map((name) => `--green-${name}:${shades[name]}`).join(';')
  return `:root{${greens}}@media not print{html.dark{--select:${shades[950]}}}`
}
