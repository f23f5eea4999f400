import { expect, test } from 'vitest'
import { type KnownPerson, findCandidate, countSharedNames } from './candidate.ts'

const person = (id: string, name: string, known: Partial<KnownPerson> = {}): KnownPerson => ({
  id,
  emails: [],
  phones: [],
  names: [{ value: name, source: null }],
  ...known,
})
const PEOPLE = [
  person('D1', 'Rui Valadas', { emails: [{ value: 'rui@example.org', source: null }] }),
  person('D2', 'Adriana Lopes', { phones: [{ value: '990000002', source: 'bolt' }] }),
  person('D3', 'Rui Sequeira', {
    names: [
      { value: 'R. Sequeira', source: null },
      { value: 'RUI MIGUEL SEQUEIRA', source: 'uber' },
    ],
  }),
]
const FREE = new Set(['D1', 'D2', 'D3'])
const ask = (
  row: Partial<Parameters<typeof findCandidate>[0]>,
  who: Partial<Parameters<typeof findCandidate>[2]> = {},
) => findCandidate({ source: 'bolt', keys: [], label: '', ...row }, PEOPLE, { free: FREE, lacking: [], ...who })

test('the same e-mail in our record is the surest reason', () => {
  const keys = [{ kind: 'email', value: 'rui@example.org' } as const, { kind: 'phone', value: '990000002' } as const]
  expect(ask({ keys, label: 'Adriana Lopes' })).toEqual({
    id: 'D1',
    because: { by: 'email', value: 'rui@example.org', source: null },
  })
})

test('the same phone on another platform comes before a name', () => {
  expect(ask({ keys: [{ kind: 'phone', value: '990000002' }], label: 'Rui Valadas' })).toEqual({
    id: 'D2',
    because: { by: 'phone', value: '990000002', source: 'bolt' },
  })
})

test('a name as another platform spells it is a hint', () => {
  expect(ask({ label: 'Rui Sequeira Gomes' })).toEqual({
    id: 'D3',
    because: { by: 'name', value: 'RUI MIGUEL SEQUEIRA', source: 'uber' },
  })
})

test('one name in common is nobody', () => {
  expect(ask({ label: 'Rui Antunes' })).toBeNull()
})

test('the only one the file lacks is a guess of last resort, and of two of them none', () => {
  expect(ask({ label: 'Xyz' }, { lacking: ['D2'] })).toEqual({ id: 'D2', because: { by: 'only' } })
  expect(ask({ label: 'Xyz' }, { lacking: ['D2', 'D1'] })).toBeNull()
})

test('whoever has a row of the platform already is not asked', () => {
  const keys = [{ kind: 'email', value: 'rui@example.org' } as const]
  expect(ask({ keys, label: 'Rui Valadas' }, { free: new Set(['D2']), lacking: ['D1'] })).toBeNull()
})

test('an e-mail two people share names neither', () => {
  const twice = [...PEOPLE, person('D4', 'Outro Alguém', { emails: [{ value: 'rui@example.org', source: null }] })]
  const row = { source: 'bolt' as const, keys: [{ kind: 'email' as const, value: 'rui@example.org' }], label: '' }
  expect(findCandidate(row, twice, { free: new Set(['D1', 'D4']), lacking: [] })).toBeNull()
})

test('the e-mail of a row is found among its other keys, and one nobody has points at nobody', () => {
  const driver = { kind: 'driver', value: '17dbf0fa-850a-4120-b6cf-88253a8163c8' } as const
  expect(ask({ keys: [driver, { kind: 'email', value: 'rui@example.org' }] })).toMatchObject({ id: 'D1' })
  expect(ask({ keys: [driver, { kind: 'email', value: 'other@example.org' }] })).toBeNull()
  expect(ask({ keys: [{ kind: 'phone', value: '990000009' }] })).toBeNull()
})

test('a name that reads like two people names neither, and like the only one asked names that one', () => {
  const row = { source: 'bolt' as const, keys: [], label: 'Ana Costa Reis' }
  const people = [person('D1', 'Ana Costa'), person('D2', 'Ana Reis')]
  expect(findCandidate(row, people, { free: new Set(['D1', 'D2']), lacking: [] })).toBeNull()
  expect(findCandidate(row, people, { free: new Set(['D2']), lacking: [] })).toEqual({
    id: 'D2',
    because: { by: 'name', value: 'Ana Reis', source: null },
  })
})

test('somebody without any name is not taken for anybody', () => {
  const people = [person('D1', '', { names: [] }), person('D2', 'Ana Reis')]
  const free = { free: new Set(['D1', 'D2']), lacking: [] }
  expect(findCandidate({ source: 'bolt', keys: [], label: 'Ana Reis' }, people, free)).toMatchObject({ id: 'D2' })
  expect(findCandidate({ source: 'bolt', keys: [], label: '' }, people, free)).toBeNull()
})

test.each([
  ['João de Sá e Costa', 'JOAO DE SA E COSTA', 2],
  ['Maria da Luz', 'Luz, M. da', 1],
  ['Ana-Rita  Reis', 'reis ana rita', 3],
  ['Ana Ana Reis', 'Ana Ana', 1],
  ['Rui', '', 0],
])('"%s" and "%s" share %i names', (one, other, count) => {
  expect(countSharedNames(one, other)).toBe(count)
})
