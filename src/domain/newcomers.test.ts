import { expect, test } from 'vitest'
import type { SourceKey } from './import.ts'
import {
  type UnknownName,
  bestSpelling,
  personNamed,
  proposeDrivers,
  proposeHolder,
  proposeVehicles,
} from './newcomers.ts'

const uber = (row: string, label: string): UnknownName => ({
  row,
  source: 'uber',
  label,
  keys: [{ kind: 'driver', value: `uuid-${row}` }],
})
const bolt = (row: string, label: string, more: readonly SourceKey[] = []): UnknownName => ({
  row,
  source: 'bolt',
  label,
  keys: [{ kind: 'driver', value: `bolt-${row}` }, ...more],
})
const email = (value: string): SourceKey => ({ kind: 'email', value })
const phone = (value: string): SourceKey => ({ kind: 'phone', value })
const partsOf = (asked: readonly UnknownName[]) =>
  proposeDrivers(asked).map(({ parts }) => parts.map((part) => part.map(({ row }) => row)))

test('two platforms with one name are proposed as one person, to be told apart by a person', () => {
  const asked = [uber('1', 'ANSELMO TAVIRA QUINTÃO'), bolt('2', 'Anselmo Quintao', [email('a@example.org')])]
  expect(proposeDrivers(asked)).toMatchObject([
    { id: '1-2', name: 'Anselmo Tavira Quintão', email: 'a@example.org', phone: '' },
  ])
  expect(partsOf(asked)).toEqual([[['1'], ['2']]])
})

test('a person goes by the longest name of the files, and by the first e-mail and phone', () => {
  const more = [email('a@example.org'), phone('+351912345678'), email('b@example.org'), phone('+351912345679')]
  expect(proposeDrivers([uber('1', 'Rui Costa'), bolt('2', 'Rui Costa Lima', more)])).toMatchObject([
    { name: 'Rui Costa Lima', email: 'a@example.org', phone: '+351912345678' },
  ])
})

test('a name that two others are like is nobody’s: each stays alone', () => {
  const asked = [uber('1', 'Rui Costa Lima'), bolt('2', 'Rui Costa'), bolt('3', 'Costa Lima')]
  expect(partsOf(asked)).toEqual([[['1']], [['2']], [['3']]])
  expect(partsOf(asked.toReversed())).toEqual([[['3']], [['2']], [['1']]])
  expect(partsOf([uber('1', 'Rui Costa'), uber('2', 'Rui Costa')])).toEqual([[['1']], [['2']]])
  expect(partsOf([uber('1', 'Rui'), bolt('2', 'Rui')])).toEqual([[['1']], [['2']]])
})

test('a shared e-mail is one person whatever the names say', () => {
  const asked = [bolt('1', 'Conta Um', [email('x@example.org')]), bolt('2', 'Outro Nome', [email('x@example.org')])]
  expect(partsOf(asked)).toEqual([[['1', '2']]])
})

test('an e-mail of one row and a phone of another are enough; another e-mail or the same driver number are not', () => {
  const chain = [
    bolt('1', 'Conta Um', [email('x@example.org')]),
    bolt('2', 'Outro Nome', [email('x@example.org'), phone('+351912345678')]),
    bolt('3', 'Ainda Outro', [phone('+351912345678')]),
  ]
  expect(partsOf(chain)).toEqual([[['1', '2', '3']]])
  const [one, both, other] = chain as [UnknownName, UnknownName, UnknownName]
  expect(partsOf([one, other, both])).toEqual([[['1', '3', '2']]])
  const unrelated = [bolt('1', 'Conta Um', [email('x@example.org')]), bolt('2', 'Outro Nome', [email('y@example.org')])]
  expect(partsOf(unrelated)).toEqual([[['1']], [['2']]])
  const driver = { kind: 'driver', value: '17' } as const
  const numbered = [
    { ...uber('1', 'Conta Um'), keys: [driver] },
    { ...bolt('2', 'Outro Nome'), keys: [driver] },
  ]
  expect(partsOf(numbered)).toEqual([[['1']], [['2']]])
})

