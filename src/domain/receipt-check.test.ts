import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents } from './money.ts'
import { type ExpectedReceipt, type ListedReceipt, checkReceipts } from './receipt-check.ts'
import { readWeek } from './week.ts'

const MAY = { first: '2026-06-01', last: '2026-06-30' }
const line = (more: Partial<ListedReceipt> = {}): ListedReceipt => ({
  driver: 'D1',
  number: 'FR ATSIRE01FR/24',
  atcud: 'JJTEST01-24',
  issuedOn: '2026-06-10',
  isCreditNote: false,
  base: cents(675_27),
  vat: cents(0),
  total: cents(675_27),
  ...more,
})
const asked = (more: Partial<ExpectedReceipt> = {}): ExpectedReceipt => ({
  settlement: 'S23',
  driver: 'D1',
  week: readWeek('2026-W23'),
  since: '2026-06-08',
  value: cents(675_27),
  vat: cents(0),
  isMarked: false,
  number: null,
  paper: null,
  waits: false,
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

test('a slip that waits for an answer is asked about no second time, and the list does not make it count', () => {
  const slip = { ...paper, base: cents(675_00), total: cents(675_00) }
  const listed = line({ base: slip.base, total: slip.total })
  expect(outcomes([listed], [asked({ paper: slip, waits: true })])).toEqual([['different', false]])
  expect(outcomes([line()], [asked({ paper: slip, waits: true })])).toEqual([['different', true]])
})

test('a receipt that a credit note takes back whole is no statement’s receipt, and asks nothing with its note', () => {
  const note = line({
    number: 'NC ATSIRE01NC/3',
    atcud: 'JJTEST02-3',
    issuedOn: '2026-06-11',
    isCreditNote: true,
    base: cents(-675_27),
    total: cents(-675_27),
  })
  expect(outcomes([line(), note], [asked()])).toEqual([
    ['missing', false],
    ['unasked', false],
    ['unasked', false],
  ])
  // One that counted, by its document, counts no more.
  expect(outcomes([line(), note], [sent()])[0]).toEqual(['missing', true])
  // The receipt that was issued instead is the one.
  const again = line({ number: 'FR ATSIRE01FR/25', atcud: 'JJTEST01-25', issuedOn: '2026-06-12' })
  const [found] = checkReceipts([line(), note, again], [asked()], MAY)
  expect([found!.outcome, found!.listed?.number]).toEqual(['matched', 'FR ATSIRE01FR/25'])
  // A note over a part, one from before, or one that two receipts fit, is a question.
  const part = { ...note, base: cents(-100_00), total: cents(-100_00) }
  for (const other of [part, { ...note, issuedOn: '2026-06-09' }])
    expect(outcomes([line(), other], [asked()])).toEqual([
      ['matched', false],
      ['unasked', true],
    ])
  const twin = line({ number: 'FR ATSIRE01FR/23', atcud: 'JJTEST01-23' })
  expect(outcomes([line(), twin, note], [sent()])).toEqual([
    ['matched', false],
    ['unasked', true],
    ['unasked', true],
  ])
})

test('a paper from before the first day of the list, or after its last, is not missing', () => {
  expect(outcomes([], [sent()], { first: '2026-06-11', last: '2026-06-30' })).toEqual([])
  expect(outcomes([], [sent()], { first: '2026-05-01', last: '2026-06-09' })).toEqual([])
})

test('a receipt of another sum is of the statement that was approved before it, though a later approval is nearer', () => {
  const next = asked({ settlement: 'S24', week: readWeek('2026-W24'), since: '2026-06-15', value: cents(700_00) })
  const odd = line({ issuedOn: '2026-06-13', base: cents(600_00), total: cents(600_00) })
  const found = checkReceipts([odd], [asked(), next], MAY)
  expect(found.map(({ outcome, expected }) => [outcome, expected?.settlement])).toEqual([
    ['different', 'S23'],
    ['missing', 'S24'],
  ])
})

test('what nobody sent is found by what the statement asks, the nearest in time first, and each line once', () => {
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

test('a slip of a late week is laid beside that week, and never beside an old one that has its receipt', () => {
  const old = asked({ settlement: 'S39', week: readWeek('2026-W22'), since: '2026-06-01', value: cents(889_11) })
  const slip = line({ issuedOn: '2026-06-26', base: cents(754_19), vat: cents(0) })
  const open = asked({ settlement: 'S47', week: readWeek('2026-W25'), since: '2026-06-23', value: cents(754_19) })
  const rates = { vat: cents(45_25) }
  for (const first of [{ ...old, isMarked: true }, { ...old, isMarked: true, number: 'FR ATSIRE01FR/9' }, old]) {
    const found = checkReceipts([slip], [first, { ...open, ...rates }], { first: '2026-06-20', last: '2026-06-30' })
    expect(found.filter(({ listed }) => listed).map(({ expected }) => expected?.settlement)).toEqual(['S47'])
  }
})

test('of equal bases the statement approved nearest to the day of the receipt has it', () => {
  const next = asked({ settlement: 'S24', week: readWeek('2026-W24'), since: '2026-06-15' })
  const found = checkReceipts([line({ issuedOn: '2026-06-16' })], [asked(), next], MAY)
  expect(found.find(({ listed }) => listed)?.expected?.settlement).toBe('S24')
})

test('a statement marked under a number has the receipt of that number and no other', () => {
  const marked = asked({ isMarked: true, number: 'FR ATSIRE01FR/24' })
  const own = line({ base: cents(600_00), total: cents(600_00) })
  const other = line({ number: 'FR ATSIRE01FR/25', atcud: 'JJTEST01-25' })
  expect(outcomes([own], [marked])).toEqual([['different', true]])
  expect(outcomes([own, other], [marked])).toEqual([
    ['different', true],
    ['unasked', true],
  ])
  expect(outcomes([other], [marked])).toEqual([
    ['missing', true],
    ['unasked', true],
  ])
})

test('no list takes a receipt away from the statement that asks for its sum, or gives one to who has theirs', () => {
  const day = fc
    .integer({ min: 1, max: 60 })
    .map((days) => Temporal.PlainDate.from('2026-05-01').add({ days }).toString())
  const sums = fc.constantFrom(100_00, 200_00, 300_00).map(cents)
  const vats = fc.constantFrom(0, 6_00).map(cents)
  const driver = fc.constantFrom('D1', 'D2')
  const lines = fc.array(fc.record({ driver, issuedOn: day, base: sums, vat: vats, isCreditNote: fc.boolean() }), {
    maxLength: 8,
  })
  const statements = fc.array(
    fc.record({
      driver,
      weeks: fc.nat(8),
      value: sums,
      vat: fc.option(vats),
      state: fc.constantFrom('open', 'word', 'number'),
    }),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(lines, statements, (given, asks) => {
      const list = given.map((one, at) => line({ ...one, number: `FR ATSIRE01FR/${at}`, atcud: null }))
      const expected = asks.map(({ weeks, state, ...one }, at) => {
        const monday = Temporal.PlainDate.from('2026-05-04').add({ weeks })
        return asked({
          ...one,
          settlement: `S${at}`,
          week: monday.toString() as ExpectedReceipt['week'],
          since: monday.add({ days: 8 }).toString(),
          isMarked: state !== 'open',
          number: state === 'number' ? `FR ATSIRE01FR/${100 + at}` : null,
        })
      })
      const found = checkReceipts(list, expected, { first: '2026-05-01', last: '2026-07-30' })
      const laid = found.flatMap(({ expected: one, listed }) => (one && listed ? [{ one, listed }] : []))
      expect(new Set(found.flatMap(({ listed }) => listed ?? [])).size).toBe(list.length)
      expect(new Set(laid.map(({ one }) => one)).size).toBe(laid.length)
      const away = (of: ListedReceipt, from: ExpectedReceipt) =>
        Math.abs(Date.parse(of.issuedOn) - Date.parse(from.since))
      for (const { one, listed } of laid) {
        expect([one.driver, one.number]).toEqual([listed.driver, null])
        expect(one.isMarked && listed.base !== one.value).toBe(false)
        // No other statement of this sum that lacks a receipt would have fitted better or is nearer in time.
        for (const rival of expected) {
          if (rival.isMarked || rival.driver !== listed.driver || listed.issuedOn < rival.week) continue
          if (rival.value !== listed.base || laid.some((other) => other.one === rival)) continue
          expect(one.isMarked || one.value !== listed.base).toBe(false)
          const fits = (of: ExpectedReceipt) => of.vat === null || of.vat === listed.vat
          if (fits(rival)) expect(fits(one) && away(listed, one) <= away(listed, rival)).toBe(true)
        }
      }
    }),
    { numRuns: 500 },
  )
})
