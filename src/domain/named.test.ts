import { expect, test } from 'vitest'
import { isNamedIn, namedIn } from './named.ts'

test('a table has what it has itself, and nothing that every object inherits', () => {
  const table: Record<string, number> = { name: 1, nothing: 0 }
  expect([namedIn(table, 'name'), namedIn(table, 'nothing'), namedIn(table, 'other')]).toEqual([1, 0, undefined])
  expect([isNamedIn(table, 'nothing'), isNamedIn(table, 'other')]).toEqual([true, false])
  for (const inherited of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])
    expect([namedIn(table, inherited), isNamedIn(table, inherited)]).toEqual([undefined, false])
})
