import { expect, test } from 'vitest'
import { hasEnded, isBeyondGrace, isRecent, isStale, nextBackOff, sessionLimit, wantsRenewal } from './session.ts'

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

test('a renewal that fails is tried again after half a minute, and twice as long each time, up to 16 minutes', () => {
  const waits = [0, 0, 0, 0, 0, 0, 0].reduce<number[]>((past) => [...past, nextBackOff(past.at(-1) ?? 0)], [])
  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 960])
})

test('a token is renewed from five minutes before its end, unless a failure is being waited out', () => {
  const tokenEndsAt = signedInAt.add({ hours: 1 })
  const wants = (seconds: number, retryAfter: number | null = null) =>
    wantsRenewal(
      { tokenEndsAt, retryAt: retryAfter === null ? null : signedInAt.add({ seconds: retryAfter }) },
      signedInAt.add({ seconds }),
    )

  expect([wants(3299), wants(3300), wants(9999)]).toEqual([false, true, true])
  expect([wants(3329, 3330), wants(3330, 3330)]).toEqual([false, true])
})

test('a token that ended makes a session stale, and an hour later ends it; without a token neither happens', () => {
  const ended = (minutes: number) => {
    const now = signedInAt.add({ minutes })
    return [isStale(signedInAt, now), isBeyondGrace(signedInAt, now)]
  }

  expect([ended(-1), ended(0), ended(59), ended(60)]).toEqual([
    [false, false],
    [true, false],
    [true, false],
    [true, true],
  ])
  expect([isStale(null, signedInAt), isBeyondGrace(null, signedInAt)]).toEqual([false, false])
})

test('a sign-in is fresh for ten minutes', () => {
  expect(isRecent(signedInAt, signedInAt.add({ seconds: 599 }))).toBe(true)
  expect(isRecent(signedInAt, signedInAt.add({ seconds: 600 }))).toBe(false)
})
