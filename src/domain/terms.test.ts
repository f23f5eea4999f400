import { expect, test } from 'vitest'
import { ZERO, basisPoints, cents } from './money.ts'
import { PLAIN_TERMS, type Terms, withoutCharges, withoutRent, withoutWeeklyFee } from './terms.ts'

const renter: Terms = {
  ...PLAIN_TERMS,
  regime: 'rental',
  tripVat: 'itemised',
  tollPolicy: 'difference',
  fee: { mode: 'percent', rate: basisPoints(400), base: 'commissionable' },
  rent: cents(270_00),
}
const kilometres = { included: 1_700, rate: cents(15) }

test('a car given back asks for neither rent nor kilometres, and what else was agreed stays', () => {
  expect(withoutRent({ ...renter, kilometres })).toEqual({ ...renter, rent: ZERO })
  expect(withoutRent({ ...renter, kilometres, follows: ['fee', 'rent', 'trip-vat', 'kilometres'] })).toEqual({
    ...renter,
    rent: ZERO,
    follows: ['fee', 'trip-vat'],
  })
})

test('a driver who has left owes no fee either, and what else was agreed stays', () => {
  const left: Terms = { ...renter, rent: ZERO, fee: { mode: 'none' } }
  expect(withoutCharges({ ...renter, kilometres })).toEqual(left)
  expect(withoutCharges({ ...renter, kilometres, follows: ['fee', 'rent', 'trip-vat', 'kilometres'] })).toEqual({
    ...left,
    follows: ['trip-vat'],
  })
})

test('what comes after a driver left pays no fee of a week and no floor, but the percentage of itself', () => {
  const fixed: Terms = { ...renter, fee: { mode: 'fixed', amount: cents(25_00), always: true } }
  expect(withoutWeeklyFee(fixed)).toEqual({ ...renter, fee: { mode: 'none' } })
  expect(withoutWeeklyFee({ ...fixed, follows: ['fee', 'rent'] })).toMatchObject({ follows: ['rent'] })
  expect(withoutWeeklyFee({ ...renter, fee: { ...renter.fee, floor: cents(10_00) } as Terms['fee'] })).toEqual(renter)
  expect(withoutWeeklyFee(PLAIN_TERMS)).toEqual(PLAIN_TERMS)
})