test('one name in common is enough where a person has several, but no second account of a platform', () => {
  const shared = [email('x@example.org')]
  const several = [uber('1', 'Rui Costa'), bolt('2', 'Conta Dois', shared), bolt('3', 'Rui Costa', shared)]
  expect(partsOf(several)).toEqual([[['1'], ['2', '3']]])
  const both = { ...uber('2', 'Rui Costa'), keys: shared }
  expect(partsOf([uber('1', 'Rui Costa'), both, bolt('3', 'Rui Costa', shared), bolt('4', 'Rui Costa')])).toEqual([
    [['1'], ['4']],
    [['2', '3']],
  ])
})

test('tolls, cards and charges of one plate are one car; a card without a plate is left', () => {
  const toll: UnknownName = { row: '1', source: 'viaverde', label: '', keys: [{ kind: 'plate', value: 'ZX11TA' }] }
  const card = { kind: 'fuel-card', value: '7082' } as const
  const fuel: UnknownName = { row: '2', source: 'prio', label: '', keys: [card, { kind: 'plate', value: 'ZX11TA' }] }
  const bare: UnknownName = { row: '3', source: 'prio', label: '', keys: [card] }
  expect(proposeVehicles([toll, fuel, bare])).toEqual([{ id: '1-2', plate: 'ZX11TA', parts: [toll, fuel] }])
})

test('a name is put together from the better spelling of each word, and never left in capitals', () => {
  expect(bestSpelling(['JOSÉ DA CONCEIÇÃO', 'Jose da Conceicao'])).toBe('José da Conceição')
  expect(bestSpelling(['Jose Conceicao', 'JOSE CONCEICAO LIMA'])).toBe('Jose Conceicao Lima')
  expect(bestSpelling(["ANA D'ARC SÁ-PINTO DOS SANTOS"])).toBe("Ana D'Arc Sá-Pinto dos Santos")
  expect(bestSpelling(['Rui M. Costa'])).toBe('Rui M. Costa')
  expect(bestSpelling([''])).toBe('')
})

test('a spelling that lost letters goes behind one that has them, and is known by the letters it kept', () => {
  expect(bestSpelling(['Otávio ?ahin', 'OTAVIO SAHIN'])).toBe('Otávio Sahin')
  expect(bestSpelling(['Otavio Şahin', 'Otávio \uFFFDahin'])).toBe('Otávio Şahin')
  expect(bestSpelling(['Otávio ?ahin'])).toBe('Otávio ?ahin')
  expect(partsOf([uber('1', 'Otávio ?ahin'), bolt('2', 'Otavio Sahin')])).toEqual([[['1'], ['2']]])
  expect(partsOf([uber('1', 'Otávio ??ahin'), bolt('2', 'Otavio Sahin')])).toEqual([[['1'], ['2']]])
  expect(partsOf([uber('1', 'Otávio ?ahin'), bolt('2', 'Otavio Martins')])).toEqual([[['1']], [['2']]])
  expect(partsOf([uber('1', 'Rui ????'), bolt('2', 'Rui Lima')])).toEqual([[['1']], [['2']]])
})

test('a car is proposed to the one whose name is on its card, to the only person there is, or to nobody', () => {
  const part = (label: string): UnknownName => ({
    row: label,
    source: 'prio',
    label,
    keys: [
      { kind: 'electric-card', value: '88' },
      { kind: 'plate', value: 'ZX11TA' },
    ],
  })
  const car = (...labels: string[]) => ({ id: 'x', plate: 'ZX11TA', parts: labels.map(part) })
  const people = [
    { id: 'new:1', names: ['Rui Costa Lima'] },
    { id: 'driver:2', names: ['Ana Sá', 'Ana Rita Sá'] },
    { id: 'new:3', names: ['Rui Valadas'] },
  ]
  expect(proposeHolder(car('ZX11TA', 'RUI COSTA'), people)).toEqual({
    id: 'new:1',
    because: { by: 'card', label: 'RUI COSTA' },
  })
  expect(proposeHolder(car('ana'), people)).toMatchObject({ id: 'driver:2' })
  expect(proposeHolder(car('Rui'), people)).toBeNull()
  expect(proposeHolder(car('Rui Costa', 'Ana'), people)).toBeNull()
  expect(proposeHolder(car('Eletro2', ''), people)).toBeNull()
  expect(proposeHolder(car('Eletro2'), people.slice(0, 1))).toEqual({ id: 'new:1', because: { by: 'only' } })
  expect(personNamed('', [{ id: '1', names: [''] }])).toBeNull()
})
