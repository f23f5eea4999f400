/* Reads values that are certain to exist although the types cannot show it: a list that is never empty, a map that has
   the key. If that was wrong, each throws instead of going on without a value. */

/** Answers the first of a list that is never empty. */
export function firstOf<Item>(items: readonly Item[]): Item {
  if (items.length === 0) throw new Error('The list is empty')
  return items[0] as Item
}

/** Answers the last of a list that is never empty. */
export function lastOf<Item>(items: readonly Item[]): Item {
  if (items.length === 0) throw new Error('The list is empty')
  return items[items.length - 1] as Item
}

/** Answers the value of a key that a map is known to have. */
export function requireValue<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  if (!map.has(key)) throw new Error(`Nothing is known of ${String(key)}`)
  return map.get(key) as Value
}
