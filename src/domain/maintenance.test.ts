import { expect, test } from 'vitest'
import { ageWarning, maintenanceDue, usableDays, usableUntil } from './maintenance.ts'

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

const AGE_LIMITS = [
  { from: '2018-11-01', years: 7, electricYears: 7 },
  { from: '2026-09-01', years: 10, electricYears: 12 },
]

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

test('a car that was too old by one law may be young enough again by the next', () => {
  const days = (firstRegisteredOn: string, energy = 'diesel') => usableDays({ firstRegisteredOn, energy }, AGE_LIMITS)
  const before = { from: null, until: '2018-10-31' }
  expect(days('2018-03-15')).toEqual([
    before,
    { from: '2018-11-01', until: '2025-03-14' },
    { from: '2026-09-01', until: '2028-03-14' },
  ])
  expect(days('2024-03-15')).toEqual([
    before,
    { from: '2018-11-01', until: '2026-08-31' },
    { from: '2026-09-01', until: '2034-03-14' },
  ])
  expect(days('2008-03-15')).toEqual([before])
  expect(usableDays({ firstRegisteredOn: '2008-03-15', energy: '' }, [])).toEqual([{ from: null, until: null }])
})

test('an owner is told a year, half a year and three months before a car is too old, and the day after its last', () => {
  const until = day('2027-05-31')
  const on = (today: string) => ageWarning(until, day(today))
  expect(['2026-05-30', '2026-05-31', '2026-11-29', '2026-11-30', '2027-02-28'].map(on)).toEqual([
    null,
    '12',
    '12',
    '6',
    '3',
  ])
  expect(['2027-05-31', '2027-06-01'].map(on)).toEqual(['3', '0'])
})
