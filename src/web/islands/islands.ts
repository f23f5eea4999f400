/** Every island by its name: what the browser brings when it is wanted. */
export const ISLANDS = {
  palette: () => import('./palette.tsx'),
}

export type IslandName = keyof typeof ISLANDS
export type When = 'load' | 'visible' | 'asked'
