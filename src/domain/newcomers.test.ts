import { expect, test } from 'vitest'
import type { SourceKey } from './import.ts'
import { type Unknown, proposeDrivers, proposeVehicles } from './newcomers.ts'

const uber = (row: string, label: string): Unknown => ({
  row,
  source: 'uber',
  label,
  keys: [{ kind: 'driver', value: `uuid-${row}` }],
})
const bolt = (row: string, label: string, more: readonly SourceKey[] = []): Unknown => ({
  row,
  source: 'bolt',
  label,
  keys: [{ kind: 'driver', value: `bolt-${row}` }, ...more],
})
const email = (value: string): SourceKey => ({ kind: 'email', value })
const partsOf = (asked: readonly Unknown[]) =>
  proposeDrivers(asked).map(({ parts }) => parts.map((part) => part.map(({ row }) => row)))

test('two platforms with one name are proposed as one person, to be told apart by a person', () => {
  const asked = [uber('1', 'ANSELMO TAVIRA QUINTÃO'), bolt('2', 'Anselmo Quintao', [email('a@example.org')])]
  expect(proposeDrivers(asked)).toMatchObject([
    { id: '1-2', name: 'ANSELMO TAVIRA QUINTÃO', email: 'a@example.org', phone: '' },
  ])
  expect(partsOf(asked)).toEqual([[['1'], ['2']]])
})

test('a name that two others are like is nobody’s: each stays alone', () => {
  const asked = [uber('1', 'Rui Costa Lima'), bolt('2', 'Rui Costa'), bolt('3', 'Costa Lima')]
  expect(partsOf(asked)).toEqual([[['1']], [['2']], [['3']]])
  expect(partsOf([uber('1', 'Rui Costa'), uber('2', 'Rui Costa')])).toEqual([[['1']], [['2']]])
  expect(partsOf([uber('1', 'Rui'), bolt('2', 'Rui')])).toEqual([[['1']], [['2']]])
})

test('a shared e-mail is one person whatever the names say', () => {
  const asked = [bolt('1', 'Conta Um', [email('x@example.org')]), bolt('2', 'Outro Nome', [email('x@example.org')])]
  expect(partsOf(asked)).toEqual([[['1', '2']]])
})

test('tolls, cards and charges of one plate are one car; a card without a plate is left', () => {
  const toll: Unknown = { row: '1', source: 'viaverde', label: '', keys: [{ kind: 'plate', value: 'ZX11TA' }] }
  const card = { kind: 'fuel-card', value: '7082' } as const
  const fuel: Unknown = { row: '2', source: 'prio', label: '', keys: [card, { kind: 'plate', value: 'ZX11TA' }] }
  const bare: Unknown = { row: '3', source: 'prio', label: '', keys: [card] }
  expect(proposeVehicles([toll, fuel, bare])).toEqual([{ id: '1-2', plate: 'ZX11TA', parts: [toll, fuel] }])
})
