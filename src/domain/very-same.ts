/** Whether two lists hold the very same objects in the same order: then a result for one is also right for the other. */
export function haveSameItems<One extends object>(items: readonly One[], others: readonly One[]): boolean {
  return items === others || (items.length === others.length && items.every((item, place) => item === others[place]))
}
