import { expect, test } from 'vitest'
import { answerBy } from './dispute.ts'

test.each([
  ['a Monday', '2026-11-23T10:00:00Z', '2026-11-30'],
  ['a Saturday, which is no working day', '2026-11-21T10:00:00Z', '2026-11-27'],
  ['a Friday before two holidays', '2026-11-27T10:00:00Z', '2026-12-07'],
  ['the last minute of a Sunday in Lisbon, in summer', '2026-06-14T22:59:00Z', '2026-06-19'],
  ['the first minute of the Monday after', '2026-06-14T23:00:00Z', '2026-06-22'],
])('a line that was contested on %s is answered within five working days', (_, at, by) => {
  expect(answerBy(Temporal.Instant.from(at))).toBe(by)
})
