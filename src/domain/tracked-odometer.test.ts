import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_PAUSE_METRES, type TrackedTrip, kilometresAt } from './tracked-odometer.ts'

const MONDAY = Temporal.Instant.from('2026-06-01T00:00:00+01:00')
/** Makes a trip; `from` and `to` are minutes from the moment that the test asks about. */
const trip = (from: number, to: number, first: number, last: number): TrackedTrip => ({
  from: MONDAY.add({ minutes: from }),
  to: MONDAY.add({ minutes: to }),
  first,
  last,
})

test('a car that stood at the moment shows what it showed when it stopped, in whole kilometres', () => {
  const trips = [trip(420, 440, 120_450_900, 120_461_000), trip(-90, -30, 120_400_000, 120_450_900)]
  expect(kilometresAt(MONDAY, trips)).toBe(120_450)
  // The car stopped, or set off, at the very moment.
  expect(kilometresAt(MONDAY, [trip(-90, 0, 1_000, 5_000), trip(420, 440, 5_000, 6_000)])).toBe(5)
  expect(kilometresAt(MONDAY, [trip(-90, -30, 1_000, 5_000), trip(0, 20, 5_000, 6_000)])).toBe(5)
})

test('within a trip, with one side unknown, or after a drive that nobody told, there is no reading', () => {
  expect(kilometresAt(MONDAY, [trip(-30, 30, 1_000, 5_000), trip(60, 90, 5_000, 6_000)])).toBeNull()
  expect(kilometresAt(MONDAY, [trip(-90, -30, 1_000, 5_000)])).toBeNull()
  expect(kilometresAt(MONDAY, [trip(60, 90, 5_000, 6_000)])).toBeNull()
  expect(kilometresAt(MONDAY, [])).toBeNull()
  const away = (metres: number) => [trip(-90, -30, 1_000, 5_000), trip(60, 90, 5_000 + metres, 99_000)]
  expect(kilometresAt(MONDAY, away(MAX_PAUSE_METRES))).toBe(5)
  expect(kilometresAt(MONDAY, away(MAX_PAUSE_METRES + 1))).toBeNull()
  expect(kilometresAt(MONDAY, away(-MAX_PAUSE_METRES - 1))).toBeNull()
})

test('a car that drives and rests in turn is read at each rest, in whatever order its trips come and however often', () => {
  const steps = fc.array(
    fc.record({
      drives: fc.integer({ min: 1, max: 300 }),
      rests: fc.integer({ min: 1, max: 2_000 }),
      metres: fc.integer({ min: 0, max: 90_000 }),
    }),
    { minLength: 2, maxLength: 12 },
  )
  fc.assert(
    fc.property(steps, fc.integer({ min: 0, max: 400_000_000 }), fc.array(fc.nat()), (some, start, again) => {
      let [minute, metres] = [0, start]
      const trips: TrackedTrip[] = []
      const rests: { at: number; kilometres: number }[] = []
      for (const one of some) {
        trips.push(trip(minute, minute + one.drives, metres, metres + one.metres))
        minute += one.drives
        metres += one.metres
        rests.push({ at: minute + Math.floor(one.rests / 2), kilometres: Math.floor(metres / 1_000) })
        minute += one.rests
      }
      const recorded = [...trips, ...again.map((place) => trips[place % trips.length]!)].toReversed()
      for (const [place, { at, kilometres }] of rests.entries())
        expect(kilometresAt(MONDAY.add({ minutes: at }), recorded)).toBe(place === rests.length - 1 ? null : kilometres)
      for (const { from, to } of trips) {
        const within = from.add({ seconds: Math.floor(from.until(to).total('seconds') / 2) })
        expect(kilometresAt(within, recorded)).toBeNull()
      }
    }),
    { numRuns: 200 },
  )
})
