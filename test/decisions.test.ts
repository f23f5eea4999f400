import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('each decision record stands once in the index, and the index names no other', () => {
  const records = readdirSync('docs/decisions').filter((name) => /^\d{3}-/.test(name))
  const index = readFileSync('docs/decisions/README.md', 'utf8')
  const named = [...index.matchAll(/\]\((\d{3}-[^)]+)\)/g)].map(([, name]) => name)
  expect(named.toSorted()).toEqual(records.toSorted())
})
