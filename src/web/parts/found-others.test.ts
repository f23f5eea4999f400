import { expect, test } from 'vitest'
import { NOUNS } from '#features/search/schema.ts'
import { translator } from '#messages/translate.ts'
import { placeAt } from '#web/places.ts'
import { listOf, shownOther } from './found-others.ts'

const found = { id: 'f47ac10b', under: 'drivers', name: 'x', detail: null, kind: null, on: null, amount: null }

test.each(NOUNS)('what is found of %s leads to a page that everybody of the office reads, as does its list', (noun) => {
  const { to } = shownOther({ ...found, noun }, translator('pt'))
  expect(placeAt(to)?.kind).toBe('page')
  const list = listOf(noun, 'ana & rui')
  if (list !== null)
    expect([placeAt(list)?.kind, new URL(list, 'http://x').searchParams.get('q')]).toEqual(['page', 'ana & rui'])
})

test('a document of the company, of a driver and of a car leads to where it is kept', () => {
  const to = (under: string | null) => shownOther({ ...found, noun: 'paper', under }, translator('pt')).to
  expect([to(null), to('drivers'), to('vehicles')]).toEqual([
    '/admin/documents/company',
    '/admin/drivers/f47ac10b/papers',
    '/admin/vehicles/f47ac10b/papers',
  ])
})
