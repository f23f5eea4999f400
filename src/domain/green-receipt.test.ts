import { expect, test } from 'vitest'
import { type AskedReceipt, type GreenReceipt, compareReceipt, readAtcud, readReceiptNumber } from './green-receipt.ts'
import { basisPoints, cents } from './money.ts'
import type { Week } from './week.ts'

const asked: AskedReceipt = {
  week: '2026-06-01' as Week,
  value: cents(627_84),
  companyNif: '512345678',
  driverNif: '123456789',
  agreed: { vat: basisPoints(6_00), withholding: basisPoints(11_50) },
}
const receipt: GreenReceipt = {
  kind: 'receipt-invoice',
  number: 'FR ATSIRE01FR/7',
  atcud: 'JJTEST02-7',
  issuer: '123456789',
  acquirer: '512345678',
  issuedOn: '2026-06-10',
  suppliedOn: '2026-06-07',
  week: '2026-06-01' as Week,
  base: cents(627_84),
  vat: cents(37_67),
  stamp: cents(0),
  total: cents(665_51),
  withheld: cents(72_20),
  toPay: cents(593_31),
}
const kinds = (changed: Partial<GreenReceipt>, of: Partial<AskedReceipt> = {}) =>
  compareReceipt({ ...receipt, ...changed }, { ...asked, ...of }).map(({ kind }) => kind)

test('a receipt of the driver to us, of the week and of what was asked, differs in nothing', () => {
  expect(kinds({})).toEqual([])
  expect(kinds({ week: null })).toEqual([])
  expect(kinds({ week: null, suppliedOn: null })).toEqual([])
  expect(kinds({ kind: 'receipt' })).toEqual([])
})

test('a slip of a thousand euros is one difference, whatever VAT and withholding it brings along', () => {
  const slip = { base: cents(1_627_84), vat: cents(97_67), total: cents(1_725_51), withheld: cents(187_20) }
  expect(compareReceipt({ ...receipt, ...slip }, asked)).toEqual([
    { kind: 'amount', expected: 627_84, found: 1_627_84 },
  ])
})

test.each([
  ['no acquirer', { acquirer: null }, {}, ['acquirer-missing']],
  ['another acquirer', { acquirer: '501234560' }, {}, ['acquirer']],
  ['our own number unknown', {}, { companyNif: null }, ['company-unknown']],
  ['another issuer', { issuer: '299999998' }, {}, ['issuer']],
  ['the driver’s number unknown', {}, { driverNif: null }, ['driver-unknown']],
  ['an invoice that says nothing of payment', { kind: 'invoice' }, {}, ['kind']],
  ['a note of credit', { kind: 'credit-note' }, {}, ['kind']],
  ['VAT that was not agreed', { vat: cents(0) }, {}, ['vat']],
  ['VAT and no word about it', { vat: cents(0) }, { agreed: null }, []],
  ['less withheld', { withheld: cents(0) }, {}, ['withholding']],
  ['another week named', { week: '2026-06-08' as Week }, {}, ['week']],
  ['a day of another week', { week: null, suppliedOn: '2026-06-08' }, {}, ['day']],
] as const)('%s is a question', (_, changed, of, found) => {
  expect(kinds(changed, of)).toEqual(found)
})

test('receipt numbers and ATCUDs are read into one form, or not at all', () => {
  expect(['FR ATSIRE01FR/24', 'ATSIRE01FR/24', ' FR  ATSIRE01FR/24 '].map(readReceiptNumber)).toEqual(
    Array.from({ length: 3 }, () => 'FR ATSIRE01FR/24'),
  )
  expect(['FT ATSIRE01FR/24', 'FR ATSIRE01FR/', 'FR 2026/24'].map(readReceiptNumber)).toEqual([null, null, null])
  expect(['jjtest01-24', 'JJTEST1-24', 'JJTEST01-'].map(readAtcud)).toEqual(['JJTEST01-24', null, null])
})
