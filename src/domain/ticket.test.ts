import { expect, test } from 'vitest'
import { aboutText, promisedDay, readAbout } from './ticket.ts'

const at = (text: string) => Temporal.Instant.from(text)

test('an answer is promised by the end of a working day, whatever the hour of the question', () => {
  // Friday the 5th; Wednesday the 10th of June is a holiday.
  expect(promisedDay(at('2026-06-05T10:00:00Z'), 1)).toBe('2026-06-08')
  expect(promisedDay(at('2026-06-05T10:00:00Z'), 3)).toBe('2026-06-11')
  // In Lisbon it is Saturday already.
  expect(promisedDay(at('2026-06-05T23:30:00Z'), 1)).toBe('2026-06-08')
})

test.each([
  { kind: 'week', week: '2026-W23' },
  { kind: 'line', week: '2026-W23', line: 4 },
  { kind: 'fine', id: '7f8ad1f2-0d6c-4b6c-9e3c-0f7a8f1c2d3e' },
] as const)('what a ticket is about goes into an address and comes back: $kind', (about) => {
  expect(readAbout(aboutText(about))).toEqual(about)
})

test.each(['', 'fine', 'fine:', 'house:1', 'line:2026-W23', 'line:2026-W23:-1', 'car:1:2', 'week:2026-W23:1'])(
  'an address that says nothing known is about nothing: “%s”',
  (text) => expect(readAbout(text)).toBeNull(),
)
