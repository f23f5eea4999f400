import { expect, test } from 'vitest'
import { type ContractTerms, termsByContract, termsNamedBy } from './contract-terms.ts'
import { settingsFrom, applySettings } from './financial-settings.ts'
import { basisPoints, cents } from './money.ts'
import { offeredTerms } from './simulation.ts'
import { PLAIN_TERMS, type Terms } from './terms.ts'

const settings = settingsFrom([
  { name: 'slotFee', value: 25_00 },
  { name: 'rentalFee', value: 4_00 },
  { name: 'rent', value: 0 },
])
const carRent = cents(150_00)
const rental = offeredTerms('rental', settings)
const FLEET_CAR = ['fee', 'rent', 'tolls']
const written = (terms: Terms, named = FLEET_CAR) =>
  termsNamedBy(named, { counted: applySettings(terms, settings, null), carRent })
const put = (contract: ContractTerms, base: Terms, of = settings) =>
  termsByContract(contract, base, { settings: of, carRent })

test('a text was written with what it names of fee, rent and tolls, and with the regime; one that names none with nothing', () => {
  expect(written(rental)).toEqual({
    regime: 'rental',
    split: null,
    rent: 150_00,
    tollPolicy: 'driver',
    fee: { mode: 'percent', rate: 400, base: 'commissionable' },
  })
  expect(written(rental, ['rent', 'carPlate'])).toEqual({ regime: 'rental', split: null, rent: 150_00 })
  expect(written(rental, ['total'])).toBeNull()
})

test('terms that were written and have not changed since differ in nothing, whether they follow the settings or not', () => {
  for (const terms of [rental, offeredTerms('slot', settings), offeredTerms('percentage', settings), PLAIN_TERMS]) {
    const own = written(terms, ['fee', 'tolls'])!
    expect(put(own, terms)).toEqual({ terms, changed: [] })
  }
  expect(put(written(rental)!, rental).changed).toEqual([])
})

test('only what differs is replaced: a fee that followed the settings follows them no more, the rest goes on', () => {
  const dearer = settingsFrom([
    { name: 'rentalFee', value: 5_00 },
    { name: 'rent', value: 0 },
  ])
  expect(put(written(rental)!, rental, dearer)).toEqual({
    changed: ['fee'],
    terms: {
      ...rental,
      fee: { mode: 'percent', rate: 400, base: 'commissionable' },
      follows: ['rent', 'trip-vat'],
    },
  })
})

test('parts of a fee that the text does not name stay as they were agreed', () => {
  const agreed: Terms = {
    ...PLAIN_TERMS,
    fee: { mode: 'percent', rate: basisPoints(500), base: 'gross', floor: cents(10_00), cap: cents(90_00) },
  }
  const contract: ContractTerms = {
    regime: 'slot',
    split: null,
    fee: { mode: 'percent', rate: basisPoints(600), base: 'gross' },
  }
  expect(put(contract, agreed).terms.fee).toEqual({ ...agreed.fee, rate: 600 })
  const always: Terms = { ...PLAIN_TERMS, fee: { mode: 'fixed', amount: cents(30_00), always: true } }
  expect(put({ ...contract, fee: { mode: 'fixed', amount: cents(35_00) } }, always).terms.fee).toEqual({
    mode: 'fixed',
    amount: 35_00,
    always: true,
  })
})

test('another regime brings its split along, a rent counts even where terms name none, and tolls are as written', () => {
  const contract: ContractTerms = { regime: 'rental', split: null, rent: cents(160_00), tollPolicy: 'operator' }
  const { terms, changed } = put(contract, offeredTerms('percentage', settings))
  expect(changed).toEqual(['regime', 'rent', 'tolls'])
  expect(terms).toMatchObject({ regime: 'rental', split: null, rent: 160_00, tollPolicy: 'operator' })
  // A driver of a fleet car under terms without rent would pay the rent of the text.
  expect(put({ regime: 'slot', split: null, rent: carRent }, PLAIN_TERMS).changed).toEqual(['rent'])
})
