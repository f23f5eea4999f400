import { expect, test } from 'vitest'
import { settingsFrom } from '#domain/financial-settings.ts'
import { basisPoints, cents } from '#domain/money.ts'
import { offeredTerms } from '#domain/simulation.ts'
import { PLAIN_TERMS, type Terms } from '#domain/terms.ts'
import { readWeek } from '#domain/week.ts'
import { proposedTerms } from '#features/fleet/terms/schema.ts'
import { readProposals } from './terms-proposals.server.ts'
import { termsValues } from './terms-values.ts'

const SETTINGS = settingsFrom([])
const RENTER: Terms = {
  ...PLAIN_TERMS,
  regime: 'rental',
  fee: { mode: 'percent', rate: basisPoints(750), base: 'gross', floor: cents(10_00), cap: cents(80_00) },
  tripVat: 'gross6',
  tollPolicy: 'difference',
  rent: cents(1_270_50),
  rentByDays: true,
  feeByDays: true,
  exemption: { from: readWeek('2026-06-01'), weeks: 3 },
  kilometres: { included: 1_700, rate: cents(15), beyond: { after: 500, rate: cents(25) } },
  ceiling: basisPoints(0),
  receipt: { vat: 'normal', withholding: basisPoints(1_150), carried: true },
  receiptBase: 'rent-apart',
  follows: ['trip-vat'],
}

test.each([
  ['a renter with every rule', RENTER],
  ['plain ones', PLAIN_TERMS],
  ['a fee that is always charged', { ...PLAIN_TERMS, fee: { mode: 'fixed', amount: cents(25_00), always: true } }],
  ['a split', { ...offeredTerms('percentage', SETTINGS), follows: ['trip-vat'] }],
  [
    'a driver from whom nothing is withheld',
    {
      ...PLAIN_TERMS,
      receipt: { vat: 'exempt', withholding: basisPoints(0), carried: false, unwithheld: 'non-resident' },
    },
  ],
  [
    'a split without caps',
    { ...PLAIN_TERMS, regime: 'percentage', split: { driverShare: basisPoints(5_550), energyCap: null } },
  ],
] satisfies [string, Terms][])('terms of %s are in the form as they are agreed, in both languages', (_, terms) => {
  expect(proposedTerms.parse(termsValues(terms, SETTINGS, 'pt'))).toEqual(terms)
  expect(proposedTerms.parse(termsValues(terms, SETTINGS, 'en'))).toEqual(terms)
})

test('what is withheld is nothing or a rate of the law, and an employee has no receipt at all', () => {
  const withheld = (withholding: string, vat = 'exempt') =>
    proposedTerms.safeParse({ ...termsValues(RENTER, SETTINGS, 'pt'), receiptVat: vat, withholding })
  expect(['0', '1150', '1650', '2000', '2300', '2500'].every((rate) => withheld(rate).success)).toBe(true)
  for (const odd of ['', '0-friend', '1150-non-resident', '9900', '11,5', '1151']) {
    expect(withheld(odd).error?.issues).toMatchObject([{ path: ['withholding'], message: 'field.choice' }])
    expect(withheld(odd, '').success).toBe(true)
  }
  const employee = proposedTerms.parse({ ...termsValues(RENTER, SETTINGS, 'pt'), regime: 'employee' })
  expect([employee.receipt, employee.receiptBase]).toEqual([undefined, undefined])
})

test('what a regime does not use is filled from the settings in force, ready for another choice', () => {
  const settings = settingsFrom([
    { name: 'slotFee', value: 31_00 },
    { name: 'rent', value: 255_00 },
    { name: 'splitShare', value: 45_00 },
  ])
  expect(termsValues(offeredTerms('slot', settings), settings, 'pt')).toMatchObject({
    regime: 'slot',
    feeAmount: '31,00',
    rent: '255,00',
    driverShare: '45',
    followsFee: 'on',
    followsRent: 'on',
    followsTripVat: 'on',
  })
})

test('the first proposal begins with what is agreed, the second with the usual terms of another regime', () => {
  const { terms, forms } = readProposals(new URLSearchParams(), RENTER, SETTINGS, 'pt')
  expect(terms?.a).toEqual(RENTER)
  // Fields that the page does not offer are as agreed in both: the ceiling, the receipt, how the VAT is taken out.
  expect(terms?.b).toMatchObject({
    regime: 'percentage',
    split: { driverShare: 5_000, energyCap: 120_00, chargingCap: 70_00 },
    fee: { mode: 'none' },
    tripVat: 'gross6',
    ceiling: 0,
    receipt: RENTER.receipt,
    follows: ['trip-vat'],
  })
  expect(proposedTerms.parse(forms.b)).toEqual(terms?.b)
})

test('a box that was unticked in a proposal stays so, and what can’t be read is said at its field', () => {
  const query = new URLSearchParams({
    'a-regime': 'rental',
    'a-rent': '250',
    'a-feeMode': 'none',
    'a-tollPolicy': 'driver',
    'b-regime': 'slot',
    'b-feeMode': 'fixed',
    'b-feeAmount': 'muito',
    'b-tollPolicy': 'driver',
  })
  const wrong = readProposals(query, RENTER, SETTINGS, 'pt')
  expect(wrong.terms).toBeNull()
  expect(wrong.reply.fieldErrors).toEqual({ 'b-feeAmount': ['field.money'] })
  query.set('b-feeAmount', '25')
  const { terms } = readProposals(query, RENTER, SETTINGS, 'pt')
  expect(terms?.a).toMatchObject({
    rent: 250_00,
    rentByDays: false,
    fee: { mode: 'none' },
    kilometres: RENTER.kilometres,
  })
  expect(terms?.b).toMatchObject({ regime: 'slot', fee: { mode: 'fixed', amount: 25_00 } })
})
