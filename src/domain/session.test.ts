import { expect, test } from 'vitest'
import { hasEnded, sessionLimit } from './session.ts'

const signedInAt = Temporal.Instant.from('2026-06-01T08:00:00Z')

test('an unused session of a driver ends after eight hours, of an administrator after one', () => {
  const after = (role: 'driver' | 'admin', minutes: number) =>
    hasEnded({ role, signedInAt, seenAt: signedInAt }, signedInAt.add({ minutes }))

  expect(after('driver', 479)).toBe(false)
  expect(after('driver', 480)).toBe(true)
  expect(after('admin', 59)).toBe(false)
  expect(after('admin', 60)).toBe(true)
})

test('a session in use all the time ends after fourteen days, of an administrator after twelve hours', () => {
  const after = (role: 'driver' | 'admin', hours: number) => {
    const now = signedInAt.add({ hours })
    return hasEnded({ role, signedInAt, seenAt: now }, now)
  }

  expect(after('driver', 335)).toBe(false)
  expect(after('driver', 336)).toBe(true)
  expect(after('admin', 11)).toBe(false)
  expect(after('admin', 12)).toBe(true)
  expect(sessionLimit('admin', signedInAt).toString()).toBe('2026-06-01T20:00:00Z')
})
