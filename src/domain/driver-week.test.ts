import { expect, test } from 'vitest'
import { costsOf, daysActive, daysHeld, daysOf, drivesIn, longestHeld, sourceFigures } from './driver-week.ts'
import type { Interval } from './matching.ts'
import { cents } from './money.ts'
import { nextWeek, readWeek } from './week.ts'

const WEEK = readWeek('2026-W23')
const week = (number: number) => nextWeek(WEEK, number)

test('who left still works in the weeks up to the last day, whatever the record says now', () => {
  const left = { status: 'inactive', startedOn: null, endedOn: '2026-06-10' }
  expect([0, 1, 2].map((number) => drivesIn(week(number), left))).toEqual([true, true, false])
  expect([0, 1, 2].map((number) => daysActive(week(number), left))).toEqual([7, 3, 0])
})

test('who is inactive without a last day, or has not begun, works in no week', () => {
  const open = { startedOn: null, endedOn: null }
  expect(drivesIn(WEEK, { ...open, status: 'inactive' })).toBe(false)
  expect(drivesIn(WEEK, { ...open, status: 'pending', endedOn: '2026-06-10' })).toBe(false)
  expect(drivesIn(WEEK, { ...open, status: 'suspended' })).toBe(true)
})

test('who came back worked before and after, and not in between', () => {
  const away = [{ after: '2026-06-03', until: '2026-06-20' }]
  const back = { status: 'active', startedOn: '2026-05-01', endedOn: null, away }
  expect([0, 1, 2, 3].map((number) => drivesIn(week(number), back))).toEqual([true, false, true, true])
  expect([0, 1, 2, 3].map((number) => daysActive(week(number), back))).toEqual([3, 0, 2, 7])
})

test('who begins within a week works in it from the first day on', () => {
  const first = (startedOn: string) => ({ status: 'active', startedOn, endedOn: null })
  const days = ['2026-06-01', '2026-06-02', '2026-06-04', '2026-06-07', '2026-06-08']
  expect(days.map((day) => daysActive(WEEK, first(day)))).toEqual([7, 6, 4, 1, 0])
  expect(days.map((day) => drivesIn(WEEK, first(day)))).toEqual([true, true, true, true, false])
})

const at = (text: string) => Temporal.Instant.from(text)

test('a day is of whoever holds the car at noon in Lisbon, with one car at most', () => {
  const swap = at('2026-06-03T11:30:00Z')
  const held = new Map([
    [
      'first',
      [
        { driverId: 'ana', from: null, to: swap },
        { driverId: 'rui', from: swap, to: null },
      ],
    ],
    ['second', [{ driverId: 'ana', from: at('2026-06-04T08:00:00Z'), to: at('2026-06-06T08:00:00Z') }]],
    ['third', [{ driverId: 'rui', from: at('2026-06-06T08:00:00Z'), to: null }]],
    ['parked', []],
  ])

  expect(daysHeld(WEEK, held)).toEqual(
    new Map([
      [
        'ana',
        new Map([
          ['first', 3],
          ['second', 2],
        ]),
      ],
      ['rui', new Map([['first', 4]])],
    ]),
  )
  expect(daysHeld(WEEK, new Map())).toEqual(new Map())
})

test('of two cars at once the one given earlier counts, and of two given together the one written down first', () => {
  const long = { driverId: 'rui', from: at('2020-01-01T08:00:00Z'), to: at('2026-05-01T08:00:00Z'), order: 1 }
  const later = { driverId: 'ana', from: at('2026-05-02T08:00:00Z'), to: null, order: 3 }
  const earlier = { driverId: 'ana', from: at('2026-04-01T08:00:00Z'), to: null, order: 2 }
  const together = { ...earlier, order: 4 }
  const whole = (car: string) => new Map([['ana', new Map([[car, 7]])]])
  // Whatever the cars are called, and in whichever order they are read.
  for (const [one, other] of [
    ['a', 'b'],
    ['b', 'a'],
  ] as const) {
    const cars: [string, Interval[]][] = [
      [one, [long, later]],
      [other, [earlier]],
    ]
    expect(daysHeld(WEEK, new Map(cars))).toEqual(whole(other))
    expect(daysHeld(WEEK, new Map(cars.toReversed()))).toEqual(whole(other))
    const both: [string, Interval[]][] = [
      [one, [together]],
      [other, [earlier]],
    ]
    expect(daysHeld(WEEK, new Map(both))).toEqual(whole(other))
    expect(daysHeld(WEEK, new Map(both.toReversed()))).toEqual(whole(other))
  }
})

test('noon is that of the clock on both sides of the change to summer time', () => {
  const [taken, given] = [at('2026-03-28T11:30:00Z'), at('2026-03-29T11:30:00Z')]
  const intervals = [
    { driverId: 'ana', from: null, to: taken },
    { driverId: 'rui', from: taken, to: given },
  ]

  expect(daysHeld(readWeek('2026-W13'), new Map([['car', intervals]]))).toEqual(
    new Map([
      ['ana', new Map([['car', 5]])],
      ['rui', new Map([['car', 2]])],
    ]),
  )
})

test('the week asks the rent of the car that was held longest, and counts the days of all', () => {
  const days = new Map([
    ['first', 2],
    ['second', 4],
    ['third', 1],
  ])
  expect([longestHeld(days), daysOf(days)]).toEqual(['second', 7])
  expect([longestHeld(new Map()), daysOf(new Map())]).toEqual([null, 0])
})

const ROWS = [
  { source: 'uber', kind: 'earning', amount: cents(400_00) },
  { source: 'bolt', kind: 'earning', amount: cents(200_00) },
  { source: 'uber', kind: 'organisation', amount: cents(-100_00) },
  { source: 'bolt', kind: 'reference', amount: cents(50_00) },
  { source: 'viaverde', kind: 'company-fee', amount: cents(-64_00) },
  { source: 'prio', kind: 'company-charging', amount: cents(-128_00) },
  { source: 'viaverde', kind: 'toll', amount: cents(-1_00) },
  { source: 'viaverde', kind: 'parking', amount: cents(-2_00) },
  { source: 'prio', kind: 'fuel', amount: cents(-4_00) },
  { source: 'prio', kind: 'adblue', amount: cents(-8_00) },
  { source: 'prio', kind: 'wash', amount: cents(-16_00) },
  { source: 'prio', kind: 'charging', amount: cents(-32_00) },
] as const

test('what a row takes from the driver is a size, and what is no cost takes nothing', () => {
  expect(ROWS.flatMap(({ kind, amount }) => costsOf({ id: `the ${kind}`, kind, amount }))).toEqual([
    { kind: 'toll', row: 'the toll', amount: 1_00 },
    { kind: 'parking', row: 'the parking', amount: 2_00 },
    { kind: 'fuel', row: 'the fuel', amount: 4_00 },
    { kind: 'adblue', row: 'the adblue', amount: 8_00 },
    { kind: 'wash', row: 'the wash', amount: 16_00 },
    { kind: 'charging', row: 'the charging', amount: 32_00 },
  ])
})

test('the figures of the files add up their own rows alone, with AdBlue and the wash beside the fuel', () => {
  const figures = { uberPaid: 400_00, boltPayout: 200_00, tolls: -1_00, parking: -2_00, fuel: -28_00, electric: -32_00 }
  expect(sourceFigures(ROWS)).toEqual(figures)
  expect(sourceFigures([...ROWS, ...ROWS.slice(6)])).toEqual({
    ...figures,
    tolls: -2_00,
    parking: -4_00,
    fuel: -56_00,
    electric: -64_00,
  })
})
