import { expect, test } from 'vitest'
import { changesBetween } from './change.ts'

test('each value that changed is named, and one that stayed is not', () => {
  expect(changesBetween({ name: 'Ana', phone: null, nif: '1' }, { name: 'Ana Sá', phone: '912', nif: '1' })).toEqual([
    { field: 'name', before: 'Ana', after: 'Ana Sá' },
    { field: 'phone', before: null, after: '912' },
  ])
})

test('a value with parts is compared part by part, and a list of plain values as a whole', () => {
  const before = { terms: { fee: { mode: 'percent', rate: 400 }, rent: 0 }, contracts: ['1', '2'] }
  const after = { terms: { fee: { mode: 'percent', rate: 500 }, rent: 0 }, contracts: ['2'] }
  expect(changesBetween(before, after)).toEqual([
    { field: 'terms.fee.rate', before: '400', after: '500' },
    { field: 'contracts', before: '1, 2', after: '2' },
  ])
})

test.each([
  [null, null],
  [{ name: '' }, { name: null }],
  [{ list: [] }, {}],
  [{ phone: undefined }, {}],
])('nothing is the same as nothing: %j, %j', (before, after) => {
  expect(changesBetween(before, after)).toEqual([])
})

test('a list that holds records is given as it is kept', () => {
  expect(changesBetween({ steps: [1] }, { steps: [1, { from: 2 }] })).toEqual([
    { field: 'steps', before: '1', after: '[1,{"from":2}]' },
  ])
})
