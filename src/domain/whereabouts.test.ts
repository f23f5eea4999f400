import { expect, test } from 'vitest'
import type { Fix } from './position.ts'
import { distanceFrom, whereaboutsAt } from './whereabouts.ts'

const fix = (minute: number, lat: number): Fix => ({
  at: minute * 60_000,
  lat,
  lon: -9.14,
  speed: null,
  course: null,
  accuracy: 10,
})
/** Twenty minutes at one place, then ten minutes north, a kilometre a minute. */
const DAY = Array.from({ length: 31 }, (_, minute) => fix(minute, 38.72 + Math.max(0, minute - 20) * 0.009))
const SETUBAL = { lat: 38.5244, lon: -8.8882 }

test('a car that stood is said to have stood, from and until when', () => {
  expect(whereaboutsAt(8 * 60_000, DAY)).toMatchObject({ is: 'standing', from: 0, place: { lat: 38.72 } })
})

test('for a car that drove the fixes before and after are given', () => {
  expect(whereaboutsAt(25.5 * 60_000, DAY)).toMatchObject({
    is: 'driving',
    before: { at: 25 * 60_000 },
    after: { at: 26 * 60_000 },
  })
})

test('where no fix is near on both sides only the nearest one is given', () => {
  expect(whereaboutsAt(45 * 60_000, DAY)).toMatchObject({ is: 'unknown', nearest: { at: 30 * 60_000 } })
  expect(whereaboutsAt(45 * 60_000, [])).toEqual({ is: 'unknown', nearest: null })
  // A single fix that leapt is ignored.
  expect(whereaboutsAt(8 * 60_000, [...DAY, fix(8, 41)])).toMatchObject({ is: 'standing', place: { lat: 38.72 } })
})

test('a car was elsewhere where it could not have come from there in time, and not before', () => {
  const seen = distanceFrom(SETUBAL, 8 * 60_000, whereaboutsAt(8 * 60_000, DAY))
  expect(seen?.isElsewhere).toBe(true)
  expect(Math.round((seen?.metres ?? 0) / 1_000)).toBe(31)
  // A quarter of an hour later the car could be anywhere within 54 km.
  const later = 45 * 60_000
  expect(distanceFrom(SETUBAL, later, whereaboutsAt(later, DAY))?.isElsewhere).toBe(false)
  expect(distanceFrom({ lat: 38.75, lon: -9.15 }, 8 * 60_000, whereaboutsAt(8 * 60_000, DAY))?.isElsewhere).toBe(false)
  expect(distanceFrom(SETUBAL, later, { is: 'unknown', nearest: null })).toBeNull()
})
