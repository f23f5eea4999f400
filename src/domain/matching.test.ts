import { expect, test } from 'vitest'
import { ZERO, cents } from './money.ts'
import { type Attribution, type Directory, attribute as attributeRow, driverAt, movesNoMoney } from './matching.ts'

type Row = Omit<Parameters<typeof attributeRow>[0], 'amount' | 'measures'>
const attribute = (row: Row, of: Directory): Attribution =>
  attributeRow({ amount: cents(-130), measures: {}, ...row }, of)

const at = (text: string) => Temporal.Instant.from(text)
const noon = at('2026-06-04T12:00:00Z')
const swap = at('2026-06-04T05:00:00Z')

const directory: Directory = {
  owners: new Map([
    ['uber|driver|17db', { driverId: 'ana' }],
    ['prio|fuel-card|7082', { vehicleId: 'car' }],
    ['prio|electric-card|9999', { company: true as const }],
  ]),
  plates: new Map([['ZX11TA', 'car']]),
  held: new Map([
    [
      'car',
      [
        { driverId: 'ana', from: null, to: swap },
        { driverId: 'rui', from: swap, to: at('2026-06-06T00:00:00Z') },
      ],
    ],
  ]),
}

test('a platform row is its driver’s by the key of that platform alone', () => {
  const row = { kind: 'earning', at: null, keys: [{ kind: 'driver', value: '17db' }] } as const
  expect(attribute({ ...row, source: 'uber' }, directory)).toMatchObject({ to: 'driver', driverId: 'ana' })
  expect(attribute({ ...row, source: 'bolt' }, directory)).toMatchObject({ to: 'unmatched', reason: 'unknown-driver' })
})

test('a toll is of whoever had the car at that minute, and the end of one interval is the start of the next', () => {
  const passage = (when: Temporal.Instant) =>
    attribute({ source: 'viaverde', kind: 'toll', at: when, keys: [{ kind: 'plate', value: 'ZX11TA' }] }, directory)
  expect(passage(swap.subtract({ seconds: 1 }))).toMatchObject({ to: 'driver', driverId: 'ana' })
  expect(passage(swap)).toMatchObject({ to: 'driver', driverId: 'rui' })
})

test('a car nobody had at that minute is a question, never the last driver’s', () => {
  const late = at('2026-06-07T10:00:00Z')
  expect(driverAt(directory.held.get('car')!, late)).toBeNull()
  expect(
    attribute({ source: 'viaverde', kind: 'toll', at: late, keys: [{ kind: 'plate', value: 'ZX11TA' }] }, directory),
  ).toMatchObject({ to: 'unmatched', reason: 'no-driver-at-that-time', vehicleId: 'car' })
})

test('the first known key decides, the others are not asked', () => {
  const keys = [
    { kind: 'electric-card', value: 'unknown' },
    { kind: 'plate', value: 'ZX11TA' },
  ] as const
  expect(attribute({ source: 'prio', kind: 'charging', at: noon, keys }, directory)).toMatchObject({ driverId: 'rui' })
})

test('what nobody claims asks by its most trusted key, as a person, a car or a card', () => {
  const kinds = ['driver', 'individual', 'email', 'phone', 'organisation', 'plate', 'obu', 'iai'] as const
  const asked = ([...kinds, 'fuel-card', 'electric-card'] as const).map((kind) => {
    const keys = [{ kind, value: 'ZX99ZZ' } as const, { kind: 'email', value: 'b@example.org' } as const]
    const found = attribute({ source: 'other', kind: 'wash', at: noon, keys }, directory)
    expect(found).toMatchObject({ to: 'unmatched', key: keys[0], vehicleId: null })
    return [kind, found.to === 'unmatched' && found.reason]
  })
  expect(asked).toEqual([
    ['driver', 'unknown-driver'],
    ['individual', 'unknown-driver'],
    ['email', 'unknown-driver'],
    ['phone', 'unknown-driver'],
    ['organisation', 'unknown-driver'],
    ['plate', 'unknown-plate'],
    ['obu', 'unknown-plate'],
    ['iai', 'unknown-plate'],
    ['fuel-card', 'unknown-card'],
    ['electric-card', 'unknown-card'],
  ])
  expect(attribute({ source: 'uber', kind: 'earning', at: null, keys: [] }, directory)).toEqual({
    to: 'unmatched',
    reason: 'unknown-driver',
    key: { kind: 'driver', value: '' },
    vehicleId: null,
  })
})

