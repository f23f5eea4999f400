import { expect, test } from 'vitest'
import { messageCost } from './message-cost.ts'

test('messages cost their price together, rounded to the cent once', () => {
  // 0,01832 € each.
  expect([1, 2, 3, 100].map((count) => messageCost(count, 1_832))).toEqual([2, 4, 5, 183])
  expect([messageCost(0, 1_832), messageCost(1, 500), messageCost(1, 499)]).toEqual([0, 1, 0])
})
