import { expect, test } from 'vitest'
import { readFileName, weekOfPeriod } from './file-name.ts'

test.each<[string, string | null, string | null, string | null]>([
  ['20260601-20260608-payments_driver-ROTAS_LUSAS.csv', 'uber', '2026-06-01/2026-06-07', 'ROTAS LUSAS'],
  ['20260601-20260607-payments_driver-ROTAS_LUSAS (1).csv', 'uber', '2026-06-01/2026-06-07', 'ROTAS LUSAS'],
  ['Cópia de 20260607-20260608-payments_order-ROTAS_LUSAS.xlsx', 'uber', '2026-06-07/2026-06-07', 'ROTAS LUSAS'],
  ['20260601-20260601-trip_activity.csv', 'uber', '2026-06-01/2026-06-01', null],
  ['20261228-20270104-driver_activity-X.csv', 'uber', '2026-12-28/2027-01-03', 'X'],
  ['Ganhos por motorista-2026W23-ROTAS LUSAS, LDA.csv', 'bolt', '2026-06-01/2026-06-07', 'ROTAS LUSAS, LDA'],
  ['Ganhos por motorista-2026W53-ROTAS.csv', 'bolt', '2026-12-28/2027-01-03', 'ROTAS'],
  ['Ganhos por motorista-2025W53-ROTAS.csv', 'bolt', null, 'ROTAS'],
  ['Ganhos por motorista-25 mai 2026-31 mai 2026-ROTAS, LDA.csv', 'bolt', '2026-05-25/2026-05-31', 'ROTAS, LDA'],
  ['Ganhos por motorista-28 dez 2026-4 jan 2027-ROTAS.csv', 'bolt', '2026-12-28/2027-01-03', 'ROTAS'],
  ['Ganhos por motorista-1 jun 2026-19 jul 2026-ROTAS.csv', 'bolt', '2026-06-01/2026-07-19', 'ROTAS'],
  ['Earnings per driver-25 May 2026-31 May 2026-ROTAS.csv', 'bolt', '2026-05-25/2026-05-31', 'ROTAS'],
  ['Earnings per driver-Sep 28 2026-Oct 4 2026-ROTAS.csv', 'bolt', '2026-09-28/2026-10-04', 'ROTAS'],
  ['bolt 2026-06-01 a 2026-06-07.csv', null, '2026-06-01/2026-06-07', null],
  ['semana.csv', null, null, null],
])('%s', (name, source, period, company) => {
  const read = readFileName(name.normalize('NFD'))
  const days = read.period && `${read.period.from}/${read.period.to}`
  expect([read.source, days, read.company]).toEqual([source, period, company])
})

test('only Monday to Sunday is a week', () => {
  const day = (text: string) => Temporal.PlainDate.from(text)
  expect(weekOfPeriod({ from: day('2026-06-01'), to: day('2026-06-07') })).toBe('2026-06-01')
  expect(weekOfPeriod({ from: day('2026-06-02'), to: day('2026-06-08') })).toBeNull()
  expect(weekOfPeriod({ from: day('2026-06-01'), to: day('2026-06-14') })).toBeNull()
})
