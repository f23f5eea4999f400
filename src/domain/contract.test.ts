import { expect, test } from 'vitest'
import { departureEffect, fillText, isInForce, mayBeName, reminderDue } from './contract.ts'

test.each([
  ['Rui Manuel Valadas', 'Rui Valadas', true],
  ['rui valadas', 'Rui Manuel Valadas', true],
  ['Jose da Conceicao', 'José da Conceição', true],
  ['Rui Valadas', 'Rui Pereira', false],
  ['Rato Mickey', 'Rui Valadas', false],
  ['...', 'Rui Valadas', false],
])('«%s» signed for «%s» may be the same person: %s', (typed, known, may) => {
  expect(mayBeName(typed, known)).toBe(may)
})

test('what is put into a text stays inside its line, and is not filled in again', () => {
  const filling = { driverName: '## Ana\n# {{carPlate}}', carPlate: 'AA-00-AA' }
  expect(fillText('{{driverName}}, {{carPlate}}\n## 1. {{driverNif}}', filling, (name) => `[${name}]`)).toBe(
    'Ana # {{carPlate}}, AA-00-AA\n## 1. [driverNif]',
  )
})

test('whoever has to sign is reminded after five days, then each two, and at last no more', () => {
  const due = Array.from({ length: 60 }, (_, days) => reminderDue(days))
  expect(due.slice(0, 10)).toEqual([null, null, null, null, null, 5, 5, 7, 7, 9])
  expect(due.slice(28)).toEqual([27, 29, 29, ...Array.from({ length: 29 }, () => null)])
})

test('a contract that ended early is in force to that day', () => {
  const contract = { state: 'sealed', startsOn: '2026-06-01', endsOn: '2026-12-31', endedOn: '2026-07-01' } as const
  expect([isInForce(contract, '2026-07-01'), isInForce(contract, '2026-07-02')]).toEqual([true, false])
  expect(isInForce({ ...contract, endedOn: null }, '2026-07-02')).toBe(true)
})

test('what an amendment changes keeps its paragraphs, and makes no clause of its own', () => {
  const filling = { changes: 'A renda passa a 160,00 €.\r\n\r\n## 9. Outra\n  A caução fica.' }
  expect(fillText('## 2. O que muda\n{{changes}}', filling, () => '')).toBe(
    '## 2. O que muda\nA renda passa a 160,00 €.\n9. Outra\nA caução fica.',
  )
})

test.each([
  ['fleet-car', 'draft', '2026-06-15', 'withdrawn'],
  ['fleet-car', 'sent', '2026-06-10', 'withdrawn-later'],
  ['fleet-car', 'signed', '2026-06-15', 'waits'],
  ['plan', 'sent', '2026-06-15', 'waits'],
  ['deposit', 'draft', '2026-06-01', 'waits'],
  ['rental', 'sealed', '2026-06-15', null],
  ['rental', 'withdrawn', '2026-06-15', null],
] as const)('a departure on the 10th: %s, %s, from %s, is %s', (about, state, startsOn, effect) => {
  const days = { lastDay: '2026-06-10', today: '2026-06-08' }
  expect(departureEffect({ about, state, isSigned: state === 'signed', startsOn }, days)).toBe(effect)
})

test('once the last day is over an unsigned contract is withdrawn, and one with a signed paper still waits', () => {
  const days = { lastDay: '2026-06-10', today: '2026-06-11' }
  const sent = { about: 'own-car', state: 'sent', startsOn: '2026-06-01' } as const
  expect(departureEffect({ ...sent, isSigned: false }, days)).toBe('withdrawn')
  expect(departureEffect({ ...sent, isSigned: true }, days)).toBe('waits')
})
