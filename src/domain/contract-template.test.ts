import { expect, test } from 'vitest'
import { faultsOf, piecesOf, signsOf } from './contract-template.ts'

const PLAN = `# Acordo
{{companyName}}, {{companyNipc}}
{{driverName}}, {{driverNif}}
## 1. Dívida
Deve {{total}}.`
const isDrawn = (words: string) => !/[ঀ-৿]/.test(words)
const faults = (text: string, kind: 'plan' | 'fleet-car' = 'plan') => faultsOf(kind, text, isDrawn)

test('a text with its title, its parties and what its kind needs has no fault', () => {
  expect(faults(PLAN)).toEqual([])
  expect(faults(`\n${PLAN}\n`)).toEqual([])
})

test('what means nothing, what nothing fills and what is not drawn is named with its line', () => {
  expect(faults(`${PLAN}\n{{driver}} {{rent}}\n{{ total }} e {{total\nঢাকা aqui`)).toEqual([
    { is: 'unknown', line: 6, found: 'driver' },
    { is: 'unfillable', line: 6, placeholder: 'rent' },
    { is: 'unknown', line: 7, found: ' total ' },
    { is: 'unknown', line: 7, found: '{{total' },
    { is: 'undrawable', line: 8, found: 'ঢাকা' },
  ])
})

test('a text without a title, or without one of its parties, is no contract', () => {
  expect(faults(PLAN.replace('# Acordo\n', '').replace('{{driverNif}}', '213456789'))).toEqual([
    { is: 'untitled', line: 1 },
    { is: 'lacks', placeholder: 'driverNif' },
  ])
  expect(faults('#\nA')[0]).toEqual({ is: 'untitled', line: 1 })
})

test.each([
  ['O Motorista cumpre o horário das 8h às 17h.', ['hours']],
  ['O Motorista trabalha em regime de exclusividade.', ['exclusive']],
  ['O Operador aplica uma multa de 50 €.', ['fines']],
  ['O Operador exerce o poder disciplinar.', ['fines']],
  ['Regime de rent-a-car.', ['rent-a-car']],
  ['The Driver works fixed hours and may not work for others.', ['hours', 'exclusive']],
  ['The Operator may charge a penalty.', ['fines']],
  ['As coimas rodoviárias são de quem conduzia.', []],
  ['Traffic fines are for whoever was driving. No exclusion applies.', []],
  ['Multas de trânsito são de quem conduzia.', []],
])('«%s» is asked about for %j', (text, signs) => {
  expect(signsOf(text).map(({ sign }) => sign)).toEqual(signs)
})

test('a text is cut at its placeholders and nothing of it is lost', () => {
  expect(piecesOf('Deve {{total}}, em {{instalments}}.')).toEqual([
    { is: 'words', text: 'Deve ' },
    { is: 'hole', text: 'total' },
    { is: 'words', text: ', em ' },
    { is: 'hole', text: 'instalments' },
    { is: 'words', text: '.' },
  ])
})
