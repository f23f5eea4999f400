import { expect, test } from 'vitest'
import {
  formatAmount,
  formatDifference,
  formatMoney,
  formatNumber,
  formatPercent,
  formatRate,
  formatRoundMoney,
} from './numbers.ts'

test.each([
  [0, '0,00 €', '€0.00'],
  [5, '0,05 €', '€0.05'],
  [-36_20, '−36,20 €', '−€36.20'],
  [1_234_56, '1.234,56 €', '€1,234.56'],
  [-1_234_567_89, '−1.234.567,89 €', '−€1,234,567.89'],
])('%i cents in both languages', (cents, pt, en) => {
  expect([formatMoney(cents, 'pt'), formatMoney(cents, 'en')]).toEqual([
    pt.replace(' ', '\u00A0'),
    en.replace('−€', '−\u2060€'),
  ])
})

test('columns have no currency, and differences have their sign', () => {
  expect(formatAmount(-488_55, 'pt')).toBe('−488,55')
  expect([formatDifference(50_00, 'pt'), formatDifference(-50_00, 'pt'), formatDifference(0, 'pt')]).toEqual([
    '+50,00',
    '−50,00',
    '0,00',
  ])
})

test('rates and counts follow the language', () => {
  expect([formatPercent(400, 'pt'), formatPercent(750, 'en'), formatPercent(-41_00, 'pt')]).toEqual([
    '4\u00A0%',
    '7.5%',
    '−41\u00A0%',
  ])
  expect([formatNumber(37_300, 'pt'), formatNumber(37_300, 'en')]).toEqual(['37.300', '37,300'])
  expect([formatRate(380, 'pt'), formatRate(378, 'pt'), formatRate(400, 'en')]).toEqual([
    '3,80\u00A0%',
    '3,78\u00A0%',
    '4.00%',
  ])
})

test('round amounts leave out the cents that are none', () => {
  expect([formatRoundMoney(1_200_00, 'pt'), formatRoundMoney(1_200_00, 'en'), formatRoundMoney(-12_50, 'pt')]).toEqual([
    '1.200\u00A0€',
    '€1,200',
    '−12,50\u00A0€',
  ])
})
