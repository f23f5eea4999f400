const ORDER = new Intl.Collator('pt', { numeric: true })

/**
 * The order of short names and labels as people count: `M2` before `M10`, letters as in Portuguese. One collator for all:
 * `localeCompare` with choices makes one for every two names.
 */
export function inNumberedOrder(one: string, other: string): number {
  return ORDER.compare(one, other)
}
