import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ANOMALY_KINDS,
  type DriverWeekSeen,
  type PastWeek,
  deviationFromMedian,
  findAnomalies,
  readAnomalyId,
} from './anomaly.ts'
import { ZERO, cents } from './money.ts'
import { bounds, previousWeek, readWeek } from './week.ts'

const WEEK = readWeek('2026-W23')
const PLATE = 'ZX11TA'
const { start } = bounds(WEEK)

function pastWeek(back: number, changes: Partial<PastWeek> = {}): PastWeek {
  return {
    week: previousWeek(WEEK, back),
    earnings: cents(1_000_00),
    net: cents(600_00),
    platforms: new Set(['uber', 'bolt']),
    energy: cents(150_00),
    ...changes,
  }
}

const STEADY: DriverWeekSeen = {
  driverId: 'D1',
  week: WEEK,
  earnings: cents(1_000_00),
  net: cents(600_00),
  platforms: new Set(['uber', 'bolt']),
  expected: new Set(['uber', 'bolt']),
  isIncomeWhole: true,
  energy: cents(150_00),
  tolls: [],
  fillings: [],
  shared: [],
  past: [1, 2, 3, 4, 5, 6, 7, 8].map((back) => pastWeek(back)),
}

const toll = (row: string, minute: number, place = 'Ponte 25 de Abril', amount = 2_20) => ({
  row,
  plate: PLATE,
  place,
  at: start.add({ minutes: minute }),
  amount: cents(amount),
})
const filling = (hour: number, km: number, litres: number) => ({
  at: start.add({ hours: hour }),
  plate: PLATE,
  km,
  centilitres: litres * 100,
})
const kinds = (changes: Partial<DriverWeekSeen>) => findAnomalies({ ...STEADY, ...changes }).map(({ kind }) => kind)

const PLANTED: Record<(typeof ANOMALY_KINDS)[number], Partial<DriverWeekSeen>> = {
  'two-drivers': { shared: [{ row: '7', plate: PLATE, other: 'D2', amount: cents(42_10) }] },
  'double-toll': { tolls: [toll('1', 60), toll('2', 64)] },
  'silent-platform': { platforms: new Set(['uber']), earnings: cents(100_00) },
  'first-negative': { net: cents(-34_66) },
  'income-drop': { earnings: cents(590_00) },
  'income-rise': { earnings: cents(1_500_00) },
  'no-energy': { energy: ZERO },
  'high-consumption': { fillings: [filling(10, 81_000, 40), filling(60, 81_150, 30), filling(110, 81_250, 20)] },
}

test.each(ANOMALY_KINDS)('%s is found where it was planted, and nothing else', (kind) => {
  expect(kinds(PLANTED[kind])).toEqual([kind])
})

test('every planted anomaly at once is found at once, but income that a silent platform explains', () => {
  const all = Object.assign({}, ...Object.values(PLANTED), { platforms: new Set(['uber']) })
  expect(kinds(all)).toEqual(ANOMALY_KINDS.filter((kind) => kind !== 'income-drop' && kind !== 'income-rise'))
})

test.each([
  ['−39.9 % is not yet a drop', { earnings: cents(600_10) }],
  ['+49.9 % is not yet a rise', { earnings: cents(1_499_00) }],
  ['income is not judged while a file of it is missing', { earnings: cents(100_00), isIncomeWhole: false }],
  ['two weeks are no habit', { earnings: cents(100_00), energy: ZERO, past: [pastWeek(1), pastWeek(2)] }],
  ['no file of fuel says nothing of fuel', { energy: null }],
  ['who did not drive needs no fuel', { earnings: ZERO, energy: ZERO, isIncomeWhole: false }],
  [
    'a platform driven for every other week is not usual',
    { platforms: new Set(['uber'] as const), past: STEADY.past.map(everyOther) },
  ],
  ['a platform whose file is not here is not silent', { platforms: new Set([]), expected: new Set([]) }],
  [
    'a debt that was there before is not the first',
    { net: cents(-1), past: [pastWeek(1, { net: cents(-5) }), ...STEADY.past] },
  ],
  ['the same point eleven minutes later is another passage', { tolls: [toll('1', 60), toll('2', 71)] }],
  [
    'another amount at the same point is another passage',
    { tolls: [toll('1', 60), toll('2', 64, 'Ponte 25 de Abril', 3_35)] },
  ],
  ['an odometer that goes back says nothing', { fillings: [filling(10, 81_000, 40), filling(60, 80_000, 90)] }],
  ['an odometer that stands still says nothing', { fillings: [filling(10, 81_200, 40), filling(60, 81_200, 90)] }],
  ['seven litres are what a car drinks', { fillings: [filling(10, 81_000, 40), filling(60, 81_600, 42)] }],
] satisfies [string, Partial<DriverWeekSeen>][])('%s', (_, changes) => {
  expect(kinds(changes)).toEqual([])
})

function everyOther(week: PastWeek, index: number): PastWeek {
  return index % 2 === 0 ? week : { ...week, platforms: new Set(['uber']) }
}

test('without a past, that the platform knows the driver is enough to ask', () => {
  expect(kinds({ platforms: new Set(['bolt']), past: [] })).toEqual(['silent-platform'])
})

