import { expect, test } from 'vitest'
import { SOURCES, perSource, sourcesToShow } from './import.ts'

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
  expect(sourcesToShow(() => true)).toEqual(SOURCES)
})

test('what is said of every source is said to each by its own name', () => {
  expect(Object.entries(perSource((source) => source.toUpperCase()))).toEqual(
    SOURCES.map((source) => [source, source.toUpperCase()]),
  )
})
