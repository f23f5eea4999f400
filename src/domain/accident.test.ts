import { expect, test } from 'vitest'
import { accidentBalance, accidentNext } from './accident.ts'
import { cents } from './money.ts'

const AT = Temporal.Instant.from('2026-06-01T09:00:00Z')
const open = { happenedAt: AT, reportedOn: null, paid: null, closedOn: null }
const told = { ...open, reportedOn: '2026-06-03' }
const DAYS_8 = AT.add({ hours: 8 * 24 })

test.each([
  ['was told to nobody', open, DAYS_8, 'report'],
  ['was told to nobody in eight days', open, DAYS_8.add({ seconds: 1 }), 'late'],
  ['is with the insurer, however long', told, AT.add({ hours: 200 * 24 }), 'answer'],
  ['was paid', { ...told, paid: cents(620_00) }, DAYS_8, 'close'],
  ['was paid without the day of its report', { ...open, paid: cents(620_00) }, DAYS_8, 'report'],
  ['was closed without the insurer', { ...open, closedOn: '2026-06-02' }, AT.add({ hours: 40 * 24 }), 'nothing'],
] as const)('what is left to do about an accident that %s', (_, accident, now, next) => {
  expect(accidentNext(accident, now)).toBe(next)
})

test('an accident leaves the company what neither a driver nor the insurer pays, and nothing is said before money is known', () => {
  const damages = [
    { invoice: cents(640_00), charged: cents(150_00) },
    { invoice: null, charged: cents(20_00) },
  ]
  const balance = { repairs: 640_00, drivers: 170_00, insurer: 300_00, company: 170_00 }
  expect(accidentBalance(damages, cents(300_00))).toEqual(balance)
  expect(accidentBalance([], cents(300_00))).toMatchObject({ company: -300_00 })
  expect(accidentBalance([{ invoice: null, charged: cents(0) }], null)).toBeNull()
})
