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
const CAR = 'ZX22TB'
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
  inWorkshop: [],
  past: [1, 2, 3, 4, 5, 6, 7, 8].map((back) => pastWeek(back)),
}

const toll = (row: string, minute: number, place = 'Ponte 25 de Abril', amount = 2_20) => ({
  row,
  plate: PLATE,
  place,
  at: start.add({ minutes: minute }),
  amount: cents(amount),
})
const filling = (hour: number, km: number, litres: number, plate = PLATE) => ({
  at: start.add({ hours: hour }),
  plate,
  km,
  centilitres: litres * 100,
})
const kinds = (changes: Partial<DriverWeekSeen>) => findAnomalies({ ...STEADY, ...changes }).map(({ kind }) => kind)

const PLANTED: Record<(typeof ANOMALY_KINDS)[number], Partial<DriverWeekSeen>> = {
  'two-drivers': { shared: [{ row: '7', plate: PLATE, other: 'D2', amount: cents(42_10) }] },
  'in-workshop': { inWorkshop: [{ row: '8', plate: PLATE, amount: cents(31_20) }] },
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
  const planted = Object.values(PLANTED)
  // The movements of all kinds stand together in one week.
  const tolls = planted.flatMap((one) => one.tolls ?? [])
  const fillings = planted.flatMap((one) => one.fillings ?? [])
  const all = Object.assign({}, ...planted, { platforms: new Set(['uber']), tolls, fillings })
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
  ['199 km are too few to say', { fillings: [filling(10, 81_000, 40), filling(60, 81_199, 90)] }],
  [
    'an odometer that went back on the way says nothing',
    { fillings: [filling(10, 81_000, 40), filling(60, 81_500, 60), filling(110, 81_300, 60)] },
  ],
  [
    'an odometer that stood still on the way says nothing',
    { fillings: [filling(10, 81_000, 40), filling(60, 81_300, 60), filling(110, 81_300, 60)] },
  ],
  [
    'the tank of one car says nothing of another',
    { fillings: [filling(10, 81_000, 40), filling(60, 81_300, 60, CAR)] },
  ],
  ['a week that comes to nothing is no debt', { net: ZERO }],
  ['two weeks before are too few for a first debt', { net: cents(-1), past: [pastWeek(1), pastWeek(2)] }],
  [
    'who filled up in half of the worked weeks has no habit of it',
    { energy: ZERO, past: [1, 2, 3, 4].map((back) => pastWeek(back, back > 2 ? { energy: ZERO } : {})) },
  ],
] satisfies [string, Partial<DriverWeekSeen>][])('%s', (_, changes) => {
  expect(kinds(changes)).toEqual([])
})

function everyOther(week: PastWeek, index: number): PastWeek {
  return index % 2 === 0 ? week : { ...week, platforms: new Set(['uber']) }
}

test('without a past, it is enough to ask that the platform knows the driver', () => {
  expect(kinds({ platforms: new Set(['bolt']), past: [] })).toEqual(['silent-platform'])
})

test('the figures are those of the worked weeks: a holiday is no habit', () => {
  const past = [pastWeek(1, { earnings: ZERO, platforms: new Set(), energy: ZERO }), ...STEADY.past.slice(1)]
  expect(findAnomalies({ ...STEADY, past, earnings: cents(590_00) })).toEqual([
    expect.objectContaining({ kind: 'income-drop', median: 1_000_00, deviation: -4_100, weeks: 7 }),
  ])
})

const anomaliesIn = (changes: Partial<DriverWeekSeen>) => findAnomalies({ ...STEADY, ...changes })

test('a car with two drivers is told once for each of them, with what they share', () => {
  const shared = [
    { row: '9', plate: PLATE, other: 'D3', amount: cents(10_00) },
    { row: '8', plate: PLATE, other: 'D2', amount: cents(42_10) },
    { row: '7', plate: PLATE, other: 'D2', amount: cents(5_00) },
  ]
  const common = { kind: 'two-drivers', driverId: 'D1', plate: PLATE } as const
  expect(anomaliesIn({ shared })).toEqual([
    { ...common, id: 'two-drivers:D1:2026-06-01:ZX11TA-D2-2', other: 'D2', count: 2, total: 47_10, rows: ['7', '8'] },
    { ...common, id: 'two-drivers:D1:2026-06-01:ZX11TA-D3-1', other: 'D3', count: 1, total: 10_00, rows: ['9'] },
  ])
})

test('a toll paid twice is told with the earlier passage first, whatever the numbers of its rows', () => {
  // Minute 60 of the week is 00:00 UTC of 1 June 2026: 20 605 days of 1 440 minutes since 1970.
  expect(anomaliesIn({ tolls: [toll('1', 70, 'Águeda (A-1)'), toll('9', 60, 'Águeda (A-1)')] })).toEqual([
    {
      kind: 'double-toll',
      id: 'double-toll:D1:2026-06-01:ZX11TA-aguedaa1-29671200-10',
      driverId: 'D1',
      plate: PLATE,
      place: 'Águeda (A-1)',
      at: Temporal.Instant.from('2026-06-01T00:00Z'),
      minutes: 10,
      amount: 2_20,
      rows: ['9', '1'],
    },
  ])
})

