import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents } from './money.ts'
import { LAW_FIGURES, contributionOf, declarationOf, lawFigureIn, nearnessToLimit, quarterOf } from './own-year.ts'

test('a quarter of 3,000 € of services counts 2,100 € and asks 149.80 € a month', () => {
  expect(contributionOf(cents(3_000_00), 2026, cents(537_13))).toEqual({ relevant: 2_100_00, monthly: 149_80 })
})

test('a month asks 20 € at least, and at most what twelve times the index asks', () => {
  expect(contributionOf(cents(0), 2026, cents(537_13))?.monthly).toBe(20_00)
  // 12 × 537.13 × 21.4 %
  expect(contributionOf(cents(90_000_00), 2026, cents(537_13))?.monthly).toBe(1_379_35)
  expect(contributionOf(cents(90_000_00), 2026, null)?.monthly).toBe(4_494_00)
})

test('for a year before the known figures nothing is said', () => {
  expect(contributionOf(cents(3_000_00), 2018, null)).toBeNull()
  expect(LAW_FIGURES.map((name) => lawFigureIn(name, 2018))).toEqual(LAW_FIGURES.map(() => null))
})

test('each quarter is declared in the month after it and paid from the 10th to the 20th of the next', () => {
  expect([1, 2, 3, 4].map((quarter) => declarationOf(2026, quarter as 1).to)).toEqual([
    '2026-04-30',
    '2026-07-31',
    '2026-10-31',
    '2027-01-31',
  ])
  expect(declarationOf(2026, 4)).toEqual({
    from: '2027-01-01',
    to: '2027-01-31',
    paidFrom: '2027-02-10',
    paidTo: '2027-02-20',
  })
  expect(['2026-01-01', '2026-03-31', '2026-04-01', '2026-12-31'].map(quarterOf)).toEqual([1, 1, 2, 4])
})

test('more services never ask for less', () => {
  const services = fc.integer({ min: 0, max: 50_000_00 })
  fc.assert(
    fc.property(services, services, (one, more) => {
      const asked = (of: number) => contributionOf(cents(of), 2026, cents(537_13))!.monthly
      return asked(one + more) >= asked(one)
    }),
  )
})

test('four fifths of a limit are near it, and one cent more than it is over', () => {
  const limit = cents(15_000_00)
  const states = [0, 11_999_99, 12_000_00, 15_000_00, 15_000_01].map((income) => nearnessToLimit(cents(income), limit))
  expect(states).toEqual(['below', 'below', 'near', 'near', 'over'])
})
