/** The middle one; of an even number the mean of the two in the middle, to the unit. Wants at least one. */
export function median<Unit extends number>(values: readonly Unit[]): Unit {
  const inOrder = values.toSorted((a, b) => a - b)
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
  const [low, high] = [inOrder[(inOrder.length - 1) >> 1]!, inOrder[inOrder.length >> 1]!]
  return Math.round((low + high) / 2) as Unit
}
