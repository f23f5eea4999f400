import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KEPT, isDrillDue, isDue, isStale, overdue } from './retention.ts'

const NOW = Temporal.Instant.from('2026-11-22T15:00:00Z')
const nights = (count: number, from = NOW) =>
  Array.from({ length: count }, (_, ago) => from.subtract({ hours: 24 * ago + 12 }))
const left = (made: readonly Temporal.Instant[], now = NOW) => {
  const gone = new Set(overdue(made, now).map(String))
  return made.filter((at) => !gone.has(String(at)))
}

test('of a copy each night for three years stay 14 days, 8 weeks and 24 months', () => {
  const stay = left(nights(1_100))
  expect(stay.slice(0, 14)).toEqual(nights(14))
  const months = new Set(stay.map((at) => String(at).slice(0, 7)))
  expect(months.size).toBe(KEPT.monthly)
  expect(stay.length).toBeLessThanOrEqual(14 + 8 + 24)
  expect(stay.length).toBeGreaterThan(14 + 4 + 20)
})

test('whatever was made when: the newest and what is younger than a day stay, no more than are promised, and what is left stays', () => {
  const hours = fc.uniqueArray(fc.nat(24 * 900), { maxLength: 120 })
  fc.assert(
    fc.property(hours, (ago) => {
      const made = ago.map((hour) => NOW.subtract({ hours: hour }))
      const stay = left(made)
      const young = made.filter((at) => Temporal.Instant.compare(at, NOW.subtract({ hours: 24 })) >= 0)
      expect(stay).toEqual(expect.arrayContaining(young))
      if (made.length > 0) expect(stay).toContainEqual(made.toSorted((a, b) => Temporal.Instant.compare(b, a))[0])
      expect(stay.length).toBeLessThanOrEqual(young.length + KEPT.daily + KEPT.weekly + KEPT.monthly)
      expect(overdue(stay, NOW)).toEqual([])
    }),
  )
})

test('pruning every night leaves what pruning once leaves', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 200 }), (isMade) => {
      const made = nights(isMade.length)
        .toReversed()
        .filter((_, at) => isMade[at])
      let kept: Temporal.Instant[] = []
      for (const at of made) kept = left([...kept, at], at.add({ hours: 1 }))
      expect(left(kept)).toEqual(left(made))
    }),
    { numRuns: 30 },
  )
})

test('a copy is due once after three in the night of Lisbon, also where none was ever made', () => {
  const at = (text: string) => Temporal.Instant.from(text)
  expect(isDue([], NOW, 'night')).toBe(true)
  expect(isDue([at('2026-11-22T02:59:59Z')], NOW, 'night')).toBe(true)
  expect(isDue([at('2026-11-22T03:00:00Z')], NOW, 'night')).toBe(false)
  expect(isDue([at('2026-11-21T03:00:00Z')], at('2026-11-22T02:59:00Z'), 'night')).toBe(false)
  // In summer time three o'clock in Lisbon is two in UTC.
  expect(isDue([at('2026-07-01T01:59:00Z')], at('2026-07-01T02:00:00Z'), 'night')).toBe(true)
})

test('asked each quarter of an hour, at whatever minute, the last copy was begun less than an hour ago', () => {
  fc.assert(
    fc.property(fc.nat(59), fc.nat(59), (lag, start) => {
      // The timer fires later each time, as on a busy machine.
      const made: Temporal.Instant[] = []
      let now = NOW.add({ minutes: start })
      for (let asked = 0; asked < 40; asked++) {
        if (isDue(made, now, 'hour')) made.push(now)
        expect(now.since(made.at(-1)!).total('minutes')).toBeLessThan(60)
        now = now.add({ minutes: 15, seconds: asked % 2 === 0 ? 0 : Math.round(lag / 20) })
      }
      expect(made.length).toBeGreaterThan(10)
    }),
  )
})

test('the last copy is too old when one was left out, and a drill is due after a month', () => {
  const ago = (hours: number) => NOW.subtract({ hours })
  expect([isStale([], NOW, 'night'), isStale([ago(27)], NOW, 'night'), isStale([ago(25)], NOW, 'night')]).toEqual([
    true,
    true,
    false,
  ])
  expect([isStale([NOW.subtract({ minutes: 150 })], NOW, 'hour'), isStale([ago(1)], NOW, 'hour')]).toEqual([
    true,
    false,
  ])
  expect([isDrillDue(null, NOW), isDrillDue(ago(24 * 30), NOW), isDrillDue(ago(24 * 29), NOW)]).toEqual([
    true,
    true,
    false,
  ])
})
