import { expect, test } from 'vitest'
import { compareWithOdometer, estimateAt } from './driven-days.ts'
import type { Reading } from './odometer.ts'

const at = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime('Europe/Lisbon').toInstant()
const read = (text: string, kilometres: number): Reading => ({ at: at(text), kilometres })
/** Makes days with these kilometres, from Monday 2 November on. */
const days = (...kilometres: (number | null)[]) =>
  kilometres.flatMap((one, place) =>
    one === null
      ? []
      : [{ day: Temporal.PlainDate.from('2026-11-02').add({ days: place }).toString(), metres: one * 1_000 }],
  )
const WEEK = days(100, 120, 0, 90, 150, 200, 140)

test('two readings at midnight stand beside the sum of the days between, which differs by more than three in a hundred', () => {
  const compared = (kilometres: number) =>
    compareWithOdometer([read('2026-11-09T00:00', 10_000 + kilometres), read('2026-11-02T00:00', 10_000)], WEEK)
  expect(compared(810)).toEqual([
    {
      from: '2026-11-02T00:00:00Z',
      to: '2026-11-09T00:00:00Z',
      odometer: 810,
      least: 800,
      most: 800,
      known: 7,
      days: 7,
      differs: null,
    },
  ])
  expect(compared(900)[0]?.differs).toBe('less')
  expect(compared(700)[0]?.differs).toBe('more')
})

test('of a day in which a reading falls nobody knows how much was before it: both are said, and neither is a difference', () => {
  const [one] = compareWithOdometer([read('2026-11-02T10:00', 500), read('2026-11-05T18:00', 700)], WEEK)
  expect(one).toMatchObject({ odometer: 200, least: 120, most: 310, known: 4, days: 4, differs: null })
})

test('days without positions are counted as such, and readings with none between have nothing beside them', () => {
  const readings = [
    read('2026-11-02T00:00', 0),
    read('2026-11-05T00:00', 300),
    read('2026-11-30T00:00', 900),
    read('2026-12-07T00:00', 950),
  ]
  expect(compareWithOdometer(readings, days(100, null, 90)).map(({ known, days: all }) => [known, all])).toEqual([
    [2, 3],
  ])
  expect(compareWithOdometer([read('2026-11-02T00:00', 300), read('2026-11-05T00:00', 5)], WEEK)).toEqual([])
})

test('a day of 25 hours is one day', () => {
  const [one] = compareWithOdometer(
    [read('2026-10-25T00:00', 0), read('2026-10-26T00:00', 100)],
    [{ day: '2026-10-25', metres: 99_000 }],
  )
  expect(one).toMatchObject({ least: 99, most: 99, known: 1, days: 1 })
})

test('an odometer is estimated from the reading before, where every day between has positions and none is cut by a moment', () => {
  const readings = [read('2026-11-02T00:00', 10_000), read('2026-11-30T00:00', 20_000)]
  expect(estimateAt(at('2026-11-09T00:00'), readings, WEEK)).toEqual({
    at: '2026-11-09T00:00:00Z',
    kilometres: 10_800,
    from: '2026-11-02T00:00:00Z',
    driven: 800,
    days: 7,
  })
  expect(estimateAt(at('2026-11-09T00:00'), readings, days(100, 120, null, 90, 150, 200, 140))).toBeNull()
  expect(estimateAt(at('2026-11-08T15:00'), readings, WEEK)).toBeNull()
  expect(estimateAt(at('2026-11-01T00:00'), readings, WEEK)).toBeNull()
  // The car stood still on the day that is cut.
  expect(estimateAt(at('2026-11-04T15:00'), readings, WEEK)).toMatchObject({ kilometres: 10_220 })
})
