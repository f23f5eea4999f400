import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type DayShift,
  type Hours,
  type ShiftPattern,
  USUAL_HOURS,
  clashOf,
  daysBetween,
  daysOfPattern,
  gapsIn,
  substitutesDuring,
  kindOf,
  plannedOn,
  spanOf,
} from './shift.ts'
import { overlaps } from './vehicle.ts'
import { bounds, readWeek } from './week.ts'

const at = (text: string) => Temporal.Instant.from(text)
const DAYS = daysBetween(Temporal.PlainDate.from('2026-11-23'), Temporal.PlainDate.from('2026-11-29'))
const ana: ShiftPattern = {
  ...USUAL_HOURS.day,
  id: 'p1',
  vehicleId: 'car',
  driverId: 'ana',
  weekdays: [1, 2, 3, 4, 5],
  from: '2026-11-02',
  until: null,
}
const rui: ShiftPattern = { ...ana, ...USUAL_HOURS.night, id: 'p2', driverId: 'rui' }
const dayShift = (one: Partial<DayShift>): DayShift => ({
  ...USUAL_HOURS.day,
  id: 's1',
  vehicleId: 'car',
  driverId: 'ana',
  day: '2026-11-24',
  patternId: null,
  ...one,
})

test('a night crosses midnight, and is of the day on which it begins', () => {
  expect(spanOf('2026-11-28', USUAL_HOURS.night)).toEqual({
    from: at('2026-11-28T18:00:00Z'),
    to: at('2026-11-29T06:00:00Z'),
  })
  expect([kindOf(USUAL_HOURS.night), kindOf({ starts: '07:00', ends: '18:00' })]).toEqual(['night', 'own'])
})

test('the night of March has an hour less and the one of October an hour more', () => {
  const hours = (day: string) => {
    const { from, to } = spanOf(day, USUAL_HOURS.night)
    return to.since(from).total('hours')
  }
  expect([hours('2026-03-28'), hours('2026-10-24'), hours('2026-06-01')]).toEqual([11, 13, 12])
  // 01:30 does not exist on 29 March: both shifts meet at the moment when the clock leaps.
  expect(spanOf('2026-03-28', { starts: '18:00', ends: '01:30' }).to).toEqual(at('2026-03-29T01:00:00Z'))
  expect(spanOf('2026-03-29', { starts: '01:30', ends: '09:00' }).from).toEqual(at('2026-03-29T01:00:00Z'))
  expect(spanOf('2026-03-29', { starts: '01:00', ends: '09:00' }).from).toEqual(at('2026-03-29T01:00:00Z'))
})

const ANY_TIME = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
/** Any time, and often midnight or a time in the hour that the change of the clock skips or repeats. */
const TIMES = fc.oneof(
  ANY_TIME,
  fc.constantFrom('00:00', '00:01', '00:59', '01:00', '01:01', '01:30', '01:59', '02:00', '02:01', '23:59'),
)
const HOURS: fc.Arbitrary<Hours> = fc.record({ starts: TIMES, ends: TIMES })
/** The days around both changes of the clock, and others. */
const ANY_DAY = fc.constantFrom('2026-03-27', '2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25', '2026-11-24')

test('no shift ends before it begins, and what meets on the clock meets in time, whatever day it is', () => {
  fc.assert(
    fc.property(ANY_DAY, HOURS, TIMES, (day, { starts, ends }, next) => {
      const { from, to } = spanOf(day, { starts, ends })
      expect(Temporal.Instant.compare(from, to)).not.toBe(1)
      const isOver = ends <= starts
      const after = isOver ? Temporal.PlainDate.from(day).add({ days: 1 }).toString() : day
      expect(spanOf(after, { starts: ends, ends: next }).from).toEqual(to)
    }),
  )
})

test('a pattern plans its days; a change of one day takes its place, and an added shift stands beside it', () => {
  const plan = plannedOn(
    DAYS,
    [ana, rui],
    [
      dayShift({ patternId: 'p1', driverId: null }),
      dayShift({ id: 's2', patternId: 'p2', ...USUAL_HOURS.night, driverId: 'ana' }),
      dayShift({ id: 's3', day: '2026-11-28', driverId: 'eva' }),
    ],
  )
  const planned = plan.map(({ day, starts, driverId }) => `${day.slice(8)} ${starts} ${driverId ?? '–'}`)
  expect(planned).toEqual([
    ...['23 06:00 ana', '23 18:00 rui', '24 06:00 –', '24 18:00 ana', '25 06:00 ana', '25 18:00 rui'],
    ...['26 06:00 ana', '26 18:00 rui', '27 06:00 ana', '27 18:00 rui', '28 06:00 eva'],
  ])
})

test('a shift that is nobody’s disappears where somebody has the car meanwhile', () => {
  const plan = plannedOn(
    DAYS.slice(1, 2),
    [ana],
    [
      dayShift({ patternId: 'p1', driverId: null }),
      dayShift({ id: 's2', starts: '10:00', ends: '14:00', driverId: 'eva' }),
    ],
  )
  expect(plan.map(({ driverId }) => driverId)).toEqual(['eva'])
})

test('a driver named for one day stays when the pattern ends, and a day off does not', () => {
  const ended = { ...ana, until: '2026-11-20' }
  const plan = (driverId: string | null) => plannedOn(DAYS, [ended], [dayShift({ patternId: 'p1', driverId })])
  expect(plan('eva').map(({ driverId }) => driverId)).toEqual(['eva'])
})

