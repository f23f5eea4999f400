import { expect, test } from 'vitest'
import { totalCarIncome, incomeByCar } from './car-income.ts'
import { type Cents, ZERO, cents } from './money.ts'

const fee = (amount: Cents) => ({ rent: ZERO, fee: amount, share: ZERO })

test('what somebody brought goes to the car they had, and by time to several; no cent is lost', () => {
  const income = incomeByCar([
    { amounts: fee(cents(301_80)), held: [{ car: 'A', seconds: 604_800 }] },
    {
      amounts: fee(cents(100_00)),
      held: [
        { car: 'A', seconds: 86_400 },
        { car: 'B', seconds: 172_800 },
      ],
    },
    {
      amounts: fee(cents(1)),
      held: [
        { car: 'B', seconds: 1 },
        { car: 'C', seconds: 1 },
      ],
    },
  ])
  expect([...income].map(([car, amounts]) => [car, totalCarIncome(amounts)])).toEqual([
    ['A', 301_80 + 33_33],
    ['B', 66_67 + 1],
    ['C', 0],
  ])
})

test('what was brought without a car is no car’s', () => {
  expect(incomeByCar([{ amounts: fee(cents(25_00)), held: [] }]).size).toBe(0)
})
