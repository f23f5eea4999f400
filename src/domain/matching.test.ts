import { expect, test } from 'vitest'
import { type Directory, attribute, driverAt } from './matching.ts'

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
})

test('reference rows name their driver but never ask a question', () => {
  expect(
    attribute({ source: 'uber', kind: 'reference', at: noon, keys: [{ kind: 'driver', value: 'nobody' }] }, directory),
  ).toEqual({ to: 'nobody' })
})
