import { type Colour, readColour, SHADES, shadesOf } from '#domain/colour.ts'
import type { Route } from './+types/colours.ts'

/** The style sheet of a brand colour, which its file name says. */
export const loader = ({ params }: Route.LoaderArgs) => {
  const colour = readColour(/^([0-9a-f]{6})\.css$/.exec(params.file)?.[1] ?? '')
  if (!colour) throw new Response(null, { status: 404 })
  return new Response(sheetOf(colour), {
    headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=31536000, immutable' },
  })
}

/** The tokens of `styles/tokens.css` that follow the brand colour. */
function sheetOf(colour: Colour): string {
  const shades = shadesOf(colour)
  const greens = SHADES.map((name) => `--green-${name}:${shades[name]}`).join(';')
  return `:root{${greens}}@media not print{html.dark{--select:${shades[950]}}}`
}
