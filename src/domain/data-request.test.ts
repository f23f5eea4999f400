import { expect, test } from 'vitest'
import { answerBy, tellAuthorityBy } from './data-request.ts'

test('a request is answered in a month, in three where it was said why, and never on a day that is not there', () => {
  const by = (day: string, isExtended = false) => answerBy(Temporal.PlainDate.from(day), isExtended).toString()
  expect([by('2026-06-08'), by('2026-06-08', true)]).toEqual(['2026-07-08', '2026-09-08'])
  expect([by('2027-01-31'), by('2026-11-30', true)]).toEqual(['2027-02-28', '2027-02-28'])
})

test('the clock of a breach runs seventy-two hours, over the night on which an hour comes twice too', () => {
  expect(tellAuthorityBy(Temporal.Instant.from('2026-10-23T10:00:00Z')).toString()).toBe('2026-10-26T10:00:00Z')
})
