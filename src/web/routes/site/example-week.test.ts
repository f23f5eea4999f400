import { expect, test } from 'vitest'
import { ARRANGEMENTS, STATEMENT, total } from './example-week.ts'

test('the groups of the example statement sum to what is received', () => {
  const { earnings, costs, adjustments, net, receipt, cash } = STATEMENT
  expect(total(earnings) + total(costs) + total(adjustments)).toBe(net)
  expect(total(earnings) + total(costs) + cash).toBe(receipt)
})

test.each(ARRANGEMENTS)(
  'the lines of the arrangement $id make its sum',
  ({ earnings, vat, fee, rent, fuel, tolls, sum }) => {
    expect(earnings + vat + fee + rent + fuel + tolls).toBe(sum)
  },
)
