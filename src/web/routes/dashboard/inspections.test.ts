import { expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { askedOf } from './inspections.tsx'

test('a driver is asked for what was proposed, whatever the repair cost, and pays what they were charged before', () => {
  const damage = { estimate: cents(350_00), invoice: cents(420_00) }
  expect(askedOf(damage, null)).toBe(350_00)
  expect(askedOf(damage, { amount: cents(300_00) })).toBe(300_00)
  expect(askedOf({ estimate: null }, null)).toBeNull()
})
