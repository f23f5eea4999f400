import { expect, test } from 'vitest'
import type { FileSummary } from './import.ts'
import {
  type OwnNames,
  accountsWithoutReport,
  coverageOf,
  isWeeklyReport,
  mainWeek,
  fileDoubtsOf,
  weeksOf,
} from './imported-file.ts'
import { type Week, readWeek } from './week.ts'

const W22 = readWeek('2026-W22')
const W23 = readWeek('2026-W23')
const rowsOf = (...weeks: Week[]) => new Map(weeks.map((week) => [week, weeks.filter((one) => one === week).length]))
const fileOf = (over: Partial<FileSummary>): FileSummary =>
  ({
    weeks: new Map(),
    period: null,
    company: { name: null, organisation: null, contracts: [] },
    ...over,
  }) as FileSummary
const A = 'aaaaaaaa-1111-4111-8111-111111111111'
const B = 'bbbbbbbb-2222-4222-8222-222222222222'
const ours: OwnNames = {
  name: 'Rotas Lusas Fictícias, Unipessoal Lda',
  uberOrganisations: [A],
  boltCompanies: [],
  viaVerdeContracts: ['900000202'],
}

const AROUND = { week: null, running: readWeek('2026-W25'), ours, newest: null, alike: null }

test('reports of a whole week are those of earnings and of activity; trips, tolls and energy come as movements', () => {
  const weekly = ['payments_driver', 'driver_activity', 'earnings'] as const
  const movements = ['payments_order', 'movements', 'fuel_card', 'electric'] as const
  expect(weekly.map(isWeeklyReport)).toEqual([true, true, true])
  expect(movements.map(isWeeklyReport)).toEqual([false, false, false, false])
})

test('a file is about the week its period begins in, else the one most of its rows fall in', () => {
  expect(mainWeek(fileOf({ weeks: rowsOf(W22, W23, W23) }))).toBe(W23)
  expect(mainWeek(fileOf({ weeks: rowsOf(W22, W23, W23), period: { from: '2026-05-28', to: '2026-06-07' } }))).toBe(W22)
  expect(mainWeek(fileOf({}))).toBeNull()
  expect(weeksOf(fileOf({ weeks: rowsOf(W23, W22, W23) }))).toEqual([W22, W23])
  expect(weeksOf(fileOf({ period: { from: W23, to: '2026-06-07' } }))).toEqual([W23])
  const period = { from: '2026-05-28', to: '2026-06-07' }
  expect(weeksOf(fileOf({ weeks: rowsOf(W23), period }))).toEqual([W23])
  expect(weeksOf(fileOf({}))).toEqual([])
})

test('another week and another company are asked about; our own spelling, and what is not known, are not', () => {
  const strange = (over: Partial<FileSummary>, week: Week | null = W23) =>
    fileDoubtsOf(fileOf({ weeks: rowsOf(W23), ...over }), { ...AROUND, week }).map(({ code }) => code)
  const company = (over: Partial<FileSummary['company']>) => ({
    company: { name: null, organisation: null, contracts: [], ...over },
  })

  expect(strange({})).toEqual([])
  expect(strange({ weeks: rowsOf(W22) })).toEqual(['other-week'])
  expect(strange({ weeks: rowsOf(W22) }, null)).toEqual([])
  expect(strange({ weeks: rowsOf(W22, W23) })).toEqual([])
  expect(strange(company({ name: 'ROTAS LUSAS FICTICIAS UNIPESSOAL LDA' }))).toEqual([])
  expect(strange(company({ name: 'Outra Frota, Lda' }))).toEqual(['other-company'])
  expect(strange(company({ organisation: B }))).toEqual(['other-company'])
  expect(strange(company({ contracts: ['1', '900000202'] }))).toEqual([])
  expect(strange(company({ contracts: ['1'] }))).toEqual(['other-company'])
  expect(strange({ ...company({ name: 'Outra Frota, Lda' }), weeks: rowsOf(W22) })).toEqual([
    'other-week',
    'other-company',
  ])
})

test('an oddity of a file is given with what was found and what was expected', () => {
  const strange = (over: Partial<FileSummary>, own: OwnNames = ours) =>
    fileDoubtsOf(fileOf(over), { ...AROUND, week: W23, ours: own })
  const company = (over: Partial<FileSummary['company']>) => ({
    company: { name: null, organisation: null, contracts: [], ...over },
  })
  const other = (found: string, expected: string) => [{ code: 'other-company', params: { found, expected } }]

  expect(strange({ weeks: rowsOf(W22) })).toEqual([{ code: 'other-week', params: { week: W23, found: W22 } }])
  expect(strange({})).toEqual([])
  expect(strange(company({ name: 'Outra Frota, Lda' }))).toEqual(other('Outra Frota, Lda', ours.name))
  expect(strange(company({ organisation: B }))).toEqual(other(B, A))
  expect(strange(company({ organisation: A }))).toEqual([])
  const twoContracts = { ...ours, viaVerdeContracts: ['900000202', '900000203'] }
  expect(strange(company({ contracts: ['1', '2'] }), twoContracts)).toEqual(other('1, 2', '900000202, 900000203'))
  const nothingKnown = { ...ours, uberOrganisations: [], viaVerdeContracts: [] }
  expect(strange(company({ organisation: B, contracts: ['1'] }), nothingKnown)).toEqual([])
})

