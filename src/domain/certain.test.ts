import { expect, test } from 'vitest'
import { firstOf, requireValue, lastOf } from './certain.ts'

test('the ends of a list are found, also where they are nothing', () => {
  expect([firstOf([1, 2]), lastOf([1, 2]), firstOf([undefined])]).toEqual([1, 2, undefined])
  expect(requireValue(new Map([['a', null]]), 'a')).toBe(null)
})

test('what was certain and is not there is a defect', () => {
  expect(() => firstOf([])).toThrow('empty')
  expect(() => lastOf([])).toThrow('empty')
  expect(() => requireValue(new Map(), 'a')).toThrow('Nothing is known of a')
})
