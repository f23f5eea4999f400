/** Whether two lists hold the very same objects in the same order: then a result for one is also right for the other. */
export function haveSameItems<One extends object>(some: readonly One[], others: readonly One[]): boolean {
  return some === others || (some.length === others.length && some.every((item, place) => item === others[place]))
}
