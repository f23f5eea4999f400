import { contrast, type Colour, PAPER, readColour, shadesOf, TEXT_CONTRAST } from '#domain/colour.ts'
import { useT } from '#web/i18n.tsx'
import { Item, Items } from '#web/ui/items.tsx'

/** The greens of the product, and the ground of dark mode, as `styles/tokens.css` has them. */
// oxlint-disable-next-line typescript/no-non-null-assertion -- the colour is written here
const GREENS = { 500: readColour('#228b22')!, 700: readColour('#0e630f')!, 300: readColour('#97d893')! }
// oxlint-disable-next-line typescript/no-non-null-assertion -- the colour is written here
const DARK = readColour('#1a1d19')!

/**
 * Contrasts of a colour: of itself on white, of the shade for text, and of the shade for dark mode. `null`: those of the
 * product's greens.
 */
export function contrastsOf(chosen: Colour | null) {
  const shades = chosen ? shadesOf(chosen) : GREENS
  const contrastOnPaper = contrast(shades[500], PAPER)
  const shown = (says: 'shapes' | 'shapesAndText' | 'text' | 'dark', colour: Colour, on: Colour) => ({
    says,
    colour,
    on,
  })
  return [
    shown(contrastOnPaper < TEXT_CONTRAST ? 'shapes' : 'shapesAndText', shades[500], PAPER),
    shown('text', shades[700], PAPER),
    shown('dark', shades[300], DARK),
  ]
}

export function ColourContrast({ contrasts }: { contrasts: ReturnType<typeof contrastsOf> }) {
  const t = useT()
  return (
    <Items label={t('page.brand.contrast.title')}>
      {contrasts.map(({ says, colour, on }) => (
        <Item
          key={says}
          mark={
            <svg width="44" height="28" viewBox="0 0 44 28">
              <rect width="44" height="28" rx="8" fill={on} />
              <path d="M10 14h24" stroke={colour} strokeWidth="4" strokeLinecap="round" />
            </svg>
          }
        >
          {t(`page.brand.contrast.${says}`, { colour })}
        </Item>
      ))}
    </Items>
  )
}