test('the figures are those of the worked weeks: a holiday is no habit', () => {
  const past = [pastWeek(1, { earnings: ZERO, platforms: new Set(), energy: ZERO }), ...STEADY.past.slice(1)]
  expect(findAnomalies({ ...STEADY, past, earnings: cents(590_00) })).toEqual([
    expect.objectContaining({ kind: 'income-drop', median: 1_000_00, deviation: -4_100, weeks: 7 }),
  ])
})

test('the median of an even number of weeks lies between the two in the middle', () => {
  const past = [900_00, 1_000_00, 1_100_00, 4_000_00].map((earnings) => ({ earnings: cents(earnings) }))
  expect(deviationFromMedian(cents(1_050_00), past)).toBe(0)
})

test('an answer holds while the figures stay in their bucket, and a worse figure asks again', () => {
  const id = (earnings: number) => findAnomalies({ ...STEADY, earnings: cents(earnings) })[0]!.id
  expect(id(590_00)).toBe(id(585_00))
  expect(id(590_00)).not.toBe(id(200_00))
})

test('an id says what it is about, and a text that is none says nothing', () => {
  const [found] = findAnomalies({ ...STEADY, net: cents(-1) })
  expect(readAnomalyId(found!.id)).toEqual({ kind: 'first-negative', driverId: 'D1', week: WEEK })
  expect(
    ['', 'first-negative', 'tall-driver:D1:2026-06-01:1', 'first-negative:D1:2026-06-01'].map(readAnomalyId),
  ).toEqual([null, null, null, null])
})

const amount = (max: number) => fc.integer({ min: 0, max }).map(cents)
const platforms = fc.subarray(['uber', 'bolt'] as const).map((names) => new Set(names))
const anyWeek: fc.Arbitrary<DriverWeekSeen> = fc.record({
  driverId: fc.constant('D1'),
  week: fc.constant(WEEK),
  earnings: amount(3_000_00),
  net: fc.integer({ min: -500_00, max: 2_000_00 }).map(cents),
  platforms,
  expected: platforms,
  isIncomeWhole: fc.boolean(),
  energy: fc.option(amount(300_00)),
  tolls: fc.uniqueArray(
    fc
      .tuple(fc.nat(99), fc.nat(600), fc.constantFrom('Alverca A1', 'Loures A8'))
      .map(([row, minute, place]) => toll(String(row), minute, place)),
    { selector: ({ row }) => row, maxLength: 12 },
  ),
  fillings: fc.array(
    fc.tuple(fc.nat(160), fc.integer({ min: 80_000, max: 82_000 }), fc.nat(60)).map((of) => filling(...of)),
    { maxLength: 5 },
  ),
  shared: fc.array(
    fc.record({
      row: fc.string({ minLength: 1, maxLength: 3 }),
      plate: fc.constantFrom(PLATE, 'ZX22TB'),
      other: fc.constantFrom('D2', 'D3'),
      amount: amount(90_00),
    }),
    { maxLength: 5 },
  ),
  past: fc.uniqueArray(
    fc
      .tuple(fc.integer({ min: 1, max: 8 }), amount(2_000_00), amount(200_00), platforms)
      .map(([back, earnings, energy, names]) => pastWeek(back, { earnings, energy, platforms: names })),
    { selector: ({ week }) => week },
  ),
})

const shuffled = <T>(list: readonly T[], seed: number) =>
  list.toSorted((a, b) => hash(JSON.stringify(a), seed) - hash(JSON.stringify(b), seed))
const hash = (text: string, seed: number) =>
  [...text].reduce((all, letter) => (Math.imul(all, 31) + letter.charCodeAt(0)) | 0, seed)

test('the order of weeks and movements is of no matter', () => {
  fc.assert(
    fc.property(anyWeek, fc.nat(), (seen, seed) => {
      const mixed = {
        ...seen,
        tolls: shuffled(seen.tolls, seed),
        fillings: shuffled(seen.fillings, seed),
        shared: shuffled(seen.shared, seed),
        past: shuffled(seen.past, seed),
      }
      expect(findAnomalies(mixed)).toEqual(findAnomalies(seen))
    }),
  )
})

test('no two anomalies of a week share an id', () => {
  const ofOneMinute = { ...STEADY, tolls: ['1', '2', '3'].map((row) => toll(row, 600)) }
  expect(new Set(findAnomalies(ofOneMinute).map(({ id }) => id)).size).toBe(2)
  fc.assert(
    fc.property(anyWeek, (seen) => {
      const ids = findAnomalies(seen).map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
    }),
  )
})

test('a steady driver, whatever the figures, has nothing out of the ordinary', () => {
  // The lowest against the highest is no rise of a half yet.
  const swing = fc.integer({ min: 81, max: 119 })
  fc.assert(
    fc.property(
      fc.integer({ min: 100_00, max: 2_000_00 }),
      swing,
      fc.array(swing, { minLength: 0, maxLength: 8 }),
      platforms.filter((names) => names.size > 0),
      (usual, now, before, names) => {
        const of = (percent: number) => cents(Math.round((usual * percent) / 100))
        const past = before.map((percent, index) =>
          pastWeek(index + 1, { earnings: of(percent), energy: of(percent), platforms: names }),
        )
        const seen = { ...STEADY, earnings: of(now), energy: of(now), platforms: names, expected: names, past }
        expect(findAnomalies(seen)).toEqual([])
      },
    ),
  )
})
