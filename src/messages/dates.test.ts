import { expect, test } from 'vitest'
import {
  daysOfWeek,
  formatDay,
  formatDayLong,
  formatDayNumeric,
  formatDayShort,
  formatInstant,
  formatWeek,
  formatDays,
  formatWeekDays,
  weekNumber,
} from './dates.ts'

test('a week is named by its number and its days', () => {
  expect(formatWeek('2026-06-01', 'pt')).toBe('Semana 23 · 1–7 jun. 2026')
  expect(formatWeek('2026-06-01', 'en')).toBe('Week 23 · 1–7 Jun 2026')
})

test.each([
  ['2026-10-26', '26 out.–1 nov. 2026'],
  ['2026-12-28', '28 dez. 2026–3 jan. 2027'],
])('the week of %s crosses a month or a year', (week, words) => {
  expect(formatWeekDays(week, 'pt')).toBe(words)
})

test('the days of a file are written as those of a week, and one day by itself', () => {
  expect(formatDays({ from: '2026-11-09', to: '2026-11-15' }, 'pt')).toBe('9–15 nov. 2026')
  expect(formatDays({ from: '2026-10-26', to: '2026-12-31' }, 'en')).toBe('26 Oct–31 Dec 2026')
  expect(formatDays({ from: '2025-11-09', to: '2026-11-15' }, 'en')).toBe('9 Nov 2025–15 Nov 2026')
  expect(formatDays({ from: '2026-11-09', to: '2026-11-09' }, 'pt')).toBe('9 nov. 2026')
})

test('week numbers are those of Temporal, for twelve years', () => {
  let day = Temporal.PlainDate.from('2019-12-30')
  while (day.year < 2032) {
    expect([day.toString(), weekNumber(day)]).toEqual([day.toString(), day.weekOfYear])
    day = day.add({ weeks: 1 })
  }
})

test('a day is written short, long, with its weekday and in digits', () => {
  expect(formatDay('2026-11-26', 'pt')).toBe('quinta-feira, 26 nov.')
  expect(formatDay('2026-11-26', 'en')).toBe('Thursday 26 Nov')
  expect(formatDayShort(Temporal.PlainDate.from('2026-11-26'), 'pt')).toBe('26 nov. 2026')
  expect(formatDayLong('2026-11-26', 'pt')).toBe('26 de novembro de 2026')
  expect(formatDayNumeric('2026-03-02')).toBe('02/03/2026')
})

test('an instant is told on the Lisbon clock, across midnight and summer time', () => {
  expect(formatInstant('2026-07-01T23:30:00Z', 'pt')).toBe('2 jul. 2026, 00:30')
  expect(formatInstant(Temporal.Instant.from('2026-01-01T00:05:00Z'), 'en')).toBe('1 Jan 2026, 00:05')
})

test('the days of a week go from its Monday to its Sunday', () => {
  expect(daysOfWeek('2026-10-19')).toEqual([19, 20, 21, 22, 23, 24, 25].map((date) => `2026-10-${date}`))
})
