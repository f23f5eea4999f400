/*
 * What is certain here and cannot be seen by the types: a list that is never empty, a map that has the key. Each ends with a
 * defect where that was wrong, instead of going on with nothing.
 */

/** The first of a list that is never empty. */
export function firstOf<Item>(items: readonly Item[]): Item {
  if (items.length === 0) throw new Error('The list is empty')
  return items[0] as Item
}

/** The last of a list that is never empty. */
export function lastOf<Item>(items: readonly Item[]): Item {
  if (items.length === 0) throw new Error('The list is empty')
  return items[items.length - 1] as Item
}

/** What a map holds under a key that it has. */
export function knownIn<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  if (!map.has(key)) throw new Error(`Nothing is known of ${String(key)}`)
  return map.get(key) as Value
}
