import fc from 'fast-check'
import { expect, test } from 'vitest'
import { p75, SCALES, stepOf, VITALS, verdictOf } from './vital.ts'

test('three of four visits are no worse than the 75th percentile, and one in four is no better', () => {
  const tally = fc.record({ step: fc.nat(50), count: fc.integer({ min: 1, max: 9 }) })
  fc.assert(
    fc.property(fc.array(tally, { minLength: 1 }), (tallies) => {
      const found = p75(tallies)!
      const visits = tallies.flatMap(({ step, count }) => Array.from({ length: count }, () => step))
      expect(visits.filter((step) => step <= found).length).toBeGreaterThanOrEqual(visits.length * 0.75)
      expect(visits.filter((step) => step >= found).length).toBeGreaterThanOrEqual(visits.length * 0.25)
    }),
  )
})

test('exactly three of four visits are enough', () => {
  expect(
    p75([
      { step: 20, count: 1 },
      { step: 10, count: 3 },
    ]),
  ).toBe(10)
})

test('without visits there is no figure', () => {
  expect([p75([]), p75([{ step: 10, count: 0 }])]).toEqual([null, null])
})

test('a measure is never counted as better than it was, nor worse by a whole step', () => {
  fc.assert(
    fc.property(fc.constantFrom(...VITALS), fc.integer({ min: 0, max: 2000 }), (vital, measure) => {
      const counted = stepOf(vital, measure)
      expect(counted).toBeGreaterThanOrEqual(measure)
      expect(counted - measure).toBeLessThan(SCALES[vital].step)
    }),
  )
})

test('what is beyond any page is counted at the end of the scale', () => {
  expect(stepOf('lcp', 3_600_000)).toBe(20_000)
})

test('the thresholds are edges of steps: what is good is never counted as less', () => {
  for (const vital of VITALS) {
    const { good, poor, step } = SCALES[vital]
    expect([good % step, verdictOf(vital, stepOf(vital, good))]).toEqual([0, 'good'])
    expect(verdictOf(vital, stepOf(vital, good + 1))).toBe('middling')
    expect(verdictOf(vital, poor)).toBe('middling')
    expect(verdictOf(vital, stepOf(vital, poor + step))).toBe('poor')
  }
})
