/** Finds the median; of an even number the mean of the two in the middle, rounded to the unit. Needs at least one value. */
export function median<Unit extends number>(values: readonly Unit[]): Unit {
  const inOrder = values.toSorted((a, b) => a - b)
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
  const [low, high] = [inOrder[(inOrder.length - 1) >> 1]!, inOrder[inOrder.length >> 1]!]
  return Math.round((low + high) / 2) as Unit
}
