import { expect, test } from 'vitest'
import {
  type SettingName,
  compareSettings,
  isValidSetting,
  rentInPlaceOfCar,
  settingsFrom,
  applySettings,
} from './financial-settings.ts'
import { ZERO, basisPoints, cents } from './money.ts'
import { PLAIN_TERMS, type Terms } from './terms.ts'
import { readWeek } from './week.ts'

const shipped = settingsFrom([])
const week = readWeek('2026-W23')

test.each<[SettingName, number]>([
  ['slotFee', 1_000_000_00],
  ['rentalFee', 100_00],
  ['exemptionWeeks', 52],
  ['kilometresIncluded', 20_000],
  ['depositInstalments', 104],
  ['departureDays', 180],
  ['receiptBeforePayment', 1],
  ['splitShare', 100_00],
])('%s is a whole number from 0 to %i', (name, most) => {
  expect([0, 1, most].filter((value) => !isValidSetting(name, value))).toEqual([])
  expect(
    [-1, 0.5, most + 1, NaN, '1', '', true, null, undefined].filter((value) => isValidSetting(name, value)),
  ).toEqual([])
})

test.each<[SettingName, number, number]>([
  ['disputeHours', 24, 720],
  ['ibanHoldHours', 24, 720],
  ['payDay', 1, 7],
])('%s is a whole number from %i to %i', (name, least, most) => {
  expect([least - 1, most + 1].filter((value) => isValidSetting(name, value))).toEqual([])
  expect([least, most].filter((value) => !isValidSetting(name, value))).toEqual([])
  expect([-1, 0, 1.5, most + 1, NaN, '1', null].filter((value) => isValidSetting(name, value))).toEqual([])
})

test('what is typed changes what counts otherwise, and is stale where something else was seen', () => {
  const typed = { slotFee: 30_00, rent: 270_00, deposit: 600_00 }
  // The rent already counts as typed, whatever the form showed; for the deposit the form showed nothing.
  expect(compareSettings(shipped, typed, { slotFee: 25_00, rent: 250_00 })).toEqual({
    changed: ['slotFee', 'deposit'],
    stale: ['deposit'],
  })
  expect(compareSettings(shipped, typed, { slotFee: 24_00, deposit: 500_00 }).stale).toEqual(['slotFee'])
})

test('the VAT of the trips is one of its modes and nothing else', () => {
  const values = ['itemised', 'gross6', 'legacy', 'none', 'gross', '', 0, null]
  expect(values.filter((value) => isValidSetting('tripVat', value))).toEqual(['itemised', 'gross6', 'legacy', 'none'])
})

test('only the terms of a rented car follow the settings for rent and kilometres', () => {
  const own: Terms = { ...PLAIN_TERMS, rent: cents(40_00), follows: ['rent', 'kilometres'] }
  expect(applySettings(own, shipped, null)).toMatchObject({ rent: 40_00 })
  expect(applySettings(own, shipped, null)).not.toHaveProperty('kilometres')

  const rented: Terms = { ...PLAIN_TERMS, regime: 'rental' }
  expect(applySettings(rented, shipped, null)).not.toHaveProperty('kilometres')
  expect(applySettings({ ...rented, follows: ['kilometres'] }, shipped, null)).toMatchObject({
    rent: ZERO,
    kilometres: { included: 1_700, rate: 15 },
  })
})

test('whether terms only add up the files is asked of what counts: a fee or VAT of the settings brings the ceiling', () => {
  const ceilingOf = (rest: Partial<Terms>) => applySettings({ ...PLAIN_TERMS, ...rest }, shipped, null).ceiling
  expect(ceilingOf({})).toBeNull()
  expect(ceilingOf({ follows: ['fee'] })).toBe(30_00)
  expect(ceilingOf({ follows: ['trip-vat'] })).toBe(30_00)
  expect(ceilingOf({ follows: ['fee'], ceiling: null })).toBeNull()
})

test('the result of an employee’s week stays with the company, and of nobody else’s', () => {
  const kept = (regime: Terms['regime']) => applySettings({ ...PLAIN_TERMS, regime }, shipped, null).companyKeeps
  expect([kept('employee'), kept('slot'), kept('rental')]).toEqual([true, undefined, undefined])
})

test('weeks without a fee are written down only where some are promised and the week of arrival is known', () => {
  const exemptionOf = (weeks: number, since: typeof week | null, rest: Partial<Terms> = {}) =>
    applySettings(
      { ...PLAIN_TERMS, follows: ['fee'], ...rest },
      settingsFrom([{ name: 'exemptionWeeks', value: weeks }]),
      since,
    ).exemption
  expect(exemptionOf(2, week)).toEqual({ from: week, weeks: 2 })
  expect(exemptionOf(2, null)).toBeUndefined()
  expect(exemptionOf(0, week)).toBeUndefined()
  expect(exemptionOf(2, week, { follows: ['rent'] })).toBeUndefined()
  expect(exemptionOf(2, week, { exemption: { from: week, weeks: 5 } })).toEqual({ from: week, weeks: 5 })
})

test('a fee that follows the settings is the one of the regime, and stays as agreed where the regime has none', () => {
  const agreed = { mode: 'fixed', amount: cents(12_00), always: true } as const
  const feeOf = (regime: Terms['regime']) =>
    applySettings({ ...PLAIN_TERMS, regime, fee: agreed, follows: ['fee'] }, shipped, null).fee
  expect(feeOf('slot')).toEqual({ mode: 'fixed', amount: 25_00, always: false })
  expect(feeOf('rental')).toEqual({ mode: 'percent', rate: 4_00, base: 'commissionable' })
  expect(feeOf('percentage')).toEqual(agreed)
  expect(feeOf('employee')).toEqual(agreed)
})

test.each<[string, Partial<Terms>, number | null]>([
  ['nothing but the sum of the files', {}, null],
  ['another regime', { regime: 'employee' }, 30_00],
  ['a fee', { fee: { mode: 'fixed', amount: cents(25_00), always: false } }, 30_00],
  ['a mode of VAT', { tripVat: 'itemised' }, 30_00],
  ['another policy of tolls', { tollPolicy: 'difference' }, 30_00],
  ['a rent', { rent: cents(40_00) }, 30_00],
  ['a rent and no ceiling', { rent: cents(40_00), ceiling: null }, null],
  ['a ceiling of its own', { ceiling: basisPoints(10_00) }, 10_00],
])('terms with %s have the ceiling that follows from it', (_, terms, ceiling) => {
  expect(applySettings({ ...PLAIN_TERMS, ...terms }, shipped, null).ceiling).toBe(ceiling)
})

test('the rent of the car gives way only to terms that follow a rent of the settings', () => {
  const renter: Terms = { ...PLAIN_TERMS, regime: 'rental', follows: ['rent'] }
  const settings = { ...shipped, rent: 270_00 }
  expect(rentInPlaceOfCar(renter, settings)).toBe(270_00)
  expect(rentInPlaceOfCar(renter, { ...settings, rent: 0 })).toBeNull()
  expect(rentInPlaceOfCar({ ...renter, follows: ['fee'] }, settings)).toBeNull()
  expect(rentInPlaceOfCar({ ...renter, follows: ['fee'], rent: cents(250_00) }, settings)).toBeNull()
  expect(rentInPlaceOfCar({ ...renter, regime: 'slot', rent: cents(100) }, settings)).toBeNull()
})
