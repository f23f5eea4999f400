/**
 * The four measures of the Web Vitals of a visit: how soon the first byte and the largest element came, how long the
 * page took to react to input, and how much its layout jumped. Times are whole milliseconds, jumps are thousandths of a
 * layout shift score.
 */
export const VITALS = ['lcp', 'inp', 'cls', 'ttfb'] as const
export type Vital = (typeof VITALS)[number]

type Scale = {
  /** Highest good value; above `poor` it is poor (web.dev/vitals, thresholds of the 75th percentile). */
  readonly good: number
  readonly poor: number
  /** Width of the steps in which values are counted; nothing finer is kept. */
  readonly step: number
  /** Upper limit, which no page reaches: a higher value counts as this one. */
  readonly most: number
}

export const SCALES: Record<Vital, Scale> = {
  lcp: { good: 2500, poor: 4000, step: 50, most: 20_000 },
  inp: { good: 200, poor: 500, step: 8, most: 4000 },
  cls: { good: 100, poor: 250, step: 5, most: 2000 },
  ttfb: { good: 800, poor: 1800, step: 20, most: 10_000 },
}

/** Kinds of device: a page as narrow as on a phone counts as a phone. */
export const DEVICES = ['phone', 'desktop'] as const
export type Device = (typeof DEVICES)[number]

export type Verdict = 'good' | 'middling' | 'poor'

/** Answers the upper edge of the step in which a value falls: 0 stays 0. */
export function stepOf(vital: Vital, measure: number): number {
  const { step, most } = SCALES[vital]
  return Math.min(Math.ceil(measure / step) * step, Math.ceil(most / step) * step)
}

export type Tally = { readonly step: number; readonly count: number }

/** Finds the step that three of four visits do not exceed; `null` without visits. Steps may come in any order. */
export function p75(tallies: readonly Tally[]): number | null {
  const total = tallies.reduce((sum, { count }) => sum + count, 0)
  let passed = 0
  for (const { step, count } of tallies.toSorted((a, b) => a.step - b.step)) {
    passed += count
    if (passed * 4 >= total * 3 && total > 0) return step
  }
  return null
}

export function verdictOf(vital: Vital, measure: number): Verdict {
  const { good, poor } = SCALES[vital]
  if (measure <= good) return 'good'
  return measure <= poor ? 'middling' : 'poor'
}
