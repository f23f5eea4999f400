import { expect, test } from 'vitest'
import { inNumberedOrder } from './numbered.ts'

test('short names stand as people count them, whatever their letters', () => {
  const names = ['M10', 'M2', 'Á1', 'b1', 'A2']
  expect(names.toSorted(inNumberedOrder)).toEqual(['Á1', 'A2', 'b1', 'M2', 'M10'])
  expect(names.toSorted(inNumberedOrder)).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'pt', { numeric: true })))
})
