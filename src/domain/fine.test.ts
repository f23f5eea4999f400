import { expect, test } from 'vitest'
import {
  FINE_STATES,
  identificationClock,
  mayFollow,
  readFineNumber,
  showFineNumber,
  urgencyOf,
  usualIssuer,
} from './fine.ts'

const clock = (today: string) => {
  const { until, left, urgency } = identificationClock(
    Temporal.PlainDate.from('2026-11-24'),
    Temporal.PlainDate.from(today),
  )
  return [until.toString(), left, urgency]
}

test('the clock counts fifteen working days, is amber at seven and red at three', () => {
  expect(['2026-11-24', '2026-12-07', '2026-12-14', '2026-12-17', '2026-12-19'].map(clock)).toEqual([
    ['2026-12-17', 15, 'calm'],
    // 8 December is a holiday: from the 7th on there are seven.
    ['2026-12-17', 7, 'soon'],
    ['2026-12-17', 3, 'urgent'],
    ['2026-12-17', 0, 'urgent'],
    ['2026-12-17', -1, 'late'],
  ])
  expect([8, 7, 4, 3, 0, -1].map(urgencyOf)).toEqual(['calm', 'soon', 'soon', 'urgent', 'urgent', 'late'])
})

test('nothing is sent that was not signed, nothing signed that was not made, and every step can be taken back', () => {
  const ways = FINE_STATES.map((state) => [state, FINE_STATES.filter((next) => mayFollow(state, next))])
  expect(Object.fromEntries(ways)).toEqual({
    unidentified: ['made', 'not-applicable'],
    made: ['unidentified', 'signed', 'not-applicable'],
    signed: ['unidentified', 'sent', 'not-applicable'],
    sent: ['unidentified'],
    'not-applicable': ['unidentified'],
  })
})

test('a number of the road safety authority has nine digits, another body’s is its own', () => {
  expect(readFineNumber('123 456.789', 'ansr')).toBe('123456789')
  expect(readFineNumber('12345678', 'ansr')).toBeNull()
  expect(readFineNumber('emel-2026/00123', 'municipal')).toBe('EMEL202600123')
  expect(readFineNumber('—', 'municipal')).toBeNull()
  expect([showFineNumber('123456789'), showFineNumber('EMEL202600123')]).toEqual(['123 456 789', 'EMEL202600123'])
})

test('a citizen card and a residence title say who issued them, a passport says its country', () => {
  expect([
    usualIssuer('citizen-card', null),
    usualIssuer('residence', '2023-10-28'),
    usualIssuer('residence', '2023-10-29'),
    usualIssuer('residence', null),
    usualIssuer('passport', '2024-01-01'),
  ]).toEqual(['República Portuguesa', 'SEF', 'AIMA, I.P.', null, null])
})
