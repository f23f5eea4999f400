import { expect, test } from 'vitest'
import { type ComparedLine, compareLines } from './line-comparison.ts'
import { cents } from './money.ts'
import type { LineCode } from './settlement-types.ts'

const line = (code: LineCode, amount: number, adjustment: ComparedLine['adjustment'] = null): ComparedLine => ({
  code,
  amount: cents(amount),
  adjustment,
})
const recorded = (id: string) => ({ id, about: null })
const instalment = (plan: string) => ({ id: null, about: null, plan: { id: plan } })

test('a line of the week itself compares with the same code, and one that only the earlier week has is gone', () => {
  const fuel = line('energy.fuel', -40_00)
  expect(
    compareLines([line('income.uber', 500_00), line('tolls', -5_00)], [line('income.uber', 480_00), fuel], new Map()),
  ).toEqual({
    before: [480_00, null],
    gone: [fuel],
  })
})

test('each prize compares with the one of its own goal, and each instalment with its own plan', () => {
  const now = [
    line('adjustment.goal', 100_00, recorded('month-48')),
    line('adjustment.goal', 30_00, recorded('week-48')),
    line('adjustment.plan', -50_00, instalment('tyres')),
    line('adjustment.plan', -20_00, instalment('deposit')),
  ]
  const then = [
    line('adjustment.goal', 15_00, recorded('week-47')),
    line('adjustment.plan', -20_00, instalment('deposit')),
  ]
  const series = new Map([
    ['month-48', 'fleet month'],
    ['week-48', 'full week'],
    ['week-47', 'full week'],
  ])
  expect(compareLines(now, then, series)).toEqual({ before: [null, 15_00, null, -20_00], gone: [] })
})

test('a fine is not another fine', () => {
  const earlier = line('adjustment.fine', -60_00, recorded('september'))
  expect(compareLines([line('adjustment.fine', -30_00, recorded('october'))], [earlier], new Map())).toEqual({
    before: [null],
    gone: [earlier],
  })
})
