import { expect, test } from 'vitest'
import { daysCollected, stateOfSource, uncoveredDays } from './completeness.ts'
import { readWeek } from './week.ts'

const NOTHING = { unread: 0, accounts: 0, days: 0, drivers: 0 }
const WEEK = readWeek('2026-W23')

test('a source is whole, part of it, missing, or not expected', () => {
  expect(stateOfSource({ files: 1, isUsual: true, lacks: NOTHING })).toBe('whole')
  for (const lack of ['unread', 'accounts', 'days', 'drivers'])
    expect(stateOfSource({ files: 1, isUsual: true, lacks: { ...NOTHING, [lack]: 1 } }), lack).toBe('part')
  expect(stateOfSource({ files: 0, isUsual: true, lacks: { ...NOTHING, unread: 1 } })).toBe('missing')
  expect(stateOfSource({ files: 0, isUsual: false, lacks: NOTHING })).toBe('unexpected')
})

test('days without a file are those of lists of movements that are over', () => {
  const wednesday = Temporal.PlainDate.from('2026-06-03')
  const monday = [{ from: '2026-05-25', to: '2026-06-01' }]
  expect(uncoveredDays('viaverde', WEEK, monday, wednesday)).toEqual(['2026-06-02'])
  expect(uncoveredDays('viaverde', WEEK, monday, wednesday.add({ days: 20 }))).toHaveLength(6)
  expect(uncoveredDays('uber', WEEK, [], wednesday.add({ days: 20 }))).toEqual([])
})

test('a day is in once its last hour is there, also the day of 25 hours', () => {
  const states = (week: string, from: string, until: string) =>
    daysCollected(readWeek(week), { from, until })
      .map(({ state }) => state)
      .join(' ')
  expect(states('2026-W23', '2026-05-01T00:00:00Z', '2026-06-03T10:00:00Z')).toBe('in in part out out out out')
  expect(states('2026-W23', '2026-06-02T10:00:00Z', '2026-06-08T10:00:00Z')).toBe('out part in in in in in')
  // 25 October ends at midnight UTC, an hour later than by the clocks of the day before.
  expect(states('2026-W43', '2026-10-01T00:00:00Z', '2026-10-25T23:00:00Z')).toBe('in in in in in in part')
  expect(states('2026-W43', '2026-10-01T00:00:00Z', '2026-10-26T00:00:00Z')).toBe('in in in in in in in')
  expect(daysCollected(WEEK, null).every(({ state }) => state === 'out')).toBe(true)
})