test('two on one car, and one in two cars, are named with both shifts', () => {
  const [one] = plannedOn(['2026-11-24'], [ana], [])
  const against = (other: Partial<DayShift>) => clashOf(plannedOn(['2026-11-24'], [], [dayShift(other)]), [one!])
  expect(against({ driverId: 'eva', starts: '17:00', ends: '23:00' })).toMatchObject({
    of: 'car',
    other: { driverId: 'ana', starts: '06:00' },
  })
  expect(against({ vehicleId: 'other', starts: '17:00', ends: '23:00' })).toMatchObject({
    of: 'person',
    other: { vehicleId: 'car' },
  })
  expect(against({ driverId: 'eva', ...USUAL_HOURS.night })).toBeNull()
  expect(against({ driverId: null })).toBeNull()
})

const PLAN = fc.array(
  fc.record({
    id: fc.uuid(),
    vehicleId: fc.constantFrom('car', 'bus'),
    driverId: fc.constantFrom('ana', 'rui', 'eva'),
    day: fc.constantFrom(...DAYS),
    starts: TIMES,
    ends: TIMES,
    patternId: fc.constant(null),
  }),
  { maxLength: 25 },
)

test('what is taken one after the other without a clash never has two on a car, nor one in two cars', () => {
  fc.assert(
    fc.property(PLAN, (wishes) => {
      const kept: DayShift[] = []
      for (const wish of wishes)
        if (clashOf(plannedOn(DAYS, [], [wish]), plannedOn(DAYS, [], kept)) === null) kept.push(wish)
      const plan = plannedOn(DAYS, [], kept)
      for (const [index, one] of plan.entries())
        for (const other of plan.slice(index + 1))
          if (one.vehicleId === other.vehicleId || one.driverId === other.driverId)
            expect(overlaps(one, other)).toBe(false)
    }),
  )
})

const PATTERN = fc.record({
  id: fc.uuid(),
  vehicleId: fc.constant('car'),
  driverId: fc.constantFrom('ana', 'rui'),
  weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
  starts: TIMES,
  ends: TIMES,
  from: fc.constantFrom('2026-10-12', '2026-10-20', '2026-11-02', '2027-03-22'),
  until: fc.constantFrom(null, '2026-10-30', '2026-12-06', '2027-04-04'),
})

test('two patterns that meet in the hour over which the clock leaps first clash a week later', () => {
  const sundays = { ...ana, weekdays: [7], from: '2027-03-22', until: null }
  const one = { ...sundays, starts: '00:00', ends: '01:30' }
  const other = { ...sundays, starts: '01:00', ends: '06:00', driverId: 'rui' }
  const days = daysOfPattern(one, [other], [])
  expect(clashOf(plannedOn(days, [one], []), plannedOn(days, [other], []))).toMatchObject({
    shift: { day: '2027-04-04' },
  })
})

test('the days that are looked at find every clash of two patterns that half a year would find', () => {
  const half = daysBetween(Temporal.PlainDate.from('2026-10-01'), Temporal.PlainDate.from('2027-05-02'))
  fc.assert(
    fc.property(PATTERN, PATTERN, (one, other) => {
      const clash = (days: readonly string[]) => clashOf(plannedOn(days, [one], []), plannedOn(days, [other], []))
      expect(clash(daysOfPattern(one, [other], [])) === null).toBe(clash(half) === null)
    }),
    { numRuns: 40 },
  )
})

test('spans and their gaps fill a week, each moment once', () => {
  const week = bounds(readWeek('2026-W43'))
  const whole = { from: week.start, to: week.end }
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: -9, max: 180 }), fc.integer({ min: 1, max: 30 })), { maxLength: 12 }),
      (ones) => {
        const spans = ones.map(([hour, long]) => ({
          from: week.start.add({ hours: hour }),
          to: week.start.add({ hours: hour + long }),
        }))
        const gaps = gapsIn(whole, spans)
        for (const gap of gaps) expect(spans.some((span) => overlaps(span, gap))).toBe(false)
        for (let hour = 0; hour < 169; hour++) {
          const moment = week.start.add({ hours: hour, minutes: 30 })
          const span = { from: moment, to: moment.add({ minutes: 1 }) }
          expect(spans.some((one) => overlaps(one, span)) !== gaps.some((one) => overlaps(one, span))).toBe(true)
        }
      },
    ),
    { numRuns: 50 },
  )
})

test('who had the car in place of the planned driver is told by the hour, of what is over alone', () => {
  const [shift] = plannedOn(['2026-11-24'], [ana], [])
  const held = (to: string) => [
    { driverId: 'rui', from: null, to: at(to) },
    { driverId: 'ana', from: at(to), to: at('2026-11-24T16:00:00Z') },
  ]
  const later = at('2026-11-25T00:00:00Z')
  expect(substitutesDuring(shift!, held('2026-11-24T09:00:00Z'), later)).toEqual([
    { driverId: 'rui', minutes: 180 },
    { driverId: null, minutes: 120 },
  ])
  expect(substitutesDuring(shift!, held('2026-11-24T06:20:00Z'), at('2026-11-24T10:00:00Z'))).toEqual([])
  expect(substitutesDuring(shift!, [], at('2026-11-24T05:00:00Z'))).toEqual([])
})
