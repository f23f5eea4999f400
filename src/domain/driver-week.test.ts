import { expect, test } from 'vitest'
import { daysActive, drivesIn } from './driver-week.ts'
import { nextWeek, readWeek } from './week.ts'

const WEEK = readWeek('2026-W23')
const week = (number: number) => nextWeek(WEEK, number)

test('who left still works in the weeks up to the last day, whatever the record says now', () => {
  const left = { status: 'inactive', startedOn: null, endedOn: '2026-06-10' }
  expect([0, 1, 2].map((number) => drivesIn(week(number), left))).toEqual([true, true, false])
  expect([0, 1, 2].map((number) => daysActive(week(number), left))).toEqual([7, 3, 0])
})

test('who is inactive without a last day, or has not begun, works in no week', () => {
  const open = { startedOn: null, endedOn: null }
  expect(drivesIn(WEEK, { ...open, status: 'inactive' })).toBe(false)
  expect(drivesIn(WEEK, { ...open, status: 'pending', endedOn: '2026-06-10' })).toBe(false)
  expect(drivesIn(WEEK, { ...open, status: 'suspended' })).toBe(true)
})

test('who came back worked before and after, and not in between', () => {
  const away = [{ after: '2026-06-03', until: '2026-06-20' }]
  const back = { status: 'active', startedOn: '2026-05-01', endedOn: null, away }
  expect([0, 1, 2, 3].map((number) => drivesIn(week(number), back))).toEqual([true, false, true, true])
  expect([0, 1, 2, 3].map((number) => daysActive(week(number), back))).toEqual([3, 0, 2, 7])
})
