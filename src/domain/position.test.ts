import { expect, test } from 'vitest'
import {
  type CarRules,
  type DriverRules,
  type Fix,
  type Rules,
  usableFixes,
  flawsOf,
  isPlace,
  checkFix,
  lastOfCar,
  metresBetween,
} from './position.ts'

const MINUTE = 60_000
const NOW = Date.UTC(2026, 5, 9, 10)
const fix = (minute: number, lat: number, more: Partial<Fix> = {}): Fix => ({
  at: NOW + minute * MINUTE,
  lat,
  lon: -9.14,
  speed: null,
  course: null,
  accuracy: null,
  ...more,
})

test('metres between places are those of the sphere', () => {
  // The distance from Lisbon to Porto, and that of a degree of a meridian.
  expect(metresBetween({ lat: 38.7223, lon: -9.1393 }, { lat: 41.1579, lon: -8.6291 })).toBeCloseTo(274_300, -3)
  expect(metresBetween({ lat: 0, lon: 0 }, { lat: 1, lon: 0 })).toBeCloseTo(111_195, -1)
  expect(metresBetween({ lat: 10, lon: 180 }, { lat: 10, lon: -180 })).toBeCloseTo(0, 3)
})

test('nothing is off the earth, and no fix is at 0, 0', () => {
  expect([isPlace(0, 0), isPlace(91, 0), isPlace(0, 181), isPlace(Number.NaN, 0)]).toEqual([false, false, false, false])
  expect([isPlace(0, 1), isPlace(-90, 180)]).toEqual([true, true])
})

test('vague fixes, doubles and leaps are named, and good fixes beside a leap are not', () => {
  const fixes = [
    fix(0, 38.7),
    fix(1, 38.701),
    fix(2, 41),
    fix(3, 38.703),
    fix(4, 38.704, { accuracy: 101 }),
    fix(4, 38.704),
    fix(5, 39.9),
  ]
  expect(flawsOf(fixes.toReversed()).map(({ flaw }) => flaw)).toEqual([null, null, 'leap', null, null, 'vague', 'leap'])
  // The first fix of all may be the wrong one.
  expect(flawsOf([fix(0, 41), fix(1, 38.7), fix(2, 38.701)]).map(({ flaw }) => flaw)).toEqual(['leap', null, null])
  // After hours of silence a fix far away is good, and so is what follows it there.
  expect(usableFixes([fix(0, 38.7), fix(300, 41), fix(301, 41.001), fix(302, 41.002)])).toHaveLength(4)
  // A receiver that leaps for two fixes and is back.
  expect(usableFixes([fix(0, 38.7), fix(1, 41), fix(2, 41), fix(3, 38.7)])).toHaveLength(2)
})

test('a car moves, stands, or is not heard of', () => {
  expect(lastOfCar([], NOW)).toBeNull()
  expect(lastOfCar([fix(-1, 38.7, { speed: 12 })], NOW)?.state).toBe('moving')
  expect(lastOfCar([fix(-1, 38.7, { speed: 0.4 })], NOW)?.state).toBe('stopped')
  expect(lastOfCar([fix(-2, 38.7), fix(-1, 38.71)], NOW)?.state).toBe('moving')
  expect(lastOfCar([fix(-2, 38.7), fix(-1, 38.7001)], NOW)?.state).toBe('stopped')
  expect(lastOfCar([fix(-11, 38.7, { speed: 30 })], NOW)?.state).toBe('offline')
  expect(lastOfCar([fix(-3, 38.7), fix(-2, 38.701), fix(-1, 41)], NOW)?.fix.lat).toBe(38.701)
})

