import { expect, test } from 'vitest'
import { perSource, sourcesToShow } from './import.ts'

test('the sources nearly every fleet has are always shown, and of the others those it uses, in one order', () => {
  expect(sourcesToShow(() => false)).toEqual(['uber', 'bolt', 'viaverde', 'prio'])
  expect(sourcesToShow((source) => source === 'other' || source === 'bp')).toEqual([
    'uber',
    'bolt',
    'viaverde',
    'prio',
    'bp',
    'other',
  ])
  expect(sourcesToShow(() => true)).toEqual(['uber', 'bolt', 'viaverde', 'prio', 'bp', 'repsol', 'edp', 'other'])
})

test('what is said of every source is said to each by its own name', () => {
  expect(perSource((source) => source.toUpperCase())).toEqual({
    uber: 'UBER',
    bolt: 'BOLT',
    viaverde: 'VIAVERDE',
    prio: 'PRIO',
    bp: 'BP',
    repsol: 'REPSOL',
    edp: 'EDP',
    other: 'OTHER',
  })
})
