import { expect, test } from 'vitest'
import type { ImportedRow, ReportKind } from './import.ts'
import { tallyOf } from './import-tally.ts'
import type { Attribution } from './matching.ts'
import { cents } from './money.ts'
import { readWeek } from './week.ts'

const WEEK = readWeek('2026-W23')
const CARD = { kind: 'fuel-card', value: '70000001' } as const
const PLATE = { kind: 'plate', value: 'ZX11TA' } as const

const row = (line: number, over: Partial<ImportedRow> = {}): ImportedRow => ({
  line,
  kind: 'earning',
  key: String(line),
  amount: cents(10_00),
  week: WEEK,
  at: null,
  keys: [],
  label: '',
  measures: {},
  facts: {},
  original: '',
  ...over,
})
const ana: Attribution = { to: 'driver', driverId: 'ana', vehicleId: null, by: PLATE }
const rui: Attribution = { to: 'driver', driverId: 'rui', vehicleId: null, by: PLATE }
const company: Attribution = { to: 'company' }
const nobody: Attribution = { to: 'nobody' }
const unmatched = (
  reason: 'unknown-card' | 'no-driver-at-that-time',
  key: typeof CARD | typeof PLATE,
): Attribution => ({
  to: 'unmatched',
  reason,
  key,
  vehicleId: null,
})
const unknownCard = unmatched('unknown-card', CARD)

const elsewhere = { week: readWeek('2026-W22') }
test.each<[string, Partial<ImportedRow>, Attribution, { kind?: ReportKind; isRepeated?: boolean }]>([
  ['imported', {}, ana, {}],
  ['imported', { kind: 'fuel' }, ana, { kind: 'fuel_card' }],
  ['imported', { kind: 'reference' }, nobody, {}],
  ['toll', { kind: 'toll' }, ana, { kind: 'movements' }],
  ['parking', { kind: 'parking' }, ana, { kind: 'movements' }],
  ['company', { kind: 'toll' }, company, { kind: 'movements' }],
  ['company-card', { kind: 'fuel' }, company, { kind: 'fuel_card' }],
  ['company-fee', { kind: 'company-fee' }, company, { kind: 'movements' }],
  ['unknown-card', { kind: 'fuel' }, unknownCard, { kind: 'fuel_card' }],
  ['no-driver-at-that-time', { kind: 'toll' }, unmatched('no-driver-at-that-time', PLATE), { kind: 'movements' }],
  ['other-week', elsewhere, ana, {}],
  ['other-week', { ...elsewhere, kind: 'company-fee' }, company, { kind: 'movements' }],
  ['other-week', { ...elsewhere, kind: 'fuel' }, unknownCard, { kind: 'fuel_card' }],
  ['duplicate', {}, ana, { isRepeated: true }],
  ['duplicate', elsewhere, unknownCard, { isRepeated: true }],
  ['organisation', { kind: 'organisation' }, nobody, {}],
  ['organisation', { ...elsewhere, kind: 'organisation' }, nobody, { isRepeated: true }],
])('a row is counted as %s: %o', (result, over, to, { kind = 'payments_driver', isRepeated = false }) => {
  const tally = tallyOf({ kind, dataRows: 1 }, WEEK)
  tally.add(row(2, over), to, isRepeated)
  expect(tally.result()).toMatchObject({ rows: 1, amount: 10_00 })
  expect(tally.result().results).toEqual({ [result]: 1 })
})

test('a row that is printed twice is told, and its amount is summed once', () => {
  const tally = tallyOf({ kind: 'movements', dataRows: 2 }, WEEK)
  const measures = { toll: 10_00 }
  tally.add(row(2, { kind: 'toll', measures }), ana, false)
  tally.add(row(3, { kind: 'toll', measures, repeats: 2 }), ana, true)
  expect(tally.result()).toMatchObject({ rows: 2, amount: 10_00, results: { toll: 1, duplicate: 1 } })
  expect(tally.result().perDriver).toEqual(new Map([['ana', measures]]))
})

test('a file of no week has all its rows in another', () => {
  const tally = tallyOf({ kind: 'movements', dataRows: 1 }, null)
  tally.add(row(2), ana, false)
  expect(tally.result().results).toEqual({ 'other-week': 1 })
})

test('rows and amounts add up, each result by itself and each driver by measure, and what stands twice in the file is told', () => {
  const tally = tallyOf({ kind: 'payments_driver', dataRows: 7 }, WEEK)
  tally.add(row(2, { measures: { payment: 10_00, trips: 3 } }), ana, false)
  tally.add(row(3, { amount: cents(-2_50), measures: { payment: -2_50, tips: 1_00 } }), ana, false)
  tally.add(row(4, { amount: cents(0), kind: 'activity', measures: { trips: 9 } }), rui, false)
  tally.add(row(5, { measures: { payment: 10_00 } }), rui, true)
  expect(tally.result()).toEqual({
    rows: 4,
    amount: 17_50,
    results: { imported: 3, duplicate: 4 },
    perDriver: new Map([
      ['ana', { payment: 7_50, trips: 3, tips: 1_00 }],
      ['rui', { trips: 9, payment: 10_00 }],
    ]),
    unmatched: [],
    organisations: [],
  })
})

test('rows that need somebody are listed once, with what they lack; those that are nobody else’s are not', () => {
  const keys = [{ kind: 'organisation', value: 'a-1' } as const]
  const tally = tallyOf({ kind: 'fuel_card', dataRows: 6 }, WEEK)
  tally.add(row(2, { kind: 'fuel', amount: cents(-30_00) }), unknownCard, false)
  tally.add(row(3, { kind: 'fuel', amount: cents(-40_00) }), unknownCard, true)
  tally.add(row(4, { kind: 'fuel', measures: { centilitres: 40_00 } }), company, false)
  tally.add(row(5, { kind: 'organisation', amount: cents(0), keys, measures: { payout: -500_00 } }), nobody, false)
  tally.add(row(6, { ...elsewhere, kind: 'fuel', amount: cents(-5_00) }), unmatched('unknown-card', PLATE), false)
  tally.add(row(7, { kind: 'fuel' }), ana, false)
  expect(tally.result()).toEqual({
    rows: 6,
    amount: -55_00,
    results: { 'unknown-card': 1, duplicate: 1, 'company-card': 1, organisation: 1, 'other-week': 1, imported: 1 },
    perDriver: new Map([['ana', {}]]),
    unmatched: [
      { line: 2, key: CARD, amount: -30_00 },
      { line: 6, key: PLATE, amount: -5_00 },
    ],
    organisations: [{ line: 5, keys, measures: { payout: -500_00 } }],
  })
})
