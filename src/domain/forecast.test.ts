import fc from 'fast-check'
import { expect, test } from 'vitest'
import { driverWeek } from '#test/judged-week.ts'
import { randomWeek } from '#test/random-week.ts'
import { instalment } from './adjustment.ts'
import { EXAMPLE_WEEK } from './example-week.ts'
import { type PastOwnWeek, cashForecast, reportedDays, forecastWeek } from './forecast.ts'
import { cents } from './money.ts'
import type { DriverWeek } from './settlement-types.ts'
import { settle } from './settlement.ts'
import { PLAIN_TERMS } from './terms.ts'
import { previousWeek, readWeek } from './week.ts'

const ALL = { uber: 7, bolt: 7, fuel: 7, charging: 7, tolls: 7 }
const NONE = { uber: 0, bolt: 0, fuel: 0, charging: 0, tolls: 0 }
const WEEK = readWeek('2026-W23')

const pastOf = ({ earnings, costs }: DriverWeek, back: number): PastOwnWeek => ({
  week: previousWeek(WEEK, back),
  earnings,
  costs,
})
const withoutFiles = (week: DriverWeek): DriverWeek => ({ ...week, earnings: [], costs: [] })

test('with all files in, whatever the week and the past, the forecast is the settlement to the cent', () => {
  fc.assert(
    fc.property(randomWeek, fc.array(randomWeek, { maxLength: 4 }), (raw, before) => {
      const week = driverWeek(raw)
      const found = forecastWeek(
        week,
        ALL,
        before.map((one, index) => pastOf(driverWeek(one), index + 1)),
      )
      const { net } = settle(week)
      expect([found.likely, found.low, found.high]).toEqual([net, net, net])
      expect(found.missing).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('a week that turns out as one of the own past weeks is within the range, and the likely one always is', () => {
  fc.assert(
    fc.property(randomWeek, fc.array(randomWeek, { minLength: 1, maxLength: 5 }), fc.nat(), (raw, before, which) => {
      const week = driverWeek(raw)
      const past = before.map((one, index) => pastOf(driverWeek(one), index + 1))
      const found = forecastWeek(withoutFiles(week), NONE, past)
      const like = past[which % past.length]
      if (!like) return
      const parts = like.costs.map((cost) =>
        cost.kind === 'toll' ? { ...cost, offTrip: cost.offTrip ?? false } : cost,
      )
      const { net } = settle({ ...week, earnings: like.earnings, costs: parts })
      if (found.missing.length > 0) {
        expect(net).toBeGreaterThanOrEqual(found.low)
        expect(net).toBeLessThanOrEqual(found.high)
      }
      expect(found.likely).toBeGreaterThanOrEqual(found.low)
      expect(found.likely).toBeLessThanOrEqual(found.high)
    }),
    { numRuns: 300 },
  )
})

const week: DriverWeek = { ...EXAMPLE_WEEK, terms: PLAIN_TERMS }
const past = [pastOf(week, 1)]

test('when a file tells three days, four sevenths of the past week are still to come', () => {
  const found = forecastWeek({ ...week, earnings: [], costs: [] }, { ...ALL, uber: 3 }, past)
  const [uber] = week.earnings
  expect(found.missing).toEqual([{ part: 'uber', days: 3 }])
  expect(found.ways[0]?.income).toBe(Math.round(((uber?.payment ?? 0) * 4) / 7))
})

test('a kind of cost that the driver never had is not missing, and nothing is guessed for a driver without a past', () => {
  expect(forecastWeek(week, { ...ALL, charging: 0 }, past).missing).toEqual([])
  const first = forecastWeek(withoutFiles(week), NONE, [])
  expect([first.isBlind, first.likely]).toEqual([true, settle(withoutFiles(week)).net])
})

test('an instalment that waits for income counts where the past brings some', () => {
  const due = instalment({ id: 'p', since: '2026-01-01' }, cents(50_00), 'Caução')
  const without = forecastWeek(withoutFiles(week), NONE, past)
  const found = forecastWeek(withoutFiles(week), NONE, past, [due])
  expect(found.likely).toBe(without.likely - 50_00)
  expect(found.known.net).toBe(without.known.net)
})

test('a file says the days up to its end, or those before it came', () => {
  const cameAt = Temporal.Instant.from('2026-06-04T09:00:00Z')
  expect(reportedDays(WEEK, { until: '2026-06-02', cameAt })).toBe(2)
  expect(reportedDays(WEEK, { until: null, cameAt })).toBe(3)
  expect(reportedDays(WEEK, { until: '2026-06-30', cameAt })).toBe(7)
  expect(reportedDays(WEEK, { until: '2026-05-31', cameAt })).toBe(0)
})

test('what comes in is what goes to drivers, what is spent and what is left', () => {
  const { income, payable, spent, left } = cashForecast([forecastWeek(week, ALL, past)])
  expect(income.likely).toBe(payable.likely + spent.likely + left.likely)
  expect(income.likely).toBe(settle(week).lines.reduce((soFar, one) => soFar + (one.group === 'A' ? one.amount : 0), 0))
})
