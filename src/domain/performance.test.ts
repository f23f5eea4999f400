import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents } from './money.ts'
import {
  NOTHING_REPORTED,
  type PlatformWeek,
  type ReportedWeek,
  adjacentPeriod,
  filledFrom,
  figuresOf,
  periodAround,
  readFiguresPeriod,
} from './performance.ts'

const uberWeek = (uber: Partial<PlatformWeek>, more: Partial<ReportedWeek> = {}): ReportedWeek => ({
  uber: { ...NOTHING_REPORTED, ...uber },
  bolt: NOTHING_REPORTED,
  net: null,
  ...more,
})

test('what no source says is not measured, which is not zero', () => {
  const nothing = Object.values(figuresOf([uberWeek({})]))
  expect(nothing.every((value) => value === null)).toBe(true)
  expect(figuresOf([])).toMatchObject({ perHour: null, trips: null, net: null })
  const idle = figuresOf([uberWeek({ received: cents(0), trips: 0, onlineMinutes: 90, onTripMinutes: 0 })])
  expect(idle).toMatchObject({ perHour: 0, trips: 0, tripsPerHour: 0, utilisation: 0, perTrip: null, received: 0 })
})

test('money of one platform is never divided by the hours of another, nor of a week without hours', () => {
  const bolt = { ...NOTHING_REPORTED, received: cents(500_00) }
  const whole = uberWeek({ received: cents(400_00), trips: 50, onlineMinutes: 20 * 60 }, { bolt })
  const withoutHours = uberWeek({ received: cents(300_00) })
  expect(figuresOf([whole, withoutHours])).toMatchObject({
    perHour: 20_00,
    perTrip: 8_00,
    tripsPerHour: 250,
    received: 1_200_00,
  })
})

test('hours that Bolt says may be the same hours: they are added to nobody’s', () => {
  const bolt = { ...NOTHING_REPORTED, received: cents(100_00), trips: 10, onlineMinutes: 600 }
  const week = uberWeek({ received: cents(100_00), trips: 10, onlineMinutes: 300 }, { bolt })
  expect(figuresOf([week])).toMatchObject({ perHour: 20_00, minutes: 300, trips: 20, perTrip: 10_00 })
})

test('shares of two platforms are never mixed: they are Uber’s, and Bolt’s for who has none there', () => {
  const share = (said: number, weight: number) => ({ total: said * weight, weight })
  const bolt = { ...NOTHING_REPORTED, acceptance: share(4_000, 10), rating: share(470, 10) }
  const weeks = [
    uberWeek({ acceptance: share(9_000, 30) }, { bolt }),
    uberWeek({ acceptance: share(6_000, 10) }, { bolt }),
  ]
  expect(figuresOf(weeks)).toMatchObject({ acceptance: 8_250, rating: 470, completion: null })
  expect(figuresOf(weeks, 'bolt')).toMatchObject({ acceptance: 4_000, perHour: null, net: null })
})

test('a report of work fills what the others leave open, and counts no trip twice', () => {
  const said = { ...NOTHING_REPORTED, received: cents(90_00), trips: 9 }
  const work = { ...NOTHING_REPORTED, trips: 10, onlineMinutes: 300, metres: 60_000 }
  expect(filledFrom(said, work)).toEqual({
    ...NOTHING_REPORTED,
    received: 90_00,
    trips: 9,
    onlineMinutes: 300,
    metres: 60_000,
  })
})

test('a rate of several weeks is that of their sums, and not the mean of rates', () => {
  const short = uberWeek({ received: cents(50_00), onlineMinutes: 60 })
  const long = uberWeek({ received: cents(150_00), onlineMinutes: 60 * 9 })
  expect(figuresOf([short, long]).perHour).toBe(20_00)
})

const maybe = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { nil: null })
const share = maybe(
  fc
    .tuple(fc.nat(10_000), fc.integer({ min: 1, max: 200 }))
    .map(([said, weight]) => ({ total: said * weight, weight })),
)
const platform = fc.record({
  received: maybe(fc.integer({ min: -200_00, max: 2_000_00 }).map(cents)),
  trips: maybe(fc.nat(200)),
  onlineMinutes: maybe(fc.nat(6_000)),
  onTripMinutes: maybe(fc.nat(3_000)),
  metres: maybe(fc.nat(900_000)),
  utilisation: share,
  acceptance: share,
  cancellation: share,
  completion: share,
  rating: share,
})
const weeks = fc.array(
  fc.record({ uber: platform, bolt: platform, net: maybe(fc.integer({ min: -300_00, max: 900_00 }).map(cents)) }),
  { maxLength: 12 },
)

/** Divides exact integers, half away from zero, without the code under test. */
function divided(amount: bigint, by: bigint): number {
  const size = amount < 0n ? -amount : amount
  const whole = size / by + ((size % by) * 2n >= by ? 1n : 0n)
  return Number(amount < 0n ? -whole : whole)
}

