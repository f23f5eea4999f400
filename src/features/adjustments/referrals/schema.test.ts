import { expect, test } from 'vitest'
import { z } from 'zod'
import { ruleInput } from './schema.ts'

const conditions = { first: '1', weeks: '1', minWeeks: '4', minTrips: '0', hold: '0', clawback: '0' }
const written = { side: 'referrer', name: 'Indicação', from: '2026-11-23', reason: 'Campanha' }
const sent = (more: object) => ({ ...written, ...conditions, amount: '', rate: '', base: 'income', cap: '', ...more })
const errors = (more: object) => z.flattenError(ruleInput.safeParse(sent(more)).error!).fieldErrors

test('a rule asks for what it pays, and what another kind of rule pays counts as not typed', () => {
  expect(ruleInput.parse(sent({ kind: 'fixed', amount: '150', rate: '12x' }))).toMatchObject({
    kind: 'fixed',
    amount: 150_00,
  })
  const percent = ruleInput.parse(sent({ kind: 'percent', rate: '5', cap: '200', amount: 'x' }))
  expect(percent).toMatchObject({ kind: 'percent', rate: 5_00, base: 'income', cap: 200_00 })
  expect(ruleInput.parse(sent({ kind: 'none', amount: '150' }))).toEqual({ ...written, kind: 'none' })
})

test('what a rule lacks is said at its field: an amount, a percentage, and the most that a percentage comes to', () => {
  expect(errors({ kind: 'fixed' })).toEqual({ amount: ['field.required'] })
  expect(errors({ kind: 'percent' })).toEqual({ rate: ['field.required'] })
  expect(errors({ kind: 'percent', rate: '101', cap: '200' })).toEqual({ rate: ['field.percent'] })
  expect(errors({ kind: 'percent', rate: '5' })).toEqual({ cap: ['field.required'] })
  expect(errors({ kind: 'fixed', amount: '150', weeks: '105' })).toEqual({ weeks: ['field.number'] })
})