test('only a plate names a car: a card with the same letters does not', () => {
  const keys = [{ kind: 'fuel-card', value: 'ZX11TA' }] as const
  expect(attribute({ source: 'prio', kind: 'fuel', at: noon, keys }, directory)).toMatchObject({
    to: 'unmatched',
    reason: 'unknown-card',
  })
})

test('a car is a question before its first driver, and where it never had one', () => {
  const held = [{ driverId: 'ana', from: swap, to: null }]
  expect(driverAt(held, swap.subtract({ seconds: 1 }))).toBeNull()
  expect(driverAt(held, at('2030-01-01T00:00:00Z'))).toBe('ana')
  const keys = [{ kind: 'plate', value: 'ZX11TA' }] as const
  expect(
    attribute({ source: 'viaverde', kind: 'toll', at: noon, keys }, { ...directory, held: new Map() }),
  ).toMatchObject({ to: 'unmatched', reason: 'no-driver-at-that-time', vehicleId: 'car' })
})

test('annual fees, company cards and cards answered as the company’s are the company’s', () => {
  expect(attribute({ source: 'viaverde', kind: 'company-fee', at: noon, keys: [] }, directory)).toEqual({
    to: 'company',
  })
  expect(
    attribute(
      { source: 'prio', kind: 'charging', at: noon, keys: [{ kind: 'electric-card', value: '9999' }] },
      directory,
    ),
  ).toEqual({ to: 'company' })
  expect(
    attribute(
      { source: 'prio', kind: 'company-charging', at: noon, keys: [{ kind: 'plate', value: 'ZX11TA' }] },
      directory,
    ),
  ).toEqual({ to: 'company' })
})

test('a transfer of the platform is nobody’s, whatever it names', () => {
  const keys = [
    { kind: 'organisation', value: 'frota' },
    { kind: 'driver', value: '17db' },
  ] as const
  expect(attribute({ source: 'uber', kind: 'organisation', at: noon, keys }, directory)).toEqual({ to: 'nobody' })
})

test('reference rows name their driver but never ask a question', () => {
  expect(
    attribute({ source: 'uber', kind: 'reference', at: noon, keys: [{ kind: 'driver', value: 'nobody' }] }, directory),
  ).toEqual({ to: 'nobody' })
})

test('a person’s name that was said to be nobody’s is so of zeros alone: money under it asks, unless another name has a driver', () => {
  const owners = new Map([
    ['bolt|driver|gone', { company: true as const }],
    ['bolt|email|a@example.org', { driverId: 'ana' }],
  ])
  const said = { ...directory, owners }
  const row = { source: 'bolt', kind: 'earning', at: null, keys: [{ kind: 'driver', value: 'gone' }] } as const
  const of = (amount: number, measures = {}, more = {}) =>
    attributeRow({ ...row, amount: cents(amount), measures, ...more }, said)

  expect(of(0, { cash: 0, trips: 0 })).toEqual({ to: 'company' })
  expect(of(176_35)).toMatchObject({ to: 'unmatched', reason: 'unknown-driver', key: row.keys[0] })
  expect(of(0, { cash: 5_00 })).toMatchObject({ to: 'unmatched' })
  const keys = [...row.keys, { kind: 'email', value: 'a@example.org' }]
  expect(of(176_35, {}, { keys })).toMatchObject({ to: 'driver', driverId: 'ana' })
  expect(movesNoMoney({ kind: 'activity', amount: ZERO, measures: { trips: 3 } })).toBe(true)
})
