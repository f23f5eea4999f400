import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Reading, contradicts, drivenIn, isImpossibleReading, readKilometres } from './odometer.ts'
import { bounds, readWeek } from './week.ts'

const WEEK = readWeek('2026-W23')
const { start, end } = bounds(WEEK)
const WEDNESDAY = Temporal.Instant.from('2026-06-03T09:30:00Z')

const read = (at: Temporal.Instant, kilometres: number): Reading => ({ at, kilometres })
const driven = (
  held: { driverId: string; from: Temporal.Instant | null; to: Temporal.Instant | null }[],
  readings: Reading[],
) => drivenIn(WEEK, new Map([['car', held]]), new Map([['car', readings]]))
const always = { driverId: 'ana', from: null, to: null }

test('a week with one car is the difference of the readings at its two Mondays', () => {
  const found = driven([always], [read(start, 120_000), read(WEDNESDAY, 121_000), read(end, 122_400)])
  expect(found.get('ana')).toEqual({
    kilometres: 2_400,
    spans: [
      {
        vehicleId: 'car',
        from: '2026-05-31T23:00:00Z',
        to: '2026-06-07T23:00:00Z',
        first: 120_000,
        last: 122_400,
      },
    ],
  })
})

test('a hand-over read at its moment gives each driver the own part', () => {
  const held = [
    { driverId: 'ana', from: null, to: WEDNESDAY },
    { driverId: 'rui', from: WEDNESDAY, to: null },
  ]
  const found = driven(held, [read(start, 100), read(WEDNESDAY, 700), read(end, 1_900)])
  expect([found.get('ana')?.kilometres, found.get('rui')?.kilometres]).toEqual([600, 1_200])
})

test('an end of the week that nobody read leaves it without a figure, and so does a reading a minute off', () => {
  const late = read(end.add({ minutes: 1 }), 1_900)
  expect(driven([always], [read(start, 100), late]).get('ana')).toMatchObject({
    kilometres: null,
    spans: [{ first: 100, last: null }],
  })
  expect(driven([always], [read(end, 1_900)]).get('ana')).toMatchObject({
    kilometres: null,
    spans: [{ first: null, last: 1_900 }],
  })
  const held = [
    { ...always, to: WEDNESDAY },
    { ...always, from: WEDNESDAY },
  ]
  expect(driven(held, [read(WEDNESDAY, 700), read(end, 1_900)]).get('ana')?.kilometres).toBeNull()
  expect(driven([always], []).get('ana')?.kilometres).toBeNull()
  expect(drivenIn(WEEK, new Map([['car', [always]]]), new Map()).get('ana')?.kilometres).toBeNull()
})

test('who had two cars drove both; who had none in the week is not there', () => {
  const held = new Map([
    ['car', [{ driverId: 'ana', from: null, to: WEDNESDAY }]],
    ['van', [{ driverId: 'ana', from: WEDNESDAY, to: null }]],
    ['old', [{ driverId: 'eva', from: null, to: start }]],
  ])
  const readings = new Map([
    ['car', [read(start, 0), read(WEDNESDAY, 300)]],
    ['van', [read(WEDNESDAY, 50_000), read(end, 50_500)]],
  ])
  const found = drivenIn(WEEK, held, readings)
  expect([found.get('ana')?.kilometres, found.has('eva')]).toEqual([800, false])
})

test('a time with a car counts as far as it lies in the week, and the times are listed in their order', () => {
  const friday = Temporal.Instant.from('2026-06-05T18:00:00Z')
  const held = new Map([
    ['van', [{ driverId: 'ana', from: WEDNESDAY, to: friday }]],
    ['car', [{ driverId: 'ana', from: start.subtract({ hours: 24 }), to: WEDNESDAY }]],
    ['bus', [{ driverId: 'ana', from: friday, to: end.add({ hours: 24 }) }]],
  ])
  expect(
    drivenIn(WEEK, held, new Map())
      .get('ana')
      ?.spans.map(({ vehicleId, from, to }) => [vehicleId, from, to]),
  ).toEqual([
    ['car', '2026-05-31T23:00:00Z', '2026-06-03T09:30:00Z'],
    ['van', '2026-06-03T09:30:00Z', '2026-06-05T18:00:00Z'],
    ['bus', '2026-06-05T18:00:00Z', '2026-06-07T23:00:00Z'],
  ])
})

test('a replaced odometer begins anew and takes nothing back', () => {
  const found = driven(
    [always],
    [read(start, 199_000), read(WEDNESDAY, 199_600), read(WEDNESDAY.add({ minutes: 1 }), 5), read(end, 905)],
  )
  expect(found.get('ana')?.kilometres).toBe(1_500)
})

test('readings that only rise sum to the difference, whatever their order and number', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 20 }), (parts) => {
      let total = 10_000
      const minutes = Math.floor(end.since(start).total('minutes') / parts.length)
      const readings = [read(start, total)]
      for (const [place, part] of parts.entries()) {
        total += part
        readings.push(read(place === parts.length - 1 ? end : start.add({ minutes: minutes * (place + 1) }), total))
      }
      expect(driven([always], readings.toReversed()).get('ana')?.kilometres).toBe(total - 10_000)
    }),
  )
})

test('a reading below an earlier one or above a later one contradicts it', () => {
  const others = [read(start, 100), read(end, 500)]
  expect([100, 300, 500].map((kilometres) => contradicts(read(WEDNESDAY, kilometres), others))).toEqual([
    false,
    false,
    false,
  ])
  expect([99, 501].map((kilometres) => contradicts(read(WEDNESDAY, kilometres), others))).toEqual([true, true])
})

test('a reading is measured by the nearest before and after it, in any order, and not by one of its own moment', () => {
  const later = WEDNESDAY.add({ hours: 1 })
  const others = [read(WEDNESDAY, 200), read(start, 100), read(end, 500), read(later, 400)]
  const between = WEDNESDAY.add({ minutes: 30 })
  const wrong = (at: Temporal.Instant, tried: number[]) =>
    tried.filter((kilometres) => contradicts(read(at, kilometres), others))
  expect(wrong(between, [199, 200, 400, 401])).toEqual([199, 401])
  expect(wrong(WEDNESDAY, [99, 100, 400, 401])).toEqual([99, 401])
  expect(contradicts(read(WEDNESDAY, 0), [])).toBe(false)
})

test('a digit too many leaps, before the right reading as after it, and a car with two drivers does not', () => {
  const others = [read(start, 48_210), read(end, 51_000)]
  expect(
    [48_210, 51_000, 52_710].map((kilometres) => isImpossibleReading(read(WEDNESDAY, kilometres), [others[0]!])),
  ).toEqual([false, false, false])
  expect(isImpossibleReading(read(WEDNESDAY, 482_100), [others[0]!])).toBe(true)
  expect(isImpossibleReading(read(WEDNESDAY, 4_821), [others[1]!])).toBe(true)
  // Three days have begun by then.
  expect([52_710, 52_711].map((kilometres) => isImpossibleReading(read(WEDNESDAY, kilometres), [others[0]!]))).toEqual([
    false,
    true,
  ])
  expect(isImpossibleReading(read(WEDNESDAY, 482_100), [])).toBe(false)
})

test('kilometres are read as people write them, and nothing else is', () => {
  expect(['120450', ' 120 450 ', '120.450', '0', '2000000'].map(readKilometres)).toEqual([
    120_450, 120_450, 120_450, 0, 2_000_000,
  ])
  expect(['', '12,5', '-1', '2000001', '1e3', 'muitos'].map(readKilometres)).toEqual(Array(6).fill(null))
})
