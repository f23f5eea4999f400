import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Trip, drivenBy, heldTimes } from './driven.ts'
import { driverAt } from './matching.ts'

const at = (hour: number) => Temporal.Instant.from('2026-06-01T00:00:00Z').add({ minutes: Math.round(hour * 60) })
const trip = (driver: string, from: number, to: number): Trip => ({ driver, from: at(from), to: at(to) })
const hours = (trips: readonly Trip[]) => {
  const driven = drivenBy(trips)
  if (driven?.is !== 'clear') return driven
  return heldTimes(driven.drives, at(0)).map(({ driver, from, to }) => [
    driver,
    from.since(at(0)).total('hours'),
    to?.since(at(0)).total('hours') ?? null,
  ])
}

test('one driver has the car from the beginning on, and keeps it', () => {
  expect(hours([trip('ana', 9, 10), trip('ana', 30, 31)])).toEqual([['ana', 0, null]])
  expect(hours([])).toBeNull()
})

test('two drivers in one week are two periods, and between them nobody has the car', () => {
  const trips = [trip('rui', 60, 61), trip('ana', 9, 10), trip('ana', 30, 31), trip('rui', 50, 51)]
  const expected = [
    ['ana', 0, 31],
    ['rui', 50, null],
  ]
  expect(hours(trips)).toEqual(expected)
  expect(hours(trips.toReversed())).toEqual(expected)
})

test('whoever drives again after another has two periods', () => {
  expect(hours([trip('ana', 6, 7), trip('rui', 18, 19), trip('ana', 30, 31)])).toEqual([
    ['ana', 0, 7],
    ['rui', 18, 19],
    ['ana', 30, null],
  ])
})

test('two who drive one car at one time contradict each other, also within a longer trip', () => {
  expect(drivenBy([trip('ana', 9, 10), trip('rui', 9.5, 11)])).toMatchObject({
    is: 'contradicted',
    drivers: ['ana', 'rui'],
  })
  expect(drivenBy([trip('ana', 9, 12), trip('ana', 9.2, 9.4), trip('rui', 11, 13)])).toMatchObject({
    is: 'contradicted',
  })
  expect(drivenBy([trip('ana', 9, 10), trip('rui', 10, 11)])).toMatchObject({ is: 'clear' })
})

test('a cancelled trip was driven by nobody', () => {
  expect(hours([trip('ana', 9, 10), trip('rui', 9.5, 9.5), trip('ana', 12, 13)])).toEqual([['ana', 0, null]])
  expect(drivenBy([trip('rui', 9, 9)])).toBeNull()
})

test('in the middle of every trip the car is proposed to be its driver’s, or the whole is contradicted', () => {
  const trips = fc.array(
    fc.record({
      driver: fc.constantFrom('ana', 'rui', 'eva'),
      start: fc.nat(500),
      length: fc.integer({ min: 1, max: 9 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  fc.assert(
    fc.property(trips, (given) => {
      const all = given.map(({ driver, start, length }) => trip(driver, start, start + length))
      const isTwice = all.some((one) =>
        all.some(
          (other) =>
            one.driver !== other.driver &&
            Temporal.Instant.compare(one.from, other.to) < 0 &&
            Temporal.Instant.compare(other.from, one.to) < 0,
        ),
      )
      const driven = drivenBy(all)!
      expect(driven.is).toBe(isTwice ? 'contradicted' : 'clear')
      if (driven.is !== 'clear') return
      const held = heldTimes(driven.drives, at(0)).map(({ driver, from, to }) => ({ driverId: driver, from, to }))
      for (const { driver, from } of all) expect(driverAt(held, from.add({ minutes: 30 }))).toBe(driver)
    }),
  )
})
