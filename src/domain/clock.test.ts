import { expect, test } from 'vitest'
import { isInFuture } from './clock.ts'
import { isDue, overdue } from './retention.ts'
import { hasEnded, isRecent } from './session.ts'
import { bounds, weekAt } from './week.ts'

const NOW = Temporal.Instant.from('2026-11-22T15:00:00Z')
const ahead = (hours: number) => NOW.add({ hours })

test('clocks may differ by five minutes; what lies further ahead was written by a wrong one', () => {
  expect(isInFuture(NOW.add({ minutes: 5 }), NOW)).toBe(false)
  expect(isInFuture(NOW.add({ minutes: 5, milliseconds: 1 }), NOW)).toBe(true)
})

test('once a clock that was a year ahead is set back, nothing of that year counts as fresh', () => {
  const signedInAt = ahead(24 * 365)
  expect(isRecent(signedInAt, NOW)).toBe(false)
  expect(hasEnded({ role: 'admin', signedInAt, seenAt: signedInAt }, NOW)).toBe(true)
  // A copy made while the clock was wrong does not stand for a year of copies, nor does it push out one made now.
  for (const every of ['hour', 'night'] as const) {
    expect(isDue([signedInAt], NOW, every)).toBe(true)
    expect(isDue([signedInAt, NOW], NOW.add({ minutes: 1 }), every)).toBe(false)
  }
  const made = Array.from({ length: 14 }, (_, ago) => NOW.subtract({ hours: 24 * ago }))
  expect(overdue(made, signedInAt)).toEqual([])
})

test('a clock set back and forward by seconds, as time servers do it, changes nothing', () => {
  for (const seconds of [-90, 90]) {
    const signedInAt = NOW.subtract({ seconds })
    expect(isRecent(signedInAt, NOW)).toBe(true)
    expect(hasEnded({ role: 'admin', signedInAt, seenAt: signedInAt }, NOW)).toBe(false)
    expect(isDue([NOW.add({ seconds: 90 })], NOW, 'hour')).toBe(false)
  }
})

/** Lists the copies that are made in a time, asked for each quarter of an hour as the queue does. */
function copiesOf(from: string, to: string, every: 'hour' | 'night'): Temporal.Instant[] {
  const made: Temporal.Instant[] = [Temporal.Instant.from(from).subtract({ hours: 6 })]
  const end = Temporal.Instant.from(to)
  for (let at = Temporal.Instant.from(from); Temporal.Instant.compare(at, end) < 0; at = at.add({ minutes: 15 }))
    if (isDue(made, at, every)) made.push(at)
  return made.slice(1)
}

test.each([
  ['spring', '2026-03-20T12:00:00Z', '2026-04-03T12:00:00Z'],
  ['autumn', '2026-10-16T12:00:00Z', '2026-10-30T12:00:00Z'],
])('over the change of the clock in %s each night has one copy, made at three of Lisbon', (_, from, to) => {
  const inLisbon = copiesOf(from, to, 'night').map((at) => at.toZonedDateTimeISO('Europe/Lisbon'))
  expect(inLisbon).toHaveLength(14)
  expect(new Set(inLisbon.map((at) => at.toPlainDate().toString())).size).toBe(14)
  expect(new Set(inLisbon.map((at) => at.toPlainTime().toString()))).toEqual(new Set(['03:00:00']))
})

test.each([
  ['spring', '2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z'],
  ['autumn', '2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z'],
])('over the change of the clock in %s no hour is without its copy, and none has two', (_, from, to) => {
  const made = copiesOf(from, to, 'hour')
  const gaps = made.slice(1).map((at, before) => at.since(made[before]!).total('minutes'))
  expect(made).toHaveLength(64)
  expect(new Set(gaps)).toEqual(new Set([45]))
})

test.each(['2026-03-29', '2026-10-25'])(
  'the week of %s begins and ends at midnight of Lisbon, and every instant at its border is in one week',
  (sunday) => {
    const week = weekAt(Temporal.PlainDate.from(sunday).toZonedDateTime('Europe/Lisbon').toInstant())
    const { start, end } = bounds(week)
    for (const border of [start, end]) {
      expect(border.toZonedDateTimeISO('Europe/Lisbon').toPlainTime().toString()).toBe('00:00:00')
      expect(weekAt(border)).not.toBe(weekAt(border.subtract({ nanoseconds: 1 })))
    }
    const seen = new Set<string>()
    for (let at = start; Temporal.Instant.compare(at, end) < 0; at = at.add({ minutes: 15 })) seen.add(weekAt(at))
    expect([...seen]).toEqual([week])
  },
)
