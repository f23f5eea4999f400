import { expect, test } from 'vitest'
import { NOTICE_EVENTS, type NoticeEvent, channelRule } from './notice.ts'
import { PUSH_TOPICS, quietUntil, topicOf } from './push.ts'

const over = (from: number, until: number, at: string) =>
  quietUntil({ quietFrom: from, quietUntil: until }, Temporal.Instant.from(at))?.toString() ?? null

test('quiet hours go over midnight, and end on the clock of Lisbon', () => {
  expect(over(22, 8, '2026-01-10T21:59:59Z')).toBeNull()
  expect(over(22, 8, '2026-01-10T22:00:00Z')).toBe('2026-01-11T08:00:00Z')
  expect(over(22, 8, '2026-01-11T07:59:59Z')).toBe('2026-01-11T08:00:00Z')
  expect(over(22, 8, '2026-01-11T08:00:00Z')).toBeNull()
  expect(over(22, 8, '2026-07-10T21:30:00Z')).toBe('2026-07-11T07:00:00Z')
})

test('quiet hours of a day lie within it, and the same hour twice is none', () => {
  expect(over(13, 15, '2026-01-10T12:59:00Z')).toBeNull()
  expect(over(13, 15, '2026-01-10T14:59:00Z')).toBe('2026-01-10T15:00:00Z')
  expect(over(13, 15, '2026-01-10T15:00:00Z')).toBeNull()
  expect(over(0, 0, '2026-01-10T00:00:00Z')).toBeNull()
})

test('in the night of the other clock they end at the hour that the clock shows', () => {
  expect(over(22, 8, '2026-03-28T23:00:00Z')).toBe('2026-03-29T07:00:00Z')
  expect(over(22, 8, '2026-10-24T22:00:00Z')).toBe('2026-10-25T08:00:00Z')
  // The quiet hours would end in the hour left out in spring: they end at the next one that exists.
  expect(over(22, 1, '2026-03-28T23:30:00Z')).toBe('2026-03-29T01:00:00Z')
})

test('what is told on phones has a topic of whom it is for, and nothing else has one', () => {
  for (const event of Object.keys(NOTICE_EVENTS) as NoticeEvent[]) {
    const topic = topicOf(event)
    expect(topic !== null, event).toBe(channelRule(event, 'push') !== null)
    const own: readonly string[] = PUSH_TOPICS[NOTICE_EVENTS[event].to === 'driver' ? 'driver' : 'admin']
    if (topic !== null) expect(own, event).toContain(topic)
  }
})