test('a weekly report is there or not; movements cover a week when their files together have its seven days', () => {
  const none = { rows: 0, all: 0, periods: [] }
  expect(coverageOf('uber', W23, none)).toEqual({ state: 'missing', days: 0 })
  expect(coverageOf('uber', W23, { ...none, all: 7 })).toEqual({ state: 'partial', days: 0 })
  const complete = { state: 'complete', days: 7 }
  for (const source of ['uber', 'bolt', 'other'] as const) {
    expect(coverageOf(source, W23, { ...none, rows: 1, all: 1 })).toEqual(complete)
  }
  expect(coverageOf('prio', W23, none)).toEqual({ state: 'missing', days: 0 })
  expect(coverageOf('prio', W23, { rows: 1, all: 1, periods: [] })).toEqual({ state: 'partial', days: 0 })
  const first = { from: '2026-05-01', to: '2026-06-04' }
  const second = { from: '2026-06-05', to: '2026-06-30' }
  expect(coverageOf('viaverde', W23, { ...none, periods: [first] })).toEqual({ state: 'partial', days: 4 })
  expect(coverageOf('viaverde', W23, { ...none, periods: [second] })).toEqual({ state: 'partial', days: 3 })
  expect(coverageOf('viaverde', W23, { ...none, periods: [first, second] })).toEqual(complete)
})

test('a week that has not begun is asked about; the one that runs is not', () => {
  const codes = (running: string) =>
    fileDoubtsOf(fileOf({ weeks: rowsOf(W23) }), { ...AROUND, running: readWeek(running) })
  expect(codes('2026-W23')).toEqual([])
  expect(codes('2026-W22')).toEqual([{ code: 'not-begun', params: { week: readWeek('2026-W22'), found: W23 } }])
})

test('a week that only the page says, one long before the newest, and figures of another week are asked about', () => {
  const codes = (over: Partial<FileSummary>, around: Partial<Parameters<typeof fileDoubtsOf>[1]> = {}) =>
    fileDoubtsOf(fileOf({ weeks: rowsOf(W23), ...over }), { ...AROUND, ...around }).map(({ code }) => code)
  expect(codes({ isWeekChosen: true })).toEqual(['week-of-page'])
  expect(codes({}, { newest: readWeek('2026-W49') })).toEqual([])
  expect(codes({}, { newest: readWeek('2026-W50') })).toEqual(['long-ago'])
  expect(codes({}, { alike: W22 })).toEqual(['same-figures'])
})

test('the week of a file is that of its rows, even where its period begins a week earlier', () => {
  const period = { from: '2026-05-28', to: '2026-06-07' }
  expect(mainWeek(fileOf({ weeks: rowsOf(W23), period }))).toBe(W23)
  expect(mainWeek(fileOf({ period }))).toBe(W22)
})

test('names and identifiers of every account of ours are ours, of no other source', () => {
  const two = { ...ours, uberOrganisations: [A, B, 'Segunda Via, Lda'], boltCompanies: ['Terceira, Lda'] }
  const strange = (source: 'uber' | 'bolt', company: Partial<FileSummary['company']>) =>
    fileDoubtsOf(fileOf({ source, company: { name: null, organisation: null, contracts: [], ...company } }), {
      ...AROUND,
      ours: two,
    }).length
  expect([strange('uber', { organisation: B }), strange('uber', { name: 'SEGUNDA VIA LDA' })]).toEqual([0, 0])
  expect([strange('bolt', { name: 'Terceira Lda' }), strange('bolt', { name: 'Segunda Via, Lda' })]).toEqual([0, 1])
})

test('of several accounts of ours a week is whole when each one’s report is there', () => {
  const [W10, W24] = [readWeek('2026-W10'), readWeek('2026-W24')]
  const both: OwnNames = {
    name: 'Rotas Lusas, Lda',
    uberOrganisations: [],
    viaVerdeContracts: [],
    boltCompanies: ['Segunda Frota, Lda'],
  }
  const report = (account: string, week = W23) => ({ week, source: 'bolt' as const, account })
  const lacks = (reports: readonly ReturnType<typeof report>[], names: OwnNames | null = both) =>
    accountsWithoutReport('bolt', W23, reports, names)
  expect(lacks([])).toEqual([])
  expect(lacks([report('rotaslusas')])).toEqual(['Segunda Frota, Lda'])
  expect(lacks([report('rotaslusas'), report('segundafrotalda')])).toEqual([])
  // Another name of the one account is no second account, until a report with that name came.
  expect(lacks([report('segundafrota')])).toEqual([])
  expect(lacks([report('segundafrota'), report('rotaslusaslda', W22)])).toEqual(['Rotas Lusas, Lda'])
  expect(lacks([report('segundafrota'), report('rotaslusaslda', W10)])).toEqual([])
  // An account that the company did not name is named as in its files; a report without an account may be anybody's.
  expect(lacks([report('segundafrota'), report('terceira', W22)])).toEqual(['terceira'])
  expect(lacks([report(''), report('terceira', W22)])).toEqual([])
  expect(lacks([report('rotaslusas')], null)).toEqual([])
  // An account is not missed in weeks before its first report; one that never had a report is not missed in past weeks.
  expect(lacks([report('rotaslusas'), report('segundafrota', W24)])).toEqual([])
  expect(lacks([report('rotaslusas'), report('rotaslusas', W24)])).toEqual([])
  expect(lacks([report('rotaslusas'), report('segundafrota', W10)])).toEqual(['Segunda Frota, Lda'])

  const brought = { rows: 3, all: 3, periods: [] }
  expect(coverageOf('bolt', W23, { ...brought, lacking: ['Segunda Frota, Lda'] })).toEqual({
    state: 'partial',
    days: 7,
  })
})