const car = (more: Partial<CarRules> = {}): CarRules => ({
  isOwn: false,
  held: [{ driverId: 'ana', from: NOW - 600 * MINUTE, to: Infinity }],
  thefts: [],
  ...more,
})
const driver = (more: Partial<DriverRules> = {}): DriverRules => ({
  notifiedAt: NOW - 500 * MINUTE,
  privateTimes: [],
  shifts: new Map([['carro', [{ from: NOW - 60 * MINUTE, to: NOW + 60 * MINUTE }]]]),
  ...more,
})
const rules = (one: CarRules = car(), ana: DriverRules = driver(), more: Partial<Rules> = {}): Rules => ({
  now: NOW,
  recordsSince: NOW - 1_000 * MINUTE,
  keptFrom: NOW - 2_000 * MINUTE,
  duty: 'shift',
  offDuty: 'drop',
  cars: new Map([['carro', one]]),
  drivers: new Map([['ana', ana]]),
  ...more,
})
const OF_CAR = { vehicleId: 'carro' }
const why = (...[one, of, by]: Parameters<typeof checkFix>) => {
  const verdict = checkFix(one, of, by)
  return verdict.kept ? (verdict.isHidden ? 'hidden' : 'kept') : verdict.why
}

test('what is recorded is on duty, told of, and of the operator’s car', () => {
  expect(why(fix(0, 38.7), OF_CAR, rules())).toBe('kept')
  expect(why(fix(0, 38.7), { driverId: 'ana' }, rules())).toBe('kept')
  expect(why(fix(0, 0, { lon: 0 }), OF_CAR, rules())).toBe('no-place')
  expect(why(fix(0, 38.7), OF_CAR, rules(car(), driver(), { recordsSince: null }))).toBe('off')
  expect(why(fix(-1_001, 38.7), OF_CAR, rules())).toBe('off')
  expect(why(fix(6, 38.7), OF_CAR, rules())).toBe('future')
  expect(why(fix(-900, 38.7), OF_CAR, rules(car(), driver(), { keptFrom: NOW - 800 * MINUTE }))).toBe('old')
  expect(why(fix(0, 38.7), { vehicleId: 'outro' }, rules())).toBe('no-car')
  expect(why(fix(0, 38.7), { driverId: 'rui' }, rules())).toBe('no-car')
  // Before Ana had the car nobody did: the fix belongs to the operator alone, and is not from a person's device.
  expect(why(fix(-700, 38.7), OF_CAR, rules())).toBe('kept')
  expect(why(fix(-700, 38.7), { driverId: 'ana' }, rules())).toBe('no-car')
  expect(why(fix(0, 38.7), OF_CAR, rules(car({ isOwn: true })))).toBe('own-car')
  expect(why(fix(0, 38.7), OF_CAR, rules(car(), driver({ notifiedAt: null })))).toBe('no-notice')
  expect(why(fix(-501, 38.7), OF_CAR, rules())).toBe('no-notice')
  expect(why(fix(0, 38.7), OF_CAR, rules(car(), driver({ privateTimes: [{ from: NOW - 5, to: Infinity }] })))).toBe(
    'private',
  )
  expect(why(fix(-90, 38.7), OF_CAR, rules())).toBe('off-duty')
  expect(why(fix(-90, 38.7), OF_CAR, rules(car(), driver(), { duty: 'assignment' }))).toBe('kept')
})

test('off duty is hidden where the operator keeps it, and a theft is kept whoever has the car', () => {
  const hides = { offDuty: 'hide' } as const
  expect(why(fix(-90, 38.7), OF_CAR, rules(car(), driver(), hides))).toBe('hidden')
  const isPrivate = driver({ privateTimes: [{ from: NOW - MINUTE, to: NOW + MINUTE }] })
  expect(why(fix(0, 38.7), OF_CAR, rules(car(), isPrivate, hides))).toBe('hidden')
  // Hiding does not replace the notice: fixes before it are refused.
  expect(why(fix(0, 38.7), OF_CAR, rules(car(), driver({ notifiedAt: null }), hides))).toBe('no-notice')
  const stolen = car({ thefts: [{ from: NOW - MINUTE, to: NOW + MINUTE }] })
  expect(why(fix(0, 38.7), OF_CAR, rules(stolen, isPrivate))).toBe('kept')
  expect(why(fix(2, 38.7), OF_CAR, rules(stolen, driver({ notifiedAt: null })))).toBe('no-notice')
})
