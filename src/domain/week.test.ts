import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Refusal } from './refusal.ts'
import {
  ZONE,
  type Week,
  bounds,
  dayAfter,
  daysFrom,
  daysOfWeek,
  isoWeek,
  lisbon,
  lisbonBoth,
  minuteOf,
  monday,
  newestEnded,
  nextWeek,
  previousWeek,
  readDay,
  readWeek,
  sunday,
  twiceOf,
  weekAt,
  weekName,
  weekNumbered,
  weekOf,
  weeksBetween,
} from './week.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const hoursOf = (week: Week) => bounds(week).start.until(bounds(week).end).total('hours')

test.each([
  ['2026-06-01', '2026-W23'],
  ['2026-06-07', '2026-W23'],
  ['2026-12-31', '2026-W53'],
  ['2027-01-03', '2026-W53'],
  ['2027-01-04', '2027-W01'],
  ['2024-12-30', '2025-W01'],
  ['2021-01-03', '2020-W53'],
  ['2023-01-01', '2022-W52'],
])('%s is a day of %s', (date, name) => {
  expect(weekName(weekOf(day(date)))).toBe(name)
})

test.each([
  ['2026-W23', '2026-06-01'],
  ['2026-W53', '2026-12-28'],
  ['2027-W01', '2027-01-04'],
  ['2020-W01', '2019-12-30'],
  ['2026-06-01', '2026-06-01'],
])('%s is read as the week of Monday %s', (text, week) => {
  expect(readWeek(text)).toBe(week)
})

test.each([
  '2026-W54',
  '2025-W53',
  '2026-W00',
  '2026-06-02',
  '2026-06-07',
  '2026-02-30',
  '2026-W1',
  '2026-w23',
  'W23',
  '',
])('"%s" is refused as a week', (text) => {
  expect(() => readWeek(text)).toThrow(new Refusal('week.unreadable', { text }))
})

test('the week of the spring change has 167 hours, that of the autumn change 169, the others 168', () => {
  expect(hoursOf(readWeek('2026-W13'))).toBe(167)
  expect(hoursOf(readWeek('2026-W43'))).toBe(169)
  expect(hoursOf(readWeek('2026-W23'))).toBe(168)
})

test('a week runs from Monday to Sunday and is next to its neighbours', () => {
  const week = readWeek('2026-W53')

  expect([monday(week).toString(), sunday(week).toString()]).toEqual(['2026-12-28', '2027-01-03'])
  expect([previousWeek(week), nextWeek(week), nextWeek(week, 4)]).toEqual(['2026-12-21', '2027-01-04', '2027-01-25'])
  expect(isoWeek(week)).toEqual({ year: 2026, number: 53 })
})

test('the last second of Sunday and the first of Monday fall in two weeks, on the Lisbon clock', () => {
  expect(weekAt(Temporal.Instant.from('2026-06-07T22:59:59Z'))).toBe('2026-06-01')
  expect(weekAt(Temporal.Instant.from('2026-06-07T23:00:00Z'))).toBe('2026-06-08')
  expect(weekAt(Temporal.Instant.from('2026-12-06T23:59:59Z'))).toBe('2026-11-30')
  expect(weekAt(Temporal.Instant.from('2026-12-07T00:00:00Z'))).toBe('2026-12-07')
})

test('the hour that comes twice in October is read as the first of the two', () => {
  expect(lisbon(Temporal.PlainDateTime.from('2026-10-25T01:30')).toString()).toBe('2026-10-25T00:30:00Z')
})

test.each(['2026-02-30', '2026-13-01', '20260601', '+002026-06-01', '2026-06-01T10:00', '2026-6-1', ''])(
  '"%s" is no day',
  (text) => {
    expect(readDay(text)).toBeNull()
  },
)

test('a minute begins at its first second, whenever in it one asks', () => {
  const begin = (text: string) => minuteOf(Temporal.Instant.from(text)).toString()
  expect(begin('2026-06-03T09:30:00Z')).toBe('2026-06-03T09:30:00Z')
  expect(begin('2026-06-03T09:30:31Z')).toBe('2026-06-03T09:30:00Z')
  expect(begin('2026-06-03T09:30:59.999Z')).toBe('2026-06-03T09:30:00Z')
})

