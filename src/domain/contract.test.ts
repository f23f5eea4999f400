import { expect, test } from 'vitest'
import { fillText, mayBeName } from './contract.ts'

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
