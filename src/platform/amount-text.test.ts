import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountReader, dateOrder, decimalStyle, readCount, readDate, readDateTime, readTime } from './amount-text.ts'

const cells = (...texts: string[]) => texts.map((text, at) => ({ line: at + 2, text }))

test.each<[string[], string]>([
  [['1234.56', '7', '-'], 'point'],
  [['1.234,56', '7'], 'comma'],
  [['12,34 €', '1.234'], 'comma'],
  [['1,234.56'], 'point'],
  [['1.234.567'], 'comma'],
  [['0,125'], 'comma'],
  [['1,234', '1.234', '5', 'N/A', ''], 'either'],
])('%j are written with a %s', (texts, style) => {
  expect(decimalStyle(cells(...texts))).toEqual({ mixed: false, style })
})

test('both styles in one column are told with the lines of the rarer one', () => {
  expect(decimalStyle(cells('1.50', '2,50', '3.50'))).toMatchObject({ mixed: true, lines: [3] })
})

test('a number of a sheet has no style', () => {
  expect(
    decimalStyle([
      { line: 1, text: '1.5', isNumber: true },
      { line: 2, text: '1,5' },
    ]),
  ).toEqual({ mixed: false, style: 'comma' })
})

test.each<['point' | 'comma' | 'either', string, number | string]>([
  ['point', '1234.56', 123_456],
  ['point', '1,234.56', 123_456],
  ['point', '12,34.56', 'unreadable'],
  ['point', '-12.30', -1_230],
  ['point', '\u221212.30', -1_230],
  ['point', '+1', 100],
  ['point', '.5', 50],
  ['point', '5.', 500],
  ['point', '0.0', 0],
  ['point', '1.234', 'unreadable'],
  ['point', '1.230', 123],
  ['point', '1e5', 'unreadable'],
  ['point', '(12.30)', 'unreadable'],
  ['point', '12.30-', 'unreadable'],
  ['point', '99999999999999999999', 'unreadable'],
  ['comma', '1.234,56', 123_456],
  ['comma', '1\u00a0234,56\u00a0€', 123_456],
  ['comma', '€ -12,34', -1_234],
  ['comma', '-€12,34', -1_234],
  ['comma', '1.234', 123_400],
  ['comma', '12.34', 'unreadable'],
  ['comma', '1,2,3', 'unreadable'],
  ['either', '7', 700],
  ['either', '1,234', 'unreadable'],
  ['either', '', 0],
  ['either', ' - € ', 0],
  ['either', 'N/A', 'unknown'],
  ['either', '€', 0],
  ['either', 'abc', 'unreadable'],
])('with a %s, %j is %s', (style, text, amount) => {
  expect(amountReader(style).cents(text)).toBe(amount)
})

test.each<[string, number | string]>([
  ['59.050000000000004', 5_905],
  ['-9.5E-2', 'unreadable'],
  ['9.5E-1', 95],
  ['1.0E2', 10_000],
  ['59.055', 'unreadable'],
  ['59.049999999999997', 5_905],
])('a number of a sheet %s is %s', (text, amount) => {
  expect(amountReader('comma').cents(text, true)).toBe(amount)
})

test('prices of many decimals are rounded half away from zero, other scales too', () => {
  const { roundedCents, scaled } = amountReader('point')
  expect([roundedCents('5.375726'), roundedCents('0.005'), roundedCents('-0.005'), roundedCents('0.0049')]).toEqual([
    538, 1, -1, 0,
  ])
  expect([scaled('43.3700000000000000000', 3), scaled('38.125', 2)]).toEqual([43_370, 3_813])
})

test('every amount is read back exactly in both styles', () => {
  fc.assert(
    fc.property(fc.integer({ min: -100_000_000_00, max: 100_000_000_00 }), (amount) => {
      const size = Math.abs(amount)
      const sign = amount < 0 ? '-' : ''
      const [whole, rest] = [String(Math.floor(size / 100)), String(size % 100).padStart(2, '0')]
      const groups = whole.replace(/\B(?=(\d{3})+$)/g, '.')
      expect(amountReader('point').cents(`${sign}${whole}.${rest}`)).toBe(amount)
      expect(amountReader('comma').cents(`${sign}${groups},${rest} €`)).toBe(amount)
    }),
  )
})

test.each<[string, number | null]>([
  ['92', 92],
  ['92.0', 92],
  ['', 0],
  ['-', 0],
  ['9.5', null],
  ['-3', null],
  ['x', null],
])('the count %j is %s', (text, count) => {
  expect(readCount(text)).toBe(count)
})

test.each<[string[], string]>([
  [['01/06/2026', '13/06/2026'], 'dmy'],
  [['6/1/2026 11:21:36 PM'], 'mdy'],
  [['06/01/2026', '06/13/2026'], 'mdy'],
  [['01/06/2026', '02/06/2026'], 'ambiguous'],
  [['13/06/2026', '06/13/2026'], 'mixed'],
  [['2026-06-01', '06/06/2026'], 'dmy'],
])('the order of %j is %s', (texts, order) => {
  expect(dateOrder(texts)).toBe(order)
})

test.each<[string, 'dmy' | 'mdy', string | null]>([
  ['2026-06-01 07:05', 'dmy', '2026-06-01T07:05:00'],
  ['2026-06-01T07:05:30.000', 'mdy', '2026-06-01T07:05:30'],
  ['01/06/2026 07:05:30', 'dmy', '2026-06-01T07:05:30'],
  ['01-06-2026 7:05', 'dmy', '2026-06-01T07:05:00'],
  ['6/7/2026 11:21:36 PM', 'mdy', '2026-06-07T23:21:36'],
  ['6/7/2026 12:00:00 AM', 'mdy', '2026-06-07T00:00:00'],
  ['01/06/2026', 'dmy', '2026-06-01T00:00:00'],
  ['31/02/2026 07:05', 'dmy', null],
  ['01/13/2026 07:05', 'dmy', null],
  ['2026-06-01 25:00', 'dmy', null],
  ['2026-06-01 07:05 +0100', 'dmy', null],
  ['', 'dmy', null],
])('%j in order %s is %s', (text, order, moment) => {
  expect(readDateTime(text, order)?.toString() ?? null).toBe(moment)
})

test('times may be the fraction of a day, days may have points', () => {
  expect(readTime('0.8854166666666666')?.toString()).toBe('21:15:00')
  expect(readTime('13:00 PM')).toBeNull()
  expect(readDate('01.06.2026', 'dmy')?.toString()).toBe('2026-06-01')
})
