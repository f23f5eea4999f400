import { expect, test } from 'vitest'
import { z } from 'zod'
import { cents } from '#domain/money.ts'
import { readWeek } from '#domain/week.ts'
import { type ReferralView, dueOf, ruleInput } from './schema.ts'

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
  expect(errors({ kind: 'fixed', amount: '150', weeks: '105' })).toEqual({ weeks: ['field.number-bounds'] })
})

test('due is what the reader’s own side has earned and no statement has paid; nothing of what is held, idle or the other’s', () => {
  const none: ReferralView['sides']['referrer'] = {
    rule: null,
    earned: { amount: cents(0), reached: cents(0), weeks: 0, trips: 0, state: 'waiting' },
    paid: cents(0),
    on: [],
  }
  const side = (amount: number, paid: number, reached = amount): ReferralView['sides']['referrer'] => ({
    ...none,
    earned: { ...none.earned, amount: cents(amount), reached: cents(reached) },
    paid: cents(paid),
  })
  const referral = (mine: typeof none, others: typeof none, more: Partial<ReferralView> = {}): ReferralView => ({
    id: 'r',
    since: readWeek('2026-06-01'),
    origin: 'link',
    reason: '',
    referrer: { id: 'me', name: 'Eu' },
    referred: { id: 'you', name: 'Tu' },
    idle: null,
    withdrawReason: null,
    sides: { referrer: mine, referred: others },
    ...more,
  })
  expect(dueOf([referral(side(50_00, 20_00), side(30_00, 0))], 'me')).toBe(30_00)
  expect(dueOf([referral(side(50_00, 20_00), side(25_00, 0))], 'you')).toBe(25_00)
  expect(dueOf([referral(side(0, 0, 50_00), none), referral(side(50_00, 50_00), none)], 'me')).toBe(0)
  expect(dueOf([referral(side(50_00, 0), none, { idle: 'withdrawn' })], 'me')).toBe(0)
  expect(dueOf([referral(side(0, 40_00), none), referral(side(50_00, 0), none)], 'me')).toBe(50_00)
})
