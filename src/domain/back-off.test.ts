import { expect, test } from 'vitest'
import { nextTry } from './back-off.ts'

const NOW = Temporal.Instant.from('2026-06-08T09:00:00Z')
const minutes = (asked: Parameters<typeof nextTry>[1]) => nextTry(NOW, asked).since(NOW).total('minutes')

test('each failure waits twice as long as the one before, and none longer than six hours', () => {
  const waits = [0, 1, 2, 3, 4, 5, 99].map((failures) => minutes({ failures, wait: null }))
  expect(waits).toEqual([15, 30, 60, 120, 240, 360, 360])
})

test('a service that asks for longer is left alone for longer, one that asks for less is not asked sooner', () => {
  expect(minutes({ failures: 0, wait: Temporal.Duration.from({ hours: 2 }) })).toBe(120)
  expect(minutes({ failures: 0, wait: Temporal.Duration.from({ seconds: 2 }) })).toBe(15)
  expect(minutes({ failures: 3, wait: null, own: 1440 })).toBe(1440)
})
