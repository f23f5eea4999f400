import { expect, test } from 'vitest'
import type { SuggestionReason } from './candidate.ts'
import { isSureReason } from './sure-reason.ts'

const DRIVERS = [{ name: 'Rui Valadas' }, { name: 'Adriana Lopes' }, { name: 'ADRIANA LOPES' }]
const byName = (value: string): SuggestionReason => ({ by: 'name', value, source: null })

test.each<[string, SuggestionReason, string, boolean]>([
  ['the same e-mail', { by: 'email', value: 'rui@example.org', source: null }, '', true],
  ['the same phone', { by: 'phone', value: '990000002', source: 'bolt' }, '', true],
  ['the whole name of one driver', byName('Rui Valadas'), 'rui valadas', true],
  ['a part of a name', byName('Rui Valadas'), 'Rui M. Valadas Costa', false],
  ['the whole name of two drivers', byName('Adriana Lopes'), 'Adriana Lopes', false],
  ['the only driver missing in the file', { by: 'only' }, 'Rui Valadas', false],
])('how sure a suggestion is: %s', (_, reason, label, isSure) => {
  expect(isSureReason(reason, { label, drivers: DRIVERS })).toBe(isSure)
})
