import { expect, test } from 'vitest'
import { ibanState } from './driver.ts'

const now = Temporal.Instant.from('2026-06-10T09:00:00Z')
const later = now.add({ nanoseconds: 1 })

test.each([
  ['no IBAN is missing', null, 'missing'],
  ['one that is none is invalid', { valid: false, heldUntil: null }, 'invalid'],
  ['one that is none is invalid before it is held', { valid: false, heldUntil: later }, 'invalid'],
  ['one without a hold is ready', { valid: true, heldUntil: null }, 'ready'],
  ['one waits until the last moment of its hold', { valid: true, heldUntil: later }, 'held'],
  ['one is ready the moment its hold ends', { valid: true, heldUntil: now }, 'ready'],
  ['one whose hold is over is ready', { valid: true, heldUntil: now.subtract({ hours: 1 }) }, 'ready'],
])('%s', (_, iban, state) => {
  expect(ibanState(iban, now)).toBe(state)
})
