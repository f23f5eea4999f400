import { expect, test } from 'vitest'
import { readWeek } from '#domain/week.ts'
import { bareFigure, figureChange, figuresPeriodRow } from './figure-words.ts'
import { translator } from './translate.ts'

const [pt, en] = [translator('pt'), translator('en')]

test('a part of a whole has one decimal, also where it is zero', () => {
  expect([7250, 8000, 10_000, 0].map((value) => bareFigure('acceptance', value, pt))).toEqual([
    '72,5\u00A0%',
    '80,0\u00A0%',
    '100,0\u00A0%',
    '0,0\u00A0%',
  ])
  expect(bareFigure('acceptance', 8000, en)).toBe('80.0%')
})

test('a change has its sign, unless it is too little to be written', () => {
  expect([250, -250, 4, -4, 0].map((change) => figureChange('acceptance', change, pt))).toEqual([
    '+2,5',
    '−2,5',
    '0,0',
    '0,0',
    '0,0',
  ])
  expect(figureChange('minutes', -2, en)).toBe('0.0')
  expect(figureChange('perHour', -36, pt)).toBe('−0,36')
})

test('a period is short beside a row of a picture', () => {
  const weeks = [readWeek('2026-W41')]
  expect(figuresPeriodRow({ kind: 'month', name: '2026-10', weeks }, pt)).toBe('out. 2026')
  expect(figuresPeriodRow({ kind: 'quarter', name: '2026-Q4', weeks }, pt)).toBe('4.º trim. 2026')
  expect(figuresPeriodRow({ kind: 'quarter', name: '2026-Q4', weeks }, en)).toBe('Q4 2026')
})
