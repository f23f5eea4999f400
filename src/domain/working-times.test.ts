import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ZONE } from './week.ts'
import {
  type Span,
  type TimeLimits,
  limitsOn,
  timesByDay,
  mergedSpans,
  warningOf,
  secondsWithin,
} from './working-times.ts'

const at = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime(ZONE).epochMilliseconds / 1_000
const span = (from: string, to: string): Span => ({ from: at(from), to: at(to) })
const hours = (count: number) => count * 3_600

test('a time over midnight counts on both days, and once in 24 hours', () => {
  expect(
    timesByDay([span('2026-06-01T20:00', '2026-06-02T02:00'), span('2026-06-02T14:00', '2026-06-02T19:30')]),
  ).toEqual([
    { day: '2026-06-01', seconds: hours(4), most: hours(4), rest: null },
    { day: '2026-06-02', seconds: hours(7.5), most: hours(6 + 5.5), rest: hours(12) },
  ])
})

test('what two platforms had at once counts once', () => {
  const uber = span('2026-06-01T08:00', '2026-06-01T12:00')
  const bolt = span('2026-06-01T09:00', '2026-06-01T13:00')
  expect(mergedSpans([bolt, uber])).toEqual([span('2026-06-01T08:00', '2026-06-01T13:00')])
  expect(timesByDay([uber, bolt, uber])).toMatchObject([{ seconds: hours(5), most: hours(5) }])
})

test('the night that has an hour more, and the one that has an hour less, are as long as they were', () => {
  expect(timesByDay([span('2026-10-24T22:00', '2026-10-25T06:00')])).toMatchObject([
    { seconds: hours(2) },
    { seconds: hours(7), most: hours(9) },
  ])
  expect(timesByDay([span('2026-03-28T22:00', '2026-03-29T06:00')])).toMatchObject([
    { seconds: hours(2) },
    { seconds: hours(5), most: hours(7) },
  ])
})

test('24 hours are those of the clock that never changes: the day of October is longer', () => {
  const [first, second] = timesByDay([
    span('2026-10-24T12:00', '2026-10-24T18:00'),
    span('2026-10-25T11:00', '2026-10-25T12:00'),
  ])
  // From noon to noon it was 25 hours: the first hour of work on the day before is outside the 24 hours.
  expect([first?.most, second?.most]).toEqual([hours(6), hours(6)])
})

const START = at('2026-03-20T00:00')
const MINUTE = 60
const spans = fc.array(
  fc
    .tuple(fc.nat(60 * 24 * 21), fc.integer({ min: 1, max: 60 * 14 }))
    .map(([from, long]): Span => ({ from: START + from * MINUTE, to: START + (from + long) * MINUTE })),
  { maxLength: 25 },
)
const dayOf = (second: number) =>
  Temporal.Instant.fromEpochMilliseconds(second * 1_000)
    .toZonedDateTimeISO(ZONE)
    .toPlainDate()
    .toString()
const minutesOf = (some: readonly Span[]) => {
  const minutes = new Set<number>()
  for (const { from, to } of some) for (let minute = from; minute < to; minute += MINUTE) minutes.add(minute)
  return minutes
}

test('days add up to the minutes on which there was work, whatever lies over what, over the change of the clock too', () => {
  fc.assert(
    fc.property(spans, (some) => {
      const minutes = minutesOf(some)
      const days = timesByDay(some)
      const byDay = Map.groupBy(minutes, dayOf)
      expect(days.map(({ day, seconds }) => [day, seconds / MINUTE])).toEqual(
        [...byDay].map(([day, own]) => [day, own.length] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      )
      expect(timesByDay(some.toReversed())).toEqual(days)
    }),
    { numRuns: 100 },
  )
})

test('the most in 24 hours is what trying every minute finds', () => {
  fc.assert(
    fc.property(spans, (some) => {
      const worked = mergedSpans(some)
      // Only moments during work matter: 24 hours that end in a rest hold no more work than those before.
      const tried = new Map<string, number>()
      for (const minute of minutesOf(some)) {
        const end = minute + MINUTE
        const day = dayOf(minute)
        tried.set(day, Math.max(tried.get(day) ?? 0, secondsWithin(worked, { from: end - 86_400, to: end })))
      }
      for (const { day, most } of timesByDay(some)) expect([day, most]).toEqual([day, tried.get(day)])
    }),
    { numRuns: 60 },
  )
})

const LIMITS: TimeLimits = {
  from: '2018-11-01',
  in24: 600,
  inWeek: 3_600,
  onAverage: 2_880,
  averageMonths: 4,
  nearPercent: 90,
}

test('a limit is near from nine tenths on, and over only beyond it', () => {
  const day = { of: 'in24', source: 'record', day: '2026-06-01' } as const
  expect(warningOf({ ...day, seconds: hours(9) - 1 }, LIMITS)).toBeNull()
  expect(warningOf({ ...day, seconds: hours(9) }, LIMITS)).toMatchObject({ isOver: false, allowed: hours(10) })
  expect(warningOf({ ...day, seconds: hours(10) }, LIMITS)?.isOver).toBe(false)
  expect(warningOf({ ...day, seconds: hours(10) + 1 }, LIMITS)?.isOver).toBe(true)
})

test('a day has the limits that had begun', () => {
  const later = { ...LIMITS, from: '2027-01-01', in24: 540 }
  expect(limitsOn('2026-12-31', [later, LIMITS])?.in24).toBe(600)
  expect(limitsOn('2027-01-01', [later, LIMITS])?.in24).toBe(540)
  expect(limitsOn('2010-01-01', [later, LIMITS])?.in24).toBe(600)
  expect(limitsOn('2026-01-01', [])).toBeNull()
})
