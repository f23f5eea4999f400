/** Every island by its name, with the module that the browser loads when it is wanted. */
export const ISLANDS = {
  damages: () => import('./damages.tsx'),
  'day-map': () => import('./day-map.tsx'),
  'fleet-map': () => import('./fleet-map.tsx'),
  palette: () => import('./palette.tsx'),
  signature: () => import('./signature.tsx'),
  'zone-map': () => import('./zone-map.tsx'),
}

export type IslandName = keyof typeof ISLANDS
export type When = 'load' | 'visible' | 'asked'
