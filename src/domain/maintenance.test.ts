import { expect, test } from 'vitest'
import { AGE_LIMITS, maintenanceDue, usableUntil } from './maintenance.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const rule = { everyKm: 15_000, everyMonths: 12, lastKm: 60_000, lastOn: day('2026-01-31') }
const state = (km: number | null, today: string) => maintenanceDue(rule, { km, today: day(today) }).state

test('work is due by kilometres or by date, whichever comes first', () => {
  expect([state(70_000, '2026-06-01'), state(73_500, '2026-06-01'), state(75_000, '2026-06-01')]).toEqual([
    'calm',
    'soon',
    'due',
  ])
  expect([state(61_000, '2026-12-31'), state(61_000, '2027-01-01'), state(61_000, '2027-01-31')]).toEqual([
    'calm',
    'soon',
    'due',
  ])
  // Without a reading the date alone decides.
  expect([state(null, '2026-06-01'), state(null, '2027-02-01')]).toEqual(['calm', 'due'])
  const byKm = { ...rule, everyMonths: null, lastKm: null }
  expect(maintenanceDue(byKm, { km: 900_000, today: day('2030-01-01') })).toMatchObject({ dueKm: null, state: 'calm' })
})

test('the law of 2026 lets a car drive to its tenth birthday, an electric one to its twelfth', () => {
  const until = (energy: string, on: string) =>
    usableUntil({ firstRegisteredOn: '2019-03-15', energy }, AGE_LIMITS, on)?.toString() ?? null
  expect([until('diesel', '2026-08-31'), until('diesel', '2026-09-01'), until('electric', '2026-09-01')]).toEqual([
    '2026-03-14',
    '2029-03-14',
    '2031-03-14',
  ])
  expect(until('diesel', '2018-01-01')).toBeNull()
})
