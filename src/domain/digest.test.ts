import { expect, test } from 'vitest'
import { DIGEST_TIME, dueDigest } from './digest.ts'

const due = (rhythm: 'weekly' | 'daily' | 'off', now: string, time = DIGEST_TIME) =>
  dueDigest(rhythm, time, Temporal.Instant.from(now))?.toString() ?? null

test('the weekly one is due from seven on Monday, for a day', () => {
  expect(due('weekly', '2026-11-23T06:59:59Z')).toBeNull()
  expect(due('weekly', '2026-11-23T07:00:00Z')).toBe('2026-11-23T07:00:00+00:00[Europe/Lisbon]')
  expect(due('weekly', '2026-11-24T06:59:59Z')).toBe('2026-11-23T07:00:00+00:00[Europe/Lisbon]')
  expect(due('weekly', '2026-11-24T07:00:00Z')).toBeNull()
})

test('the daily one is due every day, and whoever wants none is due none', () => {
  expect(due('daily', '2026-11-24T07:00:00Z')).toBe('2026-11-24T07:00:00+00:00[Europe/Lisbon]')
  expect(due('daily', '2026-11-24T06:59:00Z')).toBe('2026-11-23T07:00:00+00:00[Europe/Lisbon]')
  expect(due('off', '2026-11-23T07:00:00Z')).toBeNull()
})

test('seven means seven on the clock in Lisbon, also on a day of 23 or 25 hours', () => {
  expect(due('daily', '2026-03-29T06:00:00Z')).toBe('2026-03-29T07:00:00+01:00[Europe/Lisbon]')
  expect(due('daily', '2026-03-29T05:59:00Z')).toBe('2026-03-28T07:00:00+00:00[Europe/Lisbon]')
  expect(due('daily', '2026-10-25T06:30:00Z')).toBe('2026-10-24T07:00:00+01:00[Europe/Lisbon]')
  expect(due('daily', '2026-10-25T07:00:00Z')).toBe('2026-10-25T07:00:00+00:00[Europe/Lisbon]')
})

test('the digest keeps to another weekday and hour', () => {
  const thursday = { weekday: 4, hour: 18 }
  expect(due('weekly', '2026-11-26T18:00:00Z', thursday)).toBe('2026-11-26T18:00:00+00:00[Europe/Lisbon]')
  expect(due('weekly', '2026-11-26T17:59:00Z', thursday)).toBeNull()
})
