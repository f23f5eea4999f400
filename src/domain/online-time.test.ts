import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DRIVER_STATES, type DayOnline, type StateChange, onlineByDay } from './online-time.ts'

const at = (text: string) => Temporal.Instant.from(text)
const change = (text: string, state: StateChange['state']): StateChange => ({ at: at(text), state })
const hours = (days: Map<string, DayOnline>) =>
  Object.fromEntries(
    [...days].map(([day, { online, withOrder, busy }]) => [day, [online, withOrder, busy].map((one) => one / 3_600)]),
  )

test('who waits or has an order is online, who is busy is not, and nobody when inactive', () => {
  const changes = [
    change('2026-06-02T09:00:00+01:00', 'waiting_orders'),
    change('2026-06-02T10:00:00+01:00', 'has_order'),
    change('2026-06-02T10:30:00+01:00', 'busy'),
    change('2026-06-02T11:30:00+01:00', 'waiting_orders'),
    change('2026-06-02T12:00:00+01:00', 'inactive'),
    change('2026-06-02T15:00:00+01:00', 'waiting_orders'),
  ]
  expect(hours(onlineByDay(changes))).toEqual({ '2026-06-02': [2, 0.5, 1] })
})

test('a shift over midnight belongs to two days, by the clock of Lisbon', () => {
  const changes = [
    change('2026-06-02T22:30:00+01:00', 'waiting_orders'),
    change('2026-06-03T01:15:00+01:00', 'inactive'),
  ]
  expect(hours(onlineByDay(changes))).toEqual({ '2026-06-02': [1.5, 0, 0], '2026-06-03': [1.25, 0, 0] })
})

test('the times themselves are kept by day, from where the day began: in October too, and one that goes on is one', () => {
  const changes = [
    change('2026-10-24T23:00:00+01:00', 'waiting_orders'),
    change('2026-10-25T00:30:00+01:00', 'has_order'),
    change('2026-10-25T03:00:00+00:00', 'busy'),
    change('2026-10-25T04:00:00+00:00', 'waiting_orders'),
    change('2026-10-25T04:15:00+00:00', 'inactive'),
  ]
  expect(Object.fromEntries([...onlineByDay(changes)].map(([day, { spans }]) => [day, spans]))).toEqual({
    '2026-10-24': [23 * 3_600, 24 * 3_600],
    '2026-10-25': [0, 4 * 3_600, 5 * 3_600, 5 * 3_600 + 900],
  })
})

test('six hours without a word are a time, and a second more is none', () => {
  const from = at('2026-06-02T09:00:00+01:00')
  const until = (seconds: number) =>
    onlineByDay([
      { at: from, state: 'waiting_orders' },
      { at: from.add({ seconds }), state: 'inactive' },
    ])
  expect(hours(until(6 * 3_600))).toEqual({ '2026-06-02': [6, 0, 0] })
  expect(hours(until(6 * 3_600 + 1))).toEqual({})
})

test('the hour that comes twice in October counts twice', () => {
  const changes = [
    change('2026-10-24T23:30:00+01:00', 'waiting_orders'),
    change('2026-10-25T03:00:00+00:00', 'inactive'),
  ]
  expect(hours(onlineByDay(changes))).toEqual({ '2026-10-24': [0.5, 0, 0], '2026-10-25': [4, 0, 0] })
})

test('the hours of a day are those the clock shows, and come to the time of the day', () => {
  const byHour = (from: string, to: string) => {
    const days = onlineByDay([change(from, 'waiting_orders'), change(to, 'inactive')])
    return Object.fromEntries(
      [...days].map(([day, one]) => [
        day,
        Object.fromEntries(
          [...one.byHour.entries()].flatMap(([hour, seconds]) => (seconds > 0 ? [[hour, seconds / 60]] : [])),
        ),
      ]),
    )
  }
  expect(byHour('2026-06-02T22:30:00+01:00', '2026-06-03T01:15:00+01:00')).toEqual({
    '2026-06-02': { 22: 30, 23: 60 },
    '2026-06-03': { 0: 60, 1: 15 },
  })
  // From 1:30 of summer time to 1:30 of winter time.
  expect(byHour('2026-10-25T01:30:00+01:00', '2026-10-25T01:30:00+00:00')).toEqual({ '2026-10-25': { 1: 60 } })
  expect(byHour('2026-03-29T00:30:00+00:00', '2026-03-29T02:30:00+01:00')).toEqual({ '2026-03-29': { 0: 30, 2: 30 } })
})

test('however changes come, in whatever order and how often, the time is the same, and no longer than it was', () => {
  const start = at('2026-10-23T00:00:00+01:00')
  const changes = fc.array(
    fc.record({
      at: fc.nat(4 * 86_400).map((seconds) => start.add({ seconds })),
      state: fc.constantFrom(...DRIVER_STATES),
    }),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(changes, fc.array(fc.nat(), { maxLength: 10 }), (some, again) => {
      const doubled = [...some, ...again.flatMap((place) => some[place % Math.max(1, some.length)] ?? [])].toReversed()
      const days = onlineByDay(some)
      expect(onlineByDay(doubled)).toEqual(days)
      for (const [day, { online, withOrder, busy, byHour }] of days) {
        expect(byHour.reduce((all, seconds) => all + seconds, 0)).toBe(online)
        const length = day === '2026-10-25' ? 25 : 24
        expect(online + busy).toBeLessThanOrEqual(length * 3_600)
        expect(withOrder).toBeLessThanOrEqual(online)
      }
    }),
    { numRuns: 300 },
  )
})
