import { expect, test } from 'vitest'
import { cents } from './money.ts'
import { type ExpectedReceipt, type ListedReceipt, checkReceipts } from './receipt-check.ts'
import { readWeek } from './week.ts'

const MAY = { first: '2026-06-01', last: '2026-06-30' }
const line = (more: Partial<ListedReceipt> = {}): ListedReceipt => ({
  ...{ driver: 'D1', number: 'FR ATSIRE01FR/24', atcud: 'JJTEST01-24', issuedOn: '2026-06-10', isCreditNote: false },
  ...{ base: cents(675_27), vat: cents(0), total: cents(675_27) },
  ...more,
})
const asked = (more: Partial<ExpectedReceipt> = {}): ExpectedReceipt => ({
  ...{ settlement: 'S23', driver: 'D1', week: readWeek('2026-W23'), since: '2026-06-08', value: cents(675_27) },
  ...{ vat: cents(0), isMarked: false, paper: null },
  ...more,
})
const { number, atcud, issuedOn, base, vat, total } = line()
const paper = { number, atcud, issuedOn, base, vat, total }
const sent = (more: Partial<ExpectedReceipt> = {}) => asked({ paper, isMarked: true, ...more })
const outcomes = (lines: ListedReceipt[], expected: ExpectedReceipt[], span = MAY) =>
  checkReceipts(lines, expected, span).map(({ outcome, asks }) => [outcome, asks])

test('the paper we have, told by the list with the same sums, is matched and asks nothing', () => {
  expect(outcomes([line()], [sent()])).toEqual([['matched', false]])
  expect(outcomes([line({ atcud: null })], [sent()])).toEqual([['matched', false]])
})

test('a paper of which the list tells another sum is a question, and so is one that it does not have', () => {
  expect(outcomes([line({ base: cents(675_26), total: cents(675_26) })], [sent()])).toEqual([['different', true]])
  expect(outcomes([], [sent()])).toEqual([['missing', true]])
})

test('a paper from before the first day of the list, or after its last, is not missing', () => {
  expect(outcomes([], [sent()], { first: '2026-06-11', last: '2026-06-30' })).toEqual([])
  expect(outcomes([], [sent()], { first: '2026-05-01', last: '2026-06-09' })).toEqual([])
})

test('what nobody sent is found by what the statement asks, the oldest week first, and each line once', () => {
  const next = asked({ settlement: 'S24', week: readWeek('2026-W24'), since: '2026-06-15' })
  const later = line({ number: 'FR ATSIRE01FR/25', atcud: 'JJTEST01-25', issuedOn: '2026-06-17' })
  const found = checkReceipts([later, line()], [next, asked()], MAY)
  expect(found.map(({ expected, listed }) => [expected?.settlement, listed?.number])).toEqual([
    ['S23', number],
    ['S24', later.number],
  ])
  expect(outcomes([line()], [asked(), next])).toEqual([
    ['matched', false],
    ['missing', false],
  ])
})

test('a line of a driver that fits no statement to the cent differs from what is left to be issued', () => {
  expect(outcomes([line({ base: cents(600_00), total: cents(600_00) })], [asked()])).toEqual([['different', true]])
  expect(outcomes([line({ vat: cents(40_52), total: cents(715_79) })], [asked()])).toEqual([['different', true]])
})

test('nothing was agreed of VAT: the base alone decides', () => {
  expect(outcomes([line({ vat: cents(40_52) })], [asked({ vat: null })])).toEqual([['matched', false]])
})

test('a receipt that no statement asks for, of another driver, from before its week, or a credit note, is a question', () => {
  const extra: Partial<ListedReceipt>[] = [{ driver: 'D2' }, { issuedOn: '2026-05-31' }, { isCreditNote: true }]
  for (const more of extra)
    expect(outcomes([line(more)], [asked()])).toEqual([
      ['missing', false],
      ['unasked', true],
    ])
})

test('what the office marked without a paper and the list does not have is a question', () => {
  expect(outcomes([], [asked({ isMarked: true })])).toEqual([['missing', true]])
})
