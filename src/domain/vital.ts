/**
 * What a visit to a page felt like, in the four measures of the Web Vitals: how soon the first byte and the largest
 * element came, how long the page took to answer a hand, and how far things jumped. Times are whole milliseconds, jumps
 * are thousandths of a layout shift score.
 */
export const VITALS = ['lcp', 'inp', 'cls', 'ttfb'] as const
export type Vital = (typeof VITALS)[number]

type Scale = {
  /** Up to here it is good, above `poor` it is poor (web.dev/vitals, thresholds of the 75th percentile). */
  readonly good: number
  readonly poor: number
  /** Width of the steps in which measures are counted; nothing finer is kept. */
  readonly step: number
  /** What no page reaches: more is counted here. */
  readonly most: number
}

export const SCALES: Record<Vital, Scale> = {
  lcp: { good: 2500, poor: 4000, step: 50, most: 20_000 },
  inp: { good: 200, poor: 500, step: 8, most: 4000 },
  cls: { good: 100, poor: 250, step: 5, most: 2000 },
  ttfb: { good: 800, poor: 1800, step: 20, most: 10_000 },
}

/** A hand held or a desk: where the page is as narrow as a phone, it is a phone. */
export const DEVICES = ['phone', 'desktop'] as const
export type Device = (typeof DEVICES)[number]

export type Verdict = 'good' | 'middling' | 'poor'

/** The upper edge of the step in which a measure falls: 0 stays 0. */
export function stepOf(vital: Vital, measure: number): number {
  const { step, most } = SCALES[vital]
  return Math.min(Math.ceil(measure / step) * step, Math.ceil(most / step) * step)
}

export type Tally = { readonly step: number; readonly count: number }

/** The step that three of four visits do not exceed; `null` without visits. Steps may come in any order. */
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
