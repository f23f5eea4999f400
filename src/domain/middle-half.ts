/** Values between which half of the measured ones lie. */
export type Band = { low: number; high: number }

/** Fewest people who are compared: with fewer, a range would give somebody away. */
export const FEWEST_COMPARED = 5

/**
 * Answers the values between which the middle half of the measured ones lies, in their unit, rounded outwards to
 * `step`: an end is one person's value, and must not be readable as that (`docs/decisions/219`). `null` where fewer
 * than five were measured.
 */
export function middleHalf(values: readonly number[], step: number): Band | null {
  if (values.length < FEWEST_COMPARED) return null
  const inOrder = values.toSorted((a, b) => a - b)
  const last = inOrder.length - 1
  const [low = 0, high = 0] = [inOrder[Math.floor(last / 4)], inOrder[Math.ceil((last * 3) / 4)]]
  return { low: Math.floor(low / step) * step, high: Math.ceil(high / step) * step }
}
