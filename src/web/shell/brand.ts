import { type Brand, defaultBrand } from '#messages/brand.ts'
import { useT } from '#web/i18n.tsx'
import { useShell } from './shell.ts'

/** The operator's brand in the language of the page; the product's own if the shell could not be read. */
export function useBrand(): Brand {
  const t = useT()
  return useShell()?.brand ?? defaultBrand(t)
}

/** The address of the style sheet of a brand colour: the colour is in its name, so browsers may keep it for ever. */
export function coloursAddress(colour: string): string {
  return `/brand/colours/${colour.slice(1)}.css`
}