/** Works the figures out in another way: week by week, each sum by itself. */
function again(reported: readonly ReportedWeek[], of: 'all' | 'uber' | 'bolt') {
  let [money, hours, tripHours, trips, busyHours, busy] = [0n, 0n, 0n, 0n, 0n, 0n]
  let [tripMoney, paidTrips, roadMoney, road] = [0n, 0n, 0n, 0n]
  const all = { trips: [] as number[], minutes: [] as number[], received: [] as number[], net: [] as number[] }
  const shares = { utilisation: [0n, 0n], acceptance: [0n, 0n], cancellation: [0n, 0n], completion: [0n, 0n] }
  const stars = [0n, 0n]
  const others = structuredClone({ ...shares, rating: stars })
  const mine = { ...shares, rating: stars }
  for (const { uber, bolt, net } of reported) {
    const timed = of === 'bolt' ? bolt : uber
    if (timed.onlineMinutes !== null) {
      const minutes = BigInt(timed.onlineMinutes)
      all.minutes.push(timed.onlineMinutes)
      if (timed.received !== null) [money, hours] = [money + BigInt(timed.received), hours + minutes]
      if (timed.trips !== null) [trips, tripHours] = [trips + BigInt(timed.trips), tripHours + minutes]
      if (timed.onTripMinutes !== null) [busy, busyHours] = [busy + BigInt(timed.onTripMinutes), busyHours + minutes]
    }
    for (const [into, from] of [
      [mine, timed],
      [others, bolt],
    ] as const)
      for (const name of ['utilisation', 'acceptance', 'cancellation', 'completion', 'rating'] as const) {
        const said = from[name]
        if (said === null) continue
        into[name] = [(into[name][0] ?? 0n) + BigInt(said.total), (into[name][1] ?? 0n) + BigInt(said.weight)]
      }
    for (const one of of === 'all' ? [uber, bolt] : [timed]) {
      if (one.trips !== null) all.trips.push(one.trips)
      if (one.received !== null) all.received.push(one.received)
      if (one.trips !== null && one.received !== null)
        [tripMoney, paidTrips] = [tripMoney + BigInt(one.received), paidTrips + BigInt(one.trips)]
      if (one.metres !== null && one.received !== null)
        [roadMoney, road] = [roadMoney + BigInt(one.received), road + BigInt(one.metres)]
    }
    if (net !== null && of === 'all') all.net.push(net)
  }
  const added = (list: number[]) => (list.length === 0 ? null : list.reduce((a, b) => a + b))
  const meanOf = ([amount = 0n, by = 0n]: bigint[]) => (by > 0n ? divided(amount, by) : null)
  const either = (name: 'acceptance' | 'cancellation' | 'completion' | 'rating') =>
    meanOf(mine[name]) ?? (of === 'all' ? meanOf(others[name]) : null)
  return {
    perHour: hours > 0n ? divided(money * 60n, hours) : null,
    perTrip: paidTrips > 0n ? divided(tripMoney, paidTrips) : null,
    perKilometre: road > 0n ? divided(roadMoney * 1_000n, road) : null,
    tripsPerHour: tripHours > 0n ? divided(trips * 6_000n, tripHours) : null,
    utilisation: busyHours > 0n ? divided(busy * 100n, busyHours) * 100 : meanOf(mine.utilisation),
    acceptance: either('acceptance'),
    completion: either('completion'),
    cancellation: either('cancellation'),
    rating: either('rating'),
    trips: added(all.trips),
    minutes: added(all.minutes),
    received: added(all.received),
    net: added(all.net),
  }
}

test('a thousand drivers of up to twelve weeks come to what another way of adding comes to', () => {
  fc.assert(
    fc.property(weeks, fc.constantFrom('all', 'uber', 'bolt'), (reported, of) => {
      expect(figuresOf(reported, of)).toEqual(again(reported, of))
    }),
    { numRuns: 1_000 },
  )
})

test('a period is a week or the weeks that end in a month, and has one before and one after', () => {
  const week = readFiguresPeriod('2026-W01')
  expect(week).toEqual({ kind: 'week', name: '2026-W01', weeks: ['2025-12-29'] })
  expect(adjacentPeriod(week, 'before').name).toBe('2025-W52')
  expect(adjacentPeriod(week, 'after').name).toBe('2026-W02')
  const month = readFiguresPeriod('2026-01')
  expect(month.weeks).toEqual(['2025-12-29', '2026-01-05', '2026-01-12', '2026-01-19'])
  expect(adjacentPeriod(month, 'before').name).toBe('2025-12')
  expect(adjacentPeriod(month, 'after').name).toBe('2026-02')
  expect(() => readFiguresPeriod('2026-Q5')).toThrow('week.unreadable')
  expect(() => readFiguresPeriod('2026-13')).toThrow()
})

test('a quarter and a year are the weeks of their months, each in one of them', () => {
  const year = readFiguresPeriod('2026')
  const quarters = [1, 2, 3, 4].map((quarter) => readFiguresPeriod(`2026-Q${quarter}`))
  expect(year.weeks).toEqual(quarters.flatMap(({ weeks: own }) => own))
  expect(quarters.map(({ name, kind }) => [name, kind])).toEqual([1, 2, 3, 4].map((at) => [`2026-Q${at}`, 'quarter']))
  expect(year.weeks).toEqual(
    Array.from({ length: 12 }, (_, at) => readFiguresPeriod(`2026-${String(at + 1).padStart(2, '0')}`).weeks).flat(),
  )
  for (const period of [year, ...quarters]) {
    const [before, after] = [adjacentPeriod(period, 'before'), adjacentPeriod(period, 'after')]
    expect(readFiguresPeriod(before.name)).toEqual(before)
    expect(adjacentPeriod(before, 'after')).toEqual(period)
    expect(adjacentPeriod(after, 'before')).toEqual(period)
    for (const week of period.weeks) expect(periodAround(period.kind, week)).toEqual(period)
  }
})
