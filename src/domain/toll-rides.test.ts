import { expect, test } from 'vitest'
import { readWeek } from './week.ts'
import { type RidesKnown, tollTime } from './toll-rides.ts'

const WEEK = readWeek('2026-W23')
const BEFORE = readWeek('2026-W22')
const at = (clock: string) => Temporal.Instant.from(`2026-06-03T${clock}+01:00`)
const ALL: RidesKnown = { bolt: new Set([WEEK]), uber: new Set([WEEK]) }
const NONE: RidesKnown = { bolt: new Set(), uber: new Set() }
const ride = [{ from: at('10:00:40'), to: at('10:20:05') }]
const both = new Set(['bolt', 'uber'] as const)

test('a toll is aboard from the minute in which the passenger got in to the one of getting out', () => {
  for (const clock of ['10:00:00', '10:10:00', '10:20:00'])
    expect(tollTime(at(clock), ride, both, ALL), clock).toBe('aboard')
  for (const clock of ['09:59:00', '10:21:00']) expect(tollTime(at(clock), ride, both, ALL), clock).toBe('empty')
})

test('what one platform has not told is not known, unless another says that somebody sat there', () => {
  const boltAlone: RidesKnown = { ...NONE, bolt: new Set([WEEK]) }
  expect(tollTime(at('12:00:00'), ride, both, boltAlone)).toBe('unknown')
  expect(tollTime(at('12:00:00'), ride, new Set(['bolt']), boltAlone)).toBe('empty')
  expect(tollTime(at('12:00:00'), ride, new Set(['bolt']), NONE)).toBe('unknown')
  expect(tollTime(at('10:10:00'), ride, both, NONE)).toBe('aboard')
})

test('whom no platform paid drove without passengers', () => {
  expect(tollTime(at('12:00:00'), [], new Set(), NONE)).toBe('empty')
})

test('before four on a Monday the week of Uber is the one before', () => {
  const monday = Temporal.Instant.from('2026-06-01T03:59:00+01:00')
  expect(tollTime(monday, [], new Set(['bolt']), ALL)).toBe('unknown')
  expect(tollTime(monday, [], new Set(['bolt']), { ...ALL, uber: new Set([BEFORE]) })).toBe('empty')
  expect(tollTime(monday.add({ minutes: 1 }), [], new Set(['bolt']), ALL)).toBe('empty')
})
