/**
 * A field's value before and after a change, as text; `null` where there was or is none. A field inside another is
 * named by its path: `fee.rate`.
 */
export type Change = { field: string; before: string | null; after: string | null }

/**
 * Lists what differs between two records kept as JSON, in the order of their fields. Empty texts, empty lists and nulls
 * count as absent; lists of plain values read as one text; numbers stay as they are kept (cents, basis points).
 */
export function changesBetween(before: unknown, after: unknown): Change[] {
  const [partsBefore, partsAfter] = [new Map(parts(before)), new Map(parts(after))]
  return [...new Set([...partsBefore.keys(), ...partsAfter.keys()])]
    .map((field) => ({ field, before: partsBefore.get(field) ?? null, after: partsAfter.get(field) ?? null }))
    .filter((change) => change.before !== change.after)
}

function parts(value: unknown, way = ''): [string, string][] {
  if (value === null || value === undefined || value === '') return []
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => typeof item !== 'object')
    return value.length === 0 ? [] : [[way, isPlain ? value.join(', ') : JSON.stringify(value)]]
  }
  if (typeof value !== 'object') return [[way, String(value)]]
  return Object.entries(value).flatMap(([name, part]) => parts(part, way === '' ? name : `${way}.${name}`))
}