test('a day is read back as it is written', () => {
  expect(readDay('2024-02-29')?.toString()).toBe('2024-02-29')
})

test('the weeks from 2020 to 2035 follow each other without a gap, each named and read back', () => {
  let week = weekNumbered(2020, 1)
  const end = Temporal.Instant.from('2036-01-01T00:00:00Z')
  let count = 0
  while (Temporal.Instant.compare(bounds(week).start, end) < 0) {
    expect(readWeek(weekName(week))).toBe(week)
    expect(bounds(week).end.equals(bounds(nextWeek(week)).start)).toBe(true)
    week = nextWeek(week)
    count++
  }
  expect(count).toBe(836)
})

test('every instant from 2020 to 2035 is in exactly one week', () => {
  const seconds = fc.integer({ min: 1_577_836_800, max: 2_082_758_399 })
  fc.assert(
    fc.property(seconds, (epoch) => {
      const instant = Temporal.Instant.fromEpochMilliseconds(epoch * 1000)
      const week = weekAt(instant)
      const holding = [previousWeek(week), week, nextWeek(week)].filter((candidate) => {
        const { start, end } = bounds(candidate)
        return Temporal.Instant.compare(start, instant) <= 0 && Temporal.Instant.compare(instant, end) < 0
      })
      expect(holding).toEqual([week])
      expect(weekOf(instant.toZonedDateTimeISO(ZONE).toPlainDate())).toBe(week)
    }),
    { numRuns: 2_000 },
  )
})

test('the week to go on with is the newest that is over, in whatever order they stand', () => {
  const [older, ended, running] = [readWeek('2026-W22'), readWeek('2026-W23'), readWeek('2026-W24')]
  const now = Temporal.Instant.from('2026-06-10T09:00:00Z')
  expect(newestEnded([ended, older, running], now)).toBe(ended)
  expect(newestEnded([running], now)).toBeUndefined()
})

test('from the first of some weeks to the last none is left out, and none is told twice', () => {
  const weeks = ['2026-06-15', '2026-06-01', '2026-06-15'] as Week[]
  expect(weeksBetween(weeks)).toEqual(['2026-06-01', '2026-06-08', '2026-06-15'])
  expect(weeksBetween([])).toEqual([])
})

test('a week is read of the years of which weeks are filed', () => {
  for (const text of ['9999-W52', '3000-W01', '1899-W52', '0000-W01', '9999-12-27'])
    expect(() => readWeek(text)).toThrow('week.unreadable')
  expect(['1900-W01', '2999-W52'].map((text) => readWeek(text))).toHaveLength(2)
})

test('a typed time is one instant, but two in the hour that comes twice and none in the one that never comes', () => {
  const both = (local: string) => lisbonBoth(Temporal.PlainDateTime.from(local))
  expect(both('2026-03-29T01:30')).toBeNull()
  const twice = both('2026-10-25T01:30')!
  expect([twice.first, twice.second].map(String)).toEqual(['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'])
  expect([twice.first, twice.second].map(twiceOf)).toEqual(['first', 'second'])
  fc.assert(
    fc.property(fc.integer({ min: 26_297_280, max: 34_714_619 }), (minute) => {
      const instant = Temporal.Instant.fromEpochMilliseconds(minute * 60_000)
      const found = lisbonBoth(instant.toZonedDateTimeISO(ZONE).toPlainDateTime())!
      // Whatever a form shows of an instant reads back as the same one.
      expect(found[twiceOf(instant) ?? 'first'].equals(instant)).toBe(true)
    }),
    { numRuns: 500, examples: [[29_381_310], [29_381_370]] },
  )
})

test('days as text are counted as the calendar counts them', () => {
  const days = fc
    .integer({ min: 0, max: 400_000 })
    .map((after) => Temporal.PlainDate.from('1900-01-01').add({ days: after }))
  fc.assert(
    fc.property(days, fc.integer({ min: -4_000, max: 4_000 }), (from, count) => {
      const other = from.add({ days: count })
      expect(dayAfter(from.toString(), count)).toBe(other.toString())
      expect(daysFrom(from.toString(), other.toString())).toBe(from.until(other, { largestUnit: 'days' }).days + 1)
      const week = weekOf(from)
      expect(daysOfWeek(week)).toEqual({ first: monday(week).toString(), last: sunday(week).toString() })
    }),
  )
})