test('tolls paid twice are told by their moment, those of one moment by their rows, and each has an id of its own', () => {
  const tolls = [
    ...[toll('7', 90), toll('8', 92)],
    ...[toll('5', 60, 'Loures A8'), toll('6', 64, 'Loures A8')],
    ...[toll('3', 60, 'Alverca A1'), toll('4', 62, 'Alverca A1')],
  ]
  const inOrder = [
    ['3', '4'],
    ['5', '6'],
    ['7', '8'],
  ]
  const rows = (passages: typeof tolls) =>
    anomaliesIn({ tolls: passages }).map((found) => 'rows' in found && found.rows)
  expect(rows(tolls)).toEqual(inOrder)
  expect(rows(tolls.toReversed())).toEqual(inOrder)

  const ofOneMinute = ['4', '1', '3', '2'].map((row) => toll(row, 60))
  const pairs = [
    ['1', '2'],
    ['2', '3'],
    ['3', '4'],
  ]
  expect(rows(ofOneMinute)).toEqual(pairs)
  expect(rows(ofOneMinute.toReversed())).toEqual(pairs)
  expect(anomaliesIn({ tolls: ofOneMinute }).map(({ id }) => id)).toEqual([
    'double-toll:D1:2026-06-01:ZX11TA-ponte25deabril-29671200-0',
    'double-toll:D1:2026-06-01:ZX11TA-ponte25deabril-29671200-0-1',
    'double-toll:D1:2026-06-01:ZX11TA-ponte25deabril-29671200-0-2',
  ])
})

test('three of four worked weeks are a habit, of a platform and of a pump; weeks of rest are not counted', () => {
  const rest = { earnings: ZERO, platforms: new Set<never>(), energy: ZERO }
  const past = [
    pastWeek(1, { energy: cents(100_00) }),
    pastWeek(2, { energy: cents(150_00) }),
    pastWeek(3, { energy: cents(200_00) }),
    pastWeek(4, { platforms: new Set(['uber']), energy: ZERO }),
    ...[5, 6, 7, 8].map((back) => pastWeek(back, rest)),
  ]
  expect(anomaliesIn({ past, platforms: new Set(['uber']), energy: ZERO })).toEqual([
    {
      kind: 'silent-platform',
      id: 'silent-platform:D1:2026-06-01:bolt',
      driverId: 'D1',
      platform: 'bolt',
      weeks: 3,
    },
    { kind: 'no-energy', id: 'no-energy:D1:2026-06-01:none', driverId: 'D1', median: 150_00, weeks: 3 },
  ])
})

test('three worked weeks are enough to compare with, and 40 % less than their median is a drop', () => {
  const past = [1, 2, 3].map((back) => pastWeek(back, { net: ZERO }))
  expect(anomaliesIn({ past, earnings: cents(600_00), net: cents(-50_01), energy: ZERO })).toEqual([
    { kind: 'first-negative', id: 'first-negative:D1:2026-06-01:-2', driverId: 'D1', net: -50_01, weeks: 3 },
    {
      kind: 'income-drop',
      id: 'income-drop:D1:2026-06-01:-4',
      driverId: 'D1',
      earnings: 600_00,
      median: 1_000_00,
      deviation: -4_000,
      weeks: 3,
    },
    { kind: 'no-energy', id: 'no-energy:D1:2026-06-01:none', driverId: 'D1', median: 150_00, weeks: 3 },
  ])
})

test('consumption is told by car, in the order of time and of kilometres, without the first tank', () => {
  // 30 litres in 200 km are 15; 24 and 36 litres in 300 km are 20.
  const fillings = [
    filling(60, 50_300, 36, CAR),
    filling(10, 50_000, 99, CAR),
    filling(60, 50_200, 24, CAR),
    filling(60, 81_200, 30),
    filling(10, 81_000, 99),
  ]
  const common = { kind: 'high-consumption', driverId: 'D1' } as const
  const expected = [
    { ...common, id: 'high-consumption:D1:2026-06-01:ZX11TA-3', plate: PLATE, litres: 30, km: 200, per100: 15 },
    { ...common, id: 'high-consumption:D1:2026-06-01:ZX22TB-4', plate: CAR, litres: 60, km: 300, per100: 20 },
  ]
  expect(anomaliesIn({ fillings })).toEqual(expected)
  expect(anomaliesIn({ fillings: fillings.toReversed() })).toEqual(expected)
})

test('weeks without earnings don’t pull the median down, and with fewer than three others there is none', () => {
  const past = [0, 0, 0, 1_000_00, 1_000_00, 1_000_00].map((earnings) => ({ earnings: cents(earnings) }))
  expect(deviationFromMedian(cents(1_000_00), past)).toBe(0)
  expect(deviationFromMedian(cents(1_000_00), past.slice(0, 5))).toBeNull()
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
      plate: fc.constantFrom(PLATE, CAR),
      other: fc.constantFrom('D2', 'D3'),
      amount: amount(90_00),
    }),
    { maxLength: 5 },
  ),
  inWorkshop: fc.array(
    fc.record({
      row: fc.string({ minLength: 1, maxLength: 3 }),
      plate: fc.constantFrom(PLATE, CAR),
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
        inWorkshop: shuffled(seen.inWorkshop, seed),
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
  // Even the lowest against the highest is not yet a rise by half.
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

test('movements of a car in the workshop are one question of each car, with all its rows, and ask again when one more comes', () => {
  const moved = (row: string, plate: string, paid: number) => ({ row, plate, amount: cents(paid) })
  const inWorkshop = [moved('9', CAR, 5_00), moved('8', PLATE, 31_20), moved('7', PLATE, 2_05)]
  const found = findAnomalies({ ...STEADY, inWorkshop })
  expect(found).toMatchObject([
    { kind: 'in-workshop', plate: PLATE, count: 2, total: 33_25, rows: ['7', '8'] },
    { kind: 'in-workshop', plate: CAR, count: 1, total: 5_00, rows: ['9'] },
  ])
  const [before] = findAnomalies({ ...STEADY, inWorkshop: inWorkshop.slice(1, 2) })
  expect(before?.id).not.toBe(found[0]?.id)
})
