import { expect, test } from 'vitest'
import { likelyReport } from './refused-file.ts'

const likely = (name: string, params = {}) => likelyReport(name, { params })

test('what a refused file most likely is, is told by what it lacks, else by its name, else by nothing', () => {
  expect(likely('lista.csv', { report: 'prio fuel_card', columns: 'CARTÃO' })).toEqual({
    source: 'prio',
    kind: 'fuel_card',
  })
  expect(likely('lista.csv', { report: 'performance' })).toBeNull()
  const likelyReportOf = (name: string) => `${likely(name)?.source} ${likely(name)?.kind}`
  expect(
    [
      '20260601-20260608-payments_driver-X.csv',
      'Ganhos por motorista-2026W23.csv',
      'extrato_movimentos_900000202_202606.csv',
      'Transacoes_Frota_20260601.xlsx',
      'prio_electric_20260601.csv',
      'Prio junho.pdf',
      'BP junho.csv',
      'foto.jpg',
    ].map(likelyReportOf),
  ).toEqual([
    'uber payments_driver',
    'bolt earnings',
    'viaverde movements',
    'prio fuel_card',
    'prio electric',
    'prio null',
    'bp null',
    'undefined undefined',
  ])
})
