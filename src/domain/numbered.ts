const ORDER = new Intl.Collator('pt', { numeric: true })

/**
 * Compares short names and labels as people count: `M2` before `M10`, letters as in Portuguese. It uses one collator,
 * because `localeCompare` with options would make one for every comparison.
 */
export function inNumberedOrder(one: string, other: string): number {
  return ORDER.compare(one, other)
}
