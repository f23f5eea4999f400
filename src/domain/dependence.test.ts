import { expect, test } from 'vitest'
import { dependenceOf } from './dependence.ts'
import { settingsFrom } from './financial-settings.ts'
import { cents } from './money.ts'

const rules = settingsFrom([])
const of = (ours: number, elsewhere: number | null = null, contributes = true, by = rules) =>
  dependenceOf({ ours: cents(ours), elsewhere: elsewhere === null ? null : cents(elsewhere), contributes }, by)

test.each([
  // All known income comes from this operator: the higher rate applies to all of it.
  [10_000_00, null, 'owed', 10_000, 1_000, 1_000_00],
  [10_000_00, 0, 'owed', 10_000, 1_000, 1_000_00],
  // Exactly four fifths is not above it, and exactly half owes nothing.
  [8_000_00, 2_000_00, 'owed', 8_000, 700, 560_00],
  [8_000_01, 2_000_00, 'owed', 8_000, 1_000, 800_00],
  [5_000_00, 5_000_00, 'apart', 5_000, 0, 0],
  [5_000_01, 5_000_00, 'owed', 5_000, 700, 350_00],
  // Six times the index of 2026 is 3 222,78.
  [3_222_77, null, 'small', 10_000, 0, 0],
  [3_222_78, null, 'owed', 10_000, 1_000, 322_28],
  [2_000_00, 1_222_78, 'owed', 6_206, 700, 140_00],
  [0, 20_000_00, 'apart', 0, 0, 0],
  [0, null, 'apart', 0, 0, 0],
] as const)('%i of ours beside %s elsewhere: %s', (ours, elsewhere, state, share, rate, due) => {
  expect(of(ours, elsewhere)).toEqual({ state, share, rate, due, least: 3_222_78 })
})

test('who pays no contributions makes nobody owe any', () => {
  expect(of(10_000_00, null, false)).toMatchObject({ state: 'exempt', rate: 0, due: 0 })
})

test('other settings, as the law may have them one day, count instead', () => {
  const draft = settingsFrom([
    { name: 'dependenceFrom', value: 80_00 },
    { name: 'dependenceHighFrom', value: 90_00 },
    { name: 'dependenceRate', value: 8_00 },
    { name: 'socialIndex', value: 600_00 },
  ])
  expect(of(8_000_00, 2_000_00, true, draft)).toMatchObject({ state: 'apart', least: 3_600_00 })
  expect(of(8_500_00, 1_500_00, true, draft)).toMatchObject({ state: 'owed', rate: 800, due: 680_00 })
})
