import { expect, test } from 'vitest'
import { daysOfMonth, monthOf, monthOfWeek, readMonth, weeksOfMonth } from './month.ts'
import { nextWeek, readWeek } from './week.ts'

test('every week of ten years is in exactly one month, and a month has four or five', () => {
  const months = new Map<string, number>()
  let week = readWeek('2020-W01')
  for (let count = 0; count < 530; count++, week = nextWeek(week)) {
    const month = monthOfWeek(week)
    expect(weeksOfMonth(month)).toContain(week)
    months.set(month, (months.get(month) ?? 0) + 1)
  }
  const whole = [...months.values()].slice(1, -1)
  expect([Math.min(...whole), Math.max(...whole)]).toEqual([4, 5])
})

test('a week that begins in one month is filed in the month of its Sunday', () => {
  expect(weeksOfMonth(readMonth('2026-06')).map(String)).toEqual([
    '2026-06-01',
    '2026-06-08',
    '2026-06-15',
    '2026-06-22',
  ])
  expect(monthOfWeek(readWeek('2026-06-29'))).toBe('2026-07')
})

test('a month has its first and its last day, also in February', () => {
  const { first, last } = daysOfMonth(readMonth('2028-02'))
  expect([first.toString(), last.toString(), monthOf(last)]).toEqual(['2028-02-01', '2028-02-29', '2028-02'])
})

test.each(['2026-13', '2026-00', '2026-6', '2026-06-01', '', 'junho'])('%j is no month', (text) => {
  expect(() => readMonth(text)).toThrow(expect.objectContaining({ code: 'record.not-found' }))
})

test('a month is written with its year, of which months are filed', () => {
  for (const text of ['2026-13', '2026-00', '2026-6', '9999-12', '0000-01', '3000-01', '1899-12', 'toString', ''])
    expect(() => readMonth(text)).toThrow('record.not-found')
  expect(['1900-01', '2026-12', '2999-12'].map(readMonth)).toEqual(['1900-01', '2026-12', '2999-12'])
})
