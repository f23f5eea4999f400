import { expect, test } from 'vitest'
import { type DutyFacts, type DutyKind, dutiesGoingOn, dutiesOf } from './duty.ts'

const ALL: DutyFacts = {
  vat: 'month',
  employs: true,
  withholds: true,
  invoices: true,
  managersRecordOn: '2025-10-02',
  licenceUntil: '2027-03-31',
}

const days = (kind: DutyKind, facts: Partial<DutyFacts> = {}, year = 2026) =>
  dutiesOf(year, { ...ALL, ...facts })
    .filter((one) => one.kind === kind)
    .map(({ by }) => by.toString().slice(5))

test('the days of 2026 are those the tax authority printed for it', () => {
  // Portal das Finanças, "Quadro resumo das obrigações declarativas 2026": the day of each month.
  const printed = (list: readonly (number | null)[]) =>
    list.flatMap((day, at) =>
      day === null ? [] : [`${String(at + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`],
    )
  expect(days('pay-return')).toEqual(printed([12, 10, 10, 10, 11, 11, 10, 31, 10, 12, 10, 10]))
  // For January the authority printed the 9th, which a dispatch put off.
  expect(days('invoices').slice(1)).toEqual(printed([null, 5, 5, 6, 5, 5, 6, 31, 7, 6, 5, 7]))
  const returned = days('vat-return')
  expect([...new Set(returned)]).toEqual(printed([20, 20, 20, 20, 20, 22, 20, null, 21, 20, 20, 21]))
  expect(returned).toHaveLength(12)
  expect(days('paid-return')).toEqual(['03-02'])
  expect(days('company-accounts')).toEqual(['07-15'])
})

test('VAT is returned and paid in the second month after, and of June in September with that of July', () => {
  const of = (facts: Partial<DutyFacts>) =>
    dutiesOf(2026, { ...ALL, ...facts }).filter(({ kind }) => kind === 'vat-payment')
  const september = of({}).filter(({ by }) => by.month === 9)
  expect(september.map(({ period, by }) => `${period} ${by}`)).toEqual(['2026-06 2026-09-25', '2026-07 2026-09-25'])
  expect(of({ vat: 'quarter' }).map(({ period, by }) => `${period} ${by}`)).toEqual([
    '2025-Q4 2026-02-25',
    '2026-Q1 2026-05-25',
    '2026-Q2 2026-09-25',
    '2026-Q3 2026-11-25',
  ])
  expect(of({ vat: 'none' })).toEqual([])
})

test('who pays nobody a wage has no wages to return, and who keeps nothing back nothing to hand over', () => {
  const kinds = new Set(dutiesOf(2026, { ...ALL, employs: false, withholds: false }).map(({ kind }) => kind))
  for (const kind of ['pay-return', 'contributions', 'withheld-payment', 'paid-return', 'work-report'] as const)
    expect(kinds.has(kind), kind).toBe(false)
  expect(days('withheld-payment', { employs: false })).toHaveLength(12)
})

test('the managers’ records are due a year after they were sent, the licence half a year before it ends', () => {
  expect(days('managers-record')).toEqual(['10-02'])
  expect(days('managers-record', { managersRecordOn: null })).toEqual([])
  expect(days('managers-record', { managersRecordOn: '2024-02-29' })).toEqual(['02-28'])
  expect(days('licence-renewal')).toEqual(['09-30'])
  expect(days('licence-renewal', {}, 2025)).toEqual([])
})

test('a kind and period has one duty, and duties come in the order of their days', () => {
  for (const year of [2025, 2026, 2027, 2028]) {
    const all = dutiesOf(year, ALL)
    expect(new Set(all.map(({ kind, period }) => `${kind} ${period}`)).size).toBe(all.length)
    expect(all.map(({ by }) => by.toString())).toEqual(all.map(({ by }) => by.toString()).toSorted())
    expect(all.every(({ by }) => by.year === year || by.year === year + 1)).toBe(true)
  }
})

test('a change of how often VAT is returned asks no quarter twice, and forgets nothing that was returned', () => {
  const periods = (vat: DutyFacts['vat'], year: number, ...noted: string[]) =>
    dutiesGoingOn(year, { ...ALL, vat }, new Set(noted.map((period) => `vat-return ${period}`)))
      .filter(({ kind }) => kind === 'vat-return')
      .map(({ period }) => period)
  expect(periods('quarter', 2026, '2026-07', '2026-10')).toEqual([
    ...['2025-Q4', '2026-Q1', '2026-07', '2026-Q2'],
    // The third quarter was begun by month, and so was the fourth, whose last months are due in 2027.
    ...['2026-08', '2026-09', '2026-10'],
  ])
  expect(periods('quarter', 2027, '2026-10').slice(0, 3)).toEqual(['2026-11', '2026-12', '2027-Q1'])
  expect(periods('month', 2026, '2026-Q1').slice(0, 4)).toEqual(['2025-11', '2025-12', '2026-Q1', '2026-04'])
  expect(periods('none', 2026, '2026-07')).toEqual(['2026-07'])
})
