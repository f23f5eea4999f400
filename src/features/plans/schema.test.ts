import { expect, test } from 'vitest'
import { z } from 'zod'
import { ownPlanInput, planAct, planInput } from './schema.ts'

const errors = (schema: z.ZodType, sent: Record<string, string>) => {
  const { error } = schema.safeParse(sent)
  return error && z.flattenError(error).fieldErrors
}

test('what is wrong with a request is said at its field', () => {
  const asked = { intent: 'request', amount: '100', count: '4', reason: 'Pneus' }
  expect(errors(ownPlanInput, asked)).toBeUndefined()
  expect(errors(ownPlanInput, { ...asked, reason: '' })).toEqual({ reason: ['field.required'] })
  expect(errors(ownPlanInput, { ...asked, amount: 'abc' })).toEqual({ amount: ['field.money'] })
  expect(errors(ownPlanInput, { ...asked, amount: '1', count: '120' })).toEqual({ count: ['plan.too-many'] })
  expect(errors(ownPlanInput, { intent: 'accept', plan: 'x' })).toEqual({ plan: ['field.invalid'] })
})

test('what is paid at once may be left out, and is an amount where it is not', () => {
  const typed = {
    driver: '5e0f4a52-6f0c-4d0c-9b1e-0a1f2b3c4d5e',
    kind: 'deposit',
    amount: '500',
    count: '6',
    first: '2026-06-01',
    reason: 'Caução',
  }
  expect(planInput.parse(typed).down).toBe(0)
  expect(planInput.parse({ ...typed, down: '' }).down).toBe(0)
  expect(planInput.parse({ ...typed, down: '200' }).down).toBe(200_00)
  expect(errors(planInput, { ...typed, down: 'abc' })).toEqual({ down: ['field.money'] })
  expect(errors(planInput, { ...typed, first: '31/02/2026' })).toEqual({ first: ['field.day'] })
})

test('a charge belongs to an advance, and what is paid at once is less than the total: each is said at its field', () => {
  const typed = {
    driver: '5e0f4a52-6f0c-4d0c-9b1e-0a1f2b3c4d5e',
    kind: 'advance',
    amount: '500',
    count: '6',
    first: '2026-06-01',
    reason: 'Oficina',
    interest: '400',
  }
  expect(errors(planInput, typed)).toBeUndefined()
  expect(errors(planInput, { ...typed, kind: 'damage' })).toEqual({ interest: ['field.interest-advance'] })
  expect(errors(planInput, { ...typed, kind: 'damage', interest: '0' })).toBeUndefined()
  for (const down of ['500', '500,01']) {
    expect(errors(planInput, { ...typed, down })).toEqual({ down: ['field.down-whole'] })
  }
  expect(errors(planInput, { ...typed, down: '499,95' })).toEqual({ count: ['plan.too-many'] })
})

test('an approval over parts of a cent is refused at the number of weeks', () => {
  const yes = { intent: 'approve', amount: '1', count: '120', first: '2026-06-01', reason: 'Combinado' }
  expect(errors(planAct, yes)).toEqual({ count: ['plan.too-many'] })
  expect(errors(planAct, { ...yes, amount: '200', count: '157' })).toEqual({ count: ['field.instalments'] })
})
