import { expect, test } from 'vitest'
import { type PastLook, type MondayTime, dueLook, nextLook } from './monday.ts'

const AT_SEVEN: MondayTime = { weekday: 1, hour: 7 }
const at = (text: string) => Temporal.Instant.from(`${text}+01:00`)
const due = (now: string, last: PastLook | null, time = AT_SEVEN) =>
  dueLook(time, () => last, at(now))?.toString() ?? null

test('the first look is due from its hour on for a day, whenever somebody is there to make it', () => {
  expect(due('2026-06-08T06:59', null)).toBeNull()
  for (const now of ['2026-06-08T07:00', '2026-06-08T15:40', '2026-06-09T06:59'])
    expect(due(now, null)).toBe('2026-06-08T07:00:00+01:00[Europe/Lisbon]')
  expect(due('2026-06-09T07:00', null)).toBeNull()
})

test('what is late is looked for once in each hour that begins, until noon; what is whole is not', () => {
  const looked = (text: string, lacks = true): PastLook => ({ at: at(text), lacks })
  expect(due('2026-06-08T08:00', looked('2026-06-08T07:05', false))).toBeNull()
  expect(due('2026-06-08T07:59', looked('2026-06-08T07:05'))).toBeNull()
  expect(due('2026-06-08T08:00', looked('2026-06-08T07:05'))).not.toBeNull()
  expect(due('2026-06-08T08:30', looked('2026-06-08T08:00:20'))).toBeNull()
  expect(due('2026-06-08T12:10', looked('2026-06-08T11:10'))).not.toBeNull()
  // The site was down at noon: one more look is due, and none after it.
  expect(due('2026-06-08T14:10', looked('2026-06-08T11:10'))).not.toBeNull()
  expect(due('2026-06-08T14:10', looked('2026-06-08T12:10'))).toBeNull()
})

test('after an hour from ten on it is looked for three hours more', () => {
  const time = { weekday: 2, hour: 18 }
  const moment = dueLook(time, () => null, at('2026-06-09T18:00'))!
  expect(nextLook(moment, at('2026-06-09T20:30'))).toEqual(at('2026-06-09T21:00'))
  expect(nextLook(moment, at('2026-06-09T21:00'))).toBeNull()
})

test('the hour is that of clocks in Lisbon, also on the day after they are changed', () => {
  const moment = dueLook(AT_SEVEN, () => null, Temporal.Instant.from('2026-10-26T07:00:00Z'))
  expect(moment?.toString()).toBe('2026-10-26T07:00:00+00:00[Europe/Lisbon]')
  expect(dueLook(AT_SEVEN, () => null, Temporal.Instant.from('2026-10-26T06:30:00Z'))).toBeNull()
  expect(dueLook(AT_SEVEN, () => null, Temporal.Instant.from('2026-03-30T06:00:00Z'))).not.toBeNull()
})
