import { type Brand, defaultBrand } from '#messages/brand.ts'
import { useT } from '#web/i18n.tsx'
import { useShell } from './shell.ts'

/** The operator's brand in the language of the page; the catalogue's own where the shell itself could not be read. */
export function useBrand(): Brand {
  const t = useT()
  return useShell()?.brand ?? defaultBrand(t)
}

/** Where the style sheet of a brand colour lies: the colour is in its name, so it can be kept for ever. */
export function coloursAddress(colour: string): string {
  return `/brand/colours/${colour.slice(1)}.css`
}
