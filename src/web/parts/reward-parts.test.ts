import { expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import type { SideView } from '#features/adjustments/referrals/schema.ts'
import { stillExpected } from './reward-parts.tsx'

const side: SideView = {
  rule: { name: 'Prémio', most: cents(50_00), minWeeks: 4, minTrips: 0 },
  earned: { amount: cents(50_00), reached: cents(50_00), weeks: 4, trips: 0, state: 'earned' },
  paid: cents(0),
  on: [],
}
const left = (referrer: Partial<SideView>) =>
  stillExpected({ sides: { referrer: { ...side, ...referrer }, referred: side } })

test('what a referral can still bring leaves out what was paid', () => {
  expect(left({})).toBe(50_00)
  expect(left({ paid: cents(20_00) })).toBe(30_00)
  expect(left({ paid: cents(50_00) })).toBe(0)
  expect(left({ earned: { ...side.earned, state: 'taken-back' } })).toBe(0)
})
