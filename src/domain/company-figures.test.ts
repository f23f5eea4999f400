import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cashMissing, energyOf, incomeOf, profitOf, minutesToAnswer, partOf, turnoverOf } from './company-figures.ts'
import { cents } from './money.ts'

const amount = fc.integer({ min: -1_000_00, max: 90_000_00 }).map(cents)

test('of any books, what is left and what it cost come to the income, to the cent', () => {
  fc.assert(
    fc.property(
      fc.record({ fees: amount, rent: amount, interest: amount, costs: amount, prizes: amount }),
      (booked) => {
        const { fees, rent, interest, costs, prizes } = booked
        expect(incomeOf(booked)).toBe(fees + rent + interest)
        expect(profitOf(booked) + costs + prizes).toBe(incomeOf(booked))
      },
    ),
  )
})

test('a part of nothing is not measured, and a loss is a part below nought', () => {
  expect(partOf(1, 3)).toBe(33_00)
  expect(partOf(-50, 100)).toBe(-50_00)
  expect(partOf(0, 0)).toBeNull()
})

test('turnover is who went of those who were there, and who came is none of it', () => {
  const persons = (...names: string[]) => new Set(names)
  expect(turnoverOf({ now: persons('b', 'c', 'd'), before: persons('a', 'b') })).toEqual({
    active: 3,
    came: 2,
    gone: 1,
    rate: 50_00,
  })
  expect(turnoverOf({ now: persons('a'), before: persons() }).rate).toBeNull()
})

test('energy for 100 km is of all spans together, and without kilometres or energy it is not measured', () => {
  const petrol = { kilometres: 500, spent: cents(60_00), centilitres: 30_00, wattHours: null }
  const electric = { kilometres: 1_000, spent: cents(30_00), centilitres: null, wattHours: 150_000 }
  expect(energyOf([petrol])).toEqual({ cost: 12_00, centilitres: 6_00, wattHours: null })
  // Litres count per car that bought them, and so does electricity.
  expect(energyOf([petrol, electric])).toEqual({ cost: 6_00, centilitres: 6_00, wattHours: 15_000 })
  expect(energyOf([])).toBeNull()
  expect(energyOf([{ ...petrol, spent: cents(0) }])).toBeNull()
})

test('the time to an answer is the middle one, and there is none while nothing was answered', () => {
  const opened = Temporal.Instant.from('2026-06-08T09:00:00Z')
  const dispute = (hours: number | null) => ({
    openedAt: opened,
    closedAt: hours === null ? null : opened.add({ hours }),
  })
  expect(minutesToAnswer([dispute(1), dispute(5), dispute(40), dispute(null)])).toBe(300)
  expect(minutesToAnswer([dispute(null)])).toBeNull()
})

test('what is missing to pay is never less than nothing, and not known without the bank', () => {
  expect(cashMissing(cents(500), cents(200))).toBe(300)
  expect(cashMissing(cents(500), cents(900))).toBe(0)
  expect(cashMissing(cents(500), null)).toBeNull()
})
