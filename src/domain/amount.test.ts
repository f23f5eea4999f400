import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTypedCents, readTypedCount } from './amount.ts'

test.each([
  ['1.234,56', 1_234_56],
  ['1,234.56', 1_234_56],
  ['1 234,56', 1_234_56],
  ['1\u00A0234,56\u00A0€', 1_234_56],
  ['1\u202F234.56', 1_234_56],
  ['1234,56', 1_234_56],
  ['1234.56', 1_234_56],
  ['1.234.567,89', 1_234_567_89],
  ['1.234.567', 1_234_567_00],
  ['1,234,567', 1_234_567_00],
  ['1 234', 1_234_00],
  ['12', 12_00],
  ['12,5', 12_50],
  ['0,05', 5],
  ['007', 7_00],
  ['12 €', 12_00],
  ['12\u00A0€', 12_00],
  ['12€', 12_00],
  ['€12.50', 12_50],
  ['-12,50', -12_50],
  ['−12,50 €', -12_50],
  ['− 12', -12_00],
  ['−€12', -12_00],
  ['  25,00  ', 25_00],
  ['-0', 0],
])('"%s" is read as %i cents', (text, amount) => {
  expect(readTypedCents(text)).toBe(amount)
})

test.each([
  '',
  ' ',
  '€',
  '-',
  '1.23.4',
  '1,2,3',
  '12,345',
  '1.234',
  '1234,567',
  '12,3456',
  '1.2345,67',
  '1.23,45',
  '12.34,56',
  '1,234,56',
  '1.234.56',
  '0.123,45',
  '1 23',
  '12,',
  ',50',
  '--12',
  '12-',
  '+12',
  '1e3',
  '12 euros',
  '€12€',
  '12 €€',
  '1_000',
  '١٢',
  '9999999999999',
])('"%s" is not guessed at', (text) => {
  expect(readTypedCents(text)).toBeNull()
})

test.each([
  ['0', 0],
  ['1700', 1_700],
  ['1.700', 1_700],
  ['1,700', 1_700],
  ['1 700', 1_700],
  ['12.345', 12_345],
  ['1.234.567', 1_234_567],
  ['1,234,567', 1_234_567],
  ['1 234 567', 1_234_567],
  [' 7 ', 7],
])('"%s" is the count %i', (text, count) => {
  expect(readTypedCount(text)).toBe(count)
})

test.each(['', '-1', '1,5', '1.70', '1 70', '12.34', '1.234,567', '0.700', '99999999999999999999', 'sete'])(
  '"%s" is no count',
  (text) => {
    expect(readTypedCount(text)).toBeNull()
  },
)

test('an amount written in either style is read back to the cent', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -100_000_000_000, max: 100_000_000_000 }),
      fc.constantFrom('.', ',', ' ', ''),
      (amount, mark) => {
        const digits = String(Math.abs(amount)).padStart(3, '0')
        const whole = digits.slice(0, -2).replaceAll(/\B(?=(?:\d{3})+$)/g, mark)
        const text = `${amount < 0 ? '−' : ''}${whole}${mark === ',' ? '.' : ','}${digits.slice(-2)}`
        expect(readTypedCents(text)).toBe(amount)
      },
    ),
  )
})
