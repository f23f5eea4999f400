import { expect, test } from 'vitest'
import { driversApart, ibanState, namesApart } from './driver.ts'

const now = Temporal.Instant.from('2026-06-10T09:00:00Z')
const later = now.add({ nanoseconds: 1 })
const unheld = { valid: true, heldUntil: null, isUnchecked: false }

test.each([
  ['no IBAN is missing', null, 'missing'],
  ['one that is none is invalid', { ...unheld, valid: false }, 'invalid'],
  ['one that is none is invalid before it is held', { ...unheld, valid: false, heldUntil: later }, 'invalid'],
  ['one without a hold is ready', unheld, 'ready'],
  ['one waits until the last moment of its hold', { ...unheld, heldUntil: later }, 'held'],
  ['one is ready the moment its hold ends', { ...unheld, heldUntil: now }, 'ready'],
  ['one that only its writer saw waits for another person', { ...unheld, isUnchecked: true }, 'unchecked'],
  ['one whose hold is over is ready', { ...unheld, heldUntil: now.subtract({ hours: 1 }) }, 'ready'],
])('%s', (_, iban, state) => {
  expect(ibanState(iban, now)).toBe(state)
})

test('drivers who share a full name can be told apart, and the others keep theirs', () => {
  const drivers = [
    { id: 'a', ref: 'M1', name: 'João Silva' },
    { id: 'b', ref: 'M2', name: 'João Silva' },
    { id: 'c', ref: 'M3', name: 'Elsa Faria' },
    { id: 'c', ref: 'M3', name: 'Elsa Faria' },
    { id: '', ref: null, name: null },
  ]
  const names = namesApart(drivers).map(({ name }) => name)
  expect(names).toEqual(['João Silva · M1', 'João Silva · M2', 'Elsa Faria', 'Elsa Faria', null])
})

test.each(['joão  silva', 'Joa\u0303o Silva', 'João\u200b Silva', 'João\u00a0Silva', '\u2067João Silva\u2069'])(
  'a name that only reads like another is told apart from it: %j',
  (name) => {
    const drivers = [
      { id: 'a', ref: 'M1', name: 'João Silva' },
      { id: 'b', ref: 'M2', name },
    ]
    expect(namesApart(drivers).map((one) => one.name)).toEqual(['João Silva · M1', `${name} · M2`])
  },
)

test('rows that name drivers of one name can be told apart, and rows about others or nobody stay', () => {
  const [one, other] = ['1', '2'].map((id) => ({ id, ref: `M${id}`, name: 'João Silva' }))
  const elsa = { id: '3', ref: 'M3', name: 'Elsa Faria' }
  const names = driversApart([one, other, one, elsa, null].map((driver, at) => ({ at, driver: driver ?? null })))
  expect(names.map(({ driver }) => driver?.name)).toEqual([
    'João Silva · M1',
    'João Silva · M2',
    'João Silva · M1',
    'Elsa Faria',
    undefined,
  ])
  const apart = [{ driver: one }, { driver: elsa }]
  expect(driversApart(apart)).toEqual(apart)
})
