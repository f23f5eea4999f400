import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { instalment } from './adjustment.ts'
import { boltEarning, uberEarning } from './earning.ts'
import type { Interest } from './interest.ts'
import { type Cents, ZERO, basisPoints, cents, fraction, minus, share, sum } from './money.ts'
import { FOLDS } from './settlement-folds.ts'
import { settle } from './settlement.ts'
import {
  type Adjustment,
  type AdjustmentKind,
  type Cost,
  type DriverWeek,
  type Earning,
  type Line,
  type LineCode,
  MANUAL_KINDS,
  type Settlement,
  type Step,
} from './settlement-types.ts'
import { FEE_BASES, type Fee, PLAIN_TERMS, REGIMES, TOLL_POLICIES, TRIP_VATS, type Terms } from './terms.ts'
import { readWeek } from './week.ts'

// The week of the worked examples: Uber in the bank, Bolt with 30.00 in cash, a full tank and some tolls.
const uber = uberEarning('1', {
  paid: 621_50,
  earnings: 612_00,
  fare: 800_00,
  service_fee: -200_00,
  tips: 12_00,
  toll_refund: 9_50,
  fare_tax: 45_28,
})
const bolt = boltEarning('2', {
  gross: 329_20,
  app: 284_20,
  cash_gross: 30_00,
  cash_collected: 30_00,
  tips: 5_00,
  campaign: 10_00,
  tolls: 4_20,
  total_fees: 62_00,
  net: 267_20,
  payout: 237_20,
  vat_app: 16_08,
  vat_cash: 1_70,
  vat_cancellation: 0,
})
const fuel = cost('fuel', 165_40, '3')
const tolls = cost('toll', 21_35, '4')

const slot: Terms = { ...PLAIN_TERMS, tripVat: 'itemised', fee: { mode: 'fixed', amount: cents(25_00), always: false } }
const rental: Terms = {
  ...PLAIN_TERMS,
  regime: 'rental',
  tripVat: 'itemised',
  fee: { mode: 'percent', rate: basisPoints(400), base: 'commissionable' },
  rent: cents(270_00),
}
const half: Terms = {
  ...PLAIN_TERMS,
  regime: 'percentage',
  tripVat: 'itemised',
  split: { driverShare: basisPoints(5_000), energyCap: cents(120_00) },
}

function cost(kind: Cost['kind'], amount: number, row = `${kind} ${amount}`): Cost {
  return { kind, row, amount: cents(amount) }
}

function aWeek(terms: Terms, rest: Partial<DriverWeek> = {}): DriverWeek {
  return {
    week: readWeek('2026-W23'),
    terms,
    termsFrom: '2026-01-05',
    earnings: [],
    costs: [],
    daysHeld: 0,
    vehicleRent: ZERO,
    carriedBalance: ZERO,
    adjustments: [],
    ...rest,
  }
}

const worked = (terms: Terms) => settle(aWeek(terms, { earnings: [uber, bolt], costs: [fuel, tolls] }))

function decided(kind: AdjustmentKind, amount: Cents, rest: Partial<Adjustment> = {}): Adjustment {
  return { id: kind, kind, amount, reason: 'Multa da EMEL', about: null, changes: [], came: [], gone: [], ...rest }
}

function amounts({ lines }: Settlement): Partial<Record<LineCode, number>> {
  return Object.fromEntries(lines.map(({ code, amount }) => [code, amount]))
}

function lineOf({ lines }: Settlement, code: LineCode): Line | undefined {
  return lines.find((line) => line.code === code)
}

test('an affiliate of the worked example is owed 583.89, which is 533.89 after an instalment of 50.00', () => {
  const settlement = worked(slot)

  expect(amounts(settlement)).toEqual({
    'income.uber': 621_50,
    'income.bolt': 237_20,
    'vat.trips': -63_06,
    'fee.fixed': -25_00,
    'energy.fuel': -165_40,
    tolls: -21_35,
  })
  expect(settlement.net).toBe(583_89)
})

test('a renter at 4 % of 794.94 is owed 307.09, which is 257.09 after an instalment of 50.00', () => {
  const settlement = worked(rental)

  expect(lineOf(settlement, 'fee.percent')).toMatchObject({ base: 794_94, rate: 400, amount: -31_80 })
  expect(amounts(settlement)).toMatchObject({ 'vat.trips': -63_06, 'vehicle.rent': -270_00 })
  expect(settlement.net).toBe(307_09)
})

test('under legacy VAT the renter is owed 318.63, which is 268.63 after the instalment, and the fee has not moved', () => {
  const settlement = worked({ ...rental, tripVat: 'legacy' })

  expect(lineOf(settlement, 'vat.trips')).toMatchObject({ base: 858_70, rate: 600, amount: -51_52 })
  expect(lineOf(settlement, 'fee.percent')?.amount).toBe(-31_80)
  expect(settlement.net).toBe(318_63)
})

test('half of the pot after a fuel cap of 120.00 leaves the driver 271.42', () => {
  const settlement = worked(half)

  expect(amounts(settlement)).toEqual({
    'income.uber': 621_50,
    'income.bolt': 237_20,
    'vat.trips': -63_06,
    'fee.split': -337_47,
    'energy.fuel': -165_40,
    tolls: -21_35,
  })
  expect(settlement.net).toBe(271_42)
})

test('a rented week of 1000.00 at 5 % after the platform and 6 % VAT of the gross pays 652.50', () => {
  const earning = uberEarning('1', { paid: 750_00, fare: 1_000_00, service_fee: -250_00 })
  const fee: Fee = { mode: 'percent', rate: basisPoints(500), base: 'gross-less-platform-fee' }
  const settlement = settle(aWeek({ ...PLAIN_TERMS, tripVat: 'gross6', fee }, { earnings: [earning] }))

  expect(amounts(settlement)).toEqual({ 'income.uber': 750_00, 'vat.trips': -60_00, 'fee.percent': -37_50 })
  expect(lineOf(settlement, 'fee.percent')?.base).toBe(750_00)
  expect(settlement.net).toBe(652_50)
})

test('a week that cannot bear its costs pays nothing and carries 156.10 over', () => {
  const earning: Earning = { ...uber, payment: cents(210_00), tripVat: cents(11_10), tips: ZERO, tollRefunds: ZERO }
  const terms: Terms = { ...rental, fee: { mode: 'fixed', amount: cents(25_00), always: false } }
  const settlement = settle(aWeek(terms, { earnings: [earning], costs: [cost('fuel', 60_00)] }))

  expect(settlement).toMatchObject({ net: -156_10, payable: 0, carriedOver: -156_10 })
})

test('the debt of an earlier week is a line of its own, first in the adjustments', () => {
  const settlement = settle(aWeek(slot, { earnings: [uber], carriedBalance: cents(-156_10) }))

  expect(lineOf(settlement, 'balance.carried')).toMatchObject({ group: 'G', amount: -156_10, rows: [] })
  expect(settlement.groups.adjustments).toBe(-156_10)
  expect(settlement.net).toBe(621_50 - 45_28 - 25_00 - 156_10)
})

test('tolls given back are earned when the tolls are charged: 25.00 remain, which is 15.00 after extras of 10.00', () => {
  const settlement = settle(
    aWeek(
      { ...PLAIN_TERMS, regime: 'rental', rent: cents(100_00) },
      {
        earnings: [
          uberEarning('1', { paid: 120_00, fare: 100_00, toll_refund: 20_00 }),
          boltEarning('2', { payout: 50_00, gross: 50_00 }),
        ],
        costs: [cost('toll', 10_00), cost('fuel', 30_00), cost('charging', 5_00)],
      },
    ),
  )

  expect(settlement.net).toBe(25_00)
})

test('the receipt of the worked renter is 307.09 + 30.00 of cash already in hand', () => {
  expect(worked(rental).receiptValue).toBe(337_09)
})

test('the receipt leaves out what is carried from earlier weeks', () => {
  const week = aWeek(slot, { earnings: [uber], carriedBalance: cents(-100_00) })

  expect(settle(week).receiptValue).toBe(settle(week).net + 100_00)
})

type Expected = {
  sources: {
    uber: { per_driver: Record<string, Record<string, number>> }
    bolt: { per_driver: Record<string, Record<string, number>> }
  }
  drivers: Record<string, { tolls: number; parking: number; fuel: number; electric: number; balance: number }>
}
const expected: Expected = JSON.parse(readFileSync('test/fixtures/public/expected.json', 'utf8'))

test.each(Object.entries(expected.drivers))(
  'under plain terms %s of the invented week comes to its balance',
  (ref, driver) => {
    const uberRow = expected.sources.uber.per_driver[ref]
    const boltRow = expected.sources.bolt.per_driver[ref]
    const earnings = [uberRow && uberEarning('uber', uberRow), boltRow && boltEarning('bolt', boltRow)]
    const costs = [
      cost('toll', -driver.tolls),
      cost('parking', -driver.parking),
      cost('fuel', -driver.fuel),
      cost('charging', -driver.electric),
    ]
    const settlement = settle(
      aWeek(PLAIN_TERMS, { earnings: earnings.filter((earning) => earning !== undefined), costs }),
    )

    expect(settlement.net).toBe(driver.balance)
    expect(settlement.payable).toBe(Math.max(driver.balance, 0))
  },
)

test('a platform that reported nothing is shown, other lines of nothing are not', () => {
  const settlement = settle(
    aWeek(slot, { earnings: [uberEarning('1', { paid: 0, fare: 0 })], costs: [cost('toll', 0)] }),
  )

  expect(amounts(settlement)).toEqual({ 'income.uber': 0 })
})

test('two accounts at one platform are one income line with both rows', () => {
  const settlement = settle(aWeek(PLAIN_TERMS, { earnings: [bolt, { ...bolt, row: '9' }] }))

  expect(settlement.lines).toHaveLength(1)
  expect(settlement.lines[0]).toMatchObject({ code: 'income.bolt', amount: 474_40, rows: ['2', '9'] })
})

test('lines come in the order of the groups, and each kind of cost is its own', () => {
  const costs = (['parking', 'toll', 'wash', 'adblue', 'charging', 'fuel'] as const).map((kind) => cost(kind, 1_00))
  const settlement = settle(aWeek(rental, { earnings: [bolt, uber], costs, carriedBalance: cents(-1) }))

  expect(settlement.lines.map(({ group, code }) => `${group} ${code}`)).toEqual([
    'A income.uber',
    'A income.bolt',
    'B vat.trips',
    'C fee.percent',
    'D vehicle.rent',
    'E energy.fuel',
    'E energy.charging',
    'E energy.adblue',
    'E car.wash',
    'E tolls',
    'E parking',
    'G balance.carried',
  ])
})

test('adjustments are lines of their groups, in the order they were decided, each with its reason', () => {
  const adjustments = [
    decided('prize', cents(25_00), { reason: '100 viagens' }),
    decided('late', cents(-1_30), {
      reason: '',
      about: readWeek('2026-W22'),
      changes: [{ code: 'tolls', from: cents(-2_00), to: cents(-3_30) }],
      came: ['7'],
      gone: ['6'],
    }),
    decided('fine', cents(-60_00)),
    decided('other', cents(4_00), { id: 'first' }),
    decided('other', cents(-9_00), { id: 'second' }),
  ]
  const { lines, groups, receiptValue } = settle(aWeek(slot, { earnings: [uber], adjustments }))

  expect(lines.slice(-5).map(({ group, amount, adjustment }) => [group, amount, adjustment?.id])).toEqual([
    ['F', -60_00, 'fine'],
    ['G', -1_30, 'late'],
    ['G', 4_00, 'first'],
    ['G', -9_00, 'second'],
    ['H', 25_00, 'prize'],
  ])
  expect(lines.find(({ code }) => code === 'adjustment.late')).toMatchObject({
    rows: ['6', '7'],
    adjustment: { about: readWeek('2026-W22'), reason: '', gone: ['6'] },
    steps: [
      { kind: 'change', term: 'tolls', from: -2_00, to: -3_30, amount: -1_30 },
      { kind: 'note', term: 'came-after-the-statement' },
    ],
  })
  const without = settle(aWeek(slot, { earnings: [uber] }))
  expect(groups).toEqual({
    earnings: without.groups.earnings + 25_00,
    costs: without.groups.costs - 60_00,
    adjustments: -6_30,
  })
  // The receipt has the prize, and the correction of the tolls of the week before.
  expect(receiptValue).toBe(without.receiptValue + 25_00 - 1_30)
})

test.each(['late', 'settled'] as const)(
  'a %s adjustment whose changes do not come to its amount is refused',
  (kind) => {
    const adjustment = decided(kind, cents(1), { about: readWeek('2026-W22') })

    expect(() => settle(aWeek(slot, { adjustments: [adjustment] }))).toThrow(RangeError)
  },
)

test('every group folds into one of the three that a person sees', () => {
  expect(Object.values(FOLDS).flat().toSorted()).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'])
  expect(FOLDS.earnings).toEqual(['A', 'B', 'H'])
  expect(FOLDS.adjustments).toEqual(['G', 'I'])
})

test('a row read for two costs is named once', () => {
  const settlement = settle(aWeek(PLAIN_TERMS, { costs: [cost('fuel', 10_00, '3'), cost('fuel', 5_00, '3')] }))

  expect(settlement.lines).toMatchObject([{ amount: -15_00, rows: ['3'] }])
})

test('every line leads back to the rows it stands on', () => {
  const rows = Object.fromEntries(worked(half).lines.map((line) => [line.code, line.rows]))

  expect(rows).toEqual({
    'income.uber': ['1'],
    'income.bolt': ['2'],
    'vat.trips': ['1', '2'],
    'fee.split': ['1', '2', '3'],
    'energy.fuel': ['3'],
    tolls: ['4'],
  })
})

// Uber 800.00, Bolt 320.00 (329.20 − 5.00 tips − 4.20 tolls); VAT 63.06; platforms 262.00; costs 186.75
test.each([
  ['commissionable', 794_94],
  ['gross', 1_120_00],
  ['gross-less-vat', 1_056_94],
  ['gross-less-platform-fee', 858_00],
  ['gross-less-costs', 933_25],
  ['gross-less-vat-and-costs', 870_19],
] as const)('a fee on %s of the worked example is taken on %i cents, in every VAT mode', (base, amount) => {
  for (const tripVat of TRIP_VATS) {
    const settlement = worked({ ...slot, tripVat, fee: { mode: 'percent', rate: basisPoints(1_000), base } })
    expect(lineOf(settlement, 'fee.percent')).toMatchObject({
      base: amount,
      amount: -share(cents(amount), basisPoints(1_000)),
    })
  }
})

test('parking, AdBlue and washes do not lower the base of a fee after costs', () => {
  const fee: Fee = { mode: 'percent', rate: basisPoints(1_000), base: 'gross-less-costs' }
  const extras = [cost('parking', 5_00), cost('adblue', 6_00), cost('wash', 7_00)]
  const settlement = settle(aWeek({ ...slot, fee }, { earnings: [uber], costs: [fuel, ...extras] }))

  expect(lineOf(settlement, 'fee.percent')?.base).toBe(800_00 - 165_40)
})

test.each([
  ['driver', 800_00 - 165_40 - 21_35],
  ['difference', 800_00 - 165_40 - 21_35],
  ['operator', 800_00 - 165_40],
] as const)('under the toll policy "%s" a fee after costs is taken on %i cents', (tollPolicy, base) => {
  const fee: Fee = { mode: 'percent', rate: basisPoints(1_000), base: 'gross-less-costs' }
  const settlement = settle(aWeek({ ...slot, fee, tollPolicy }, { earnings: [uber], costs: [fuel, tolls] }))

  expect(lineOf(settlement, 'fee.percent')?.base).toBe(base)
})

test('a fee on a base below nothing is no fee', () => {
  const fee: Fee = { mode: 'percent', rate: basisPoints(1_000), base: 'gross-less-costs' }
  const settlement = settle(aWeek({ ...slot, fee }, { earnings: [uber], costs: [cost('fuel', 900_00)] }))

  expect(lineOf(settlement, 'fee.percent')).toBeUndefined()
})

test.each([
  ['in a week without rows', undefined, []],
  ['in a week of 0,00', undefined, [uberEarning('1', { paid: 0, fare: 0 })]],
  ['when only a late tip arrives', undefined, [uberEarning('1', { paid: 3_00, fare: 0, tips: 3_00 })]],
  ['when only an adjustment takes money back', undefined, [uberEarning('1', { paid: -5_00, fare: -5_00 })]],
  ['when all was earned in cash', -25_00, [uberEarning('1', { paid: 0, fare: 40_00, cash_collected: -40_00 })]],
  ['in a week with trips', -25_00, [uber]],
] as const)('%s a fixed fee is %s', (_, amount, earned) => {
  expect(lineOf(settle(aWeek(slot, { earnings: earned })), 'fee.fixed')?.amount).toBe(amount)
})

test('a fixed fee that is always due is due without income', () => {
  const always: Terms = { ...slot, fee: { mode: 'fixed', amount: cents(25_00), always: true } }

  expect(settle(aWeek(always)).net).toBe(-25_00)
})

test.each([
  [
    'the whole week of the contract, though the car was held for no day',
    { rent: 270_00, byDays: false, days: 0 },
    -270_00,
  ],
  ['the whole week of the contract, not the price of the car', { rent: 270_00, byDays: false, days: 2 }, -270_00],
  ['the whole week of the car as soon as it is held for a day', { rent: 0, byDays: false, days: 1 }, -300_00],
  ['nothing when neither contract nor car ask for it', { rent: 0, byDays: false, days: 0 }, undefined],
  ['three days of seven', { rent: 270_00, byDays: true, days: 3 }, -115_71],
  ['three days of seven of the car', { rent: 0, byDays: true, days: 3 }, -128_57],
  ['seven days of seven', { rent: 270_00, byDays: true, days: 7 }, -270_00],
  ['nothing for no day of seven', { rent: 270_00, byDays: true, days: 0 }, undefined],
] as const)('a renter pays %s', (_, { rent, byDays, days }, amount) => {
  const terms: Terms = { ...rental, rent: cents(rent), rentByDays: byDays }
  const settlement = settle(aWeek(terms, { daysHeld: days, vehicleRent: cents(300_00) }))

  expect(lineOf(settlement, 'vehicle.rent')?.amount).toBe(amount)
})

test('whoever has no rental does not pay the price of the car, but what the terms name', () => {
  const held = { daysHeld: 7, vehicleRent: cents(300_00) }

  expect(lineOf(settle(aWeek(slot, held)), 'vehicle.rent')).toBeUndefined()
  expect(lineOf(settle(aWeek(half, held)), 'vehicle.rent')).toBeUndefined()
  expect(lineOf(settle(aWeek({ ...slot, rent: cents(40_00) }, held)), 'vehicle.rent')?.amount).toBe(-40_00)
})

test('an instalment that the ceiling cuts uses all of it: the odd cent is charge paid ahead, and later charged less', () => {
  const terms: Terms = { ...PLAIN_TERMS, ceiling: basisPoints(3_000) }
  const owed = (interest: Interest, due: number) => ({
    adjustments: [instalment({ id: 'a', since: '2026-02-01', interest }, cents(due), 'Oficina')],
  })
  const none = { rate: basisPoints(400), repaid: ZERO, charged: ZERO }
  // 30 % of 0,43 are 13 cents: 12 have no charge yet, 13 would be 14 with it.
  const poor = settle(aWeek(terms, { earnings: [uberEarning('1', { paid: 43, fare: 43 })], ...owed(none, 10_00) }))
  expect([lineOf(poor, 'adjustment.plan')?.amount, lineOf(poor, 'adjustment.interest')?.amount]).toEqual([-12, -1])
  expect(lineOf(poor, 'adjustment.interest')?.steps).toMatchObject([
    { term: 'instalments-taken', amount: -12 },
    { term: 'plan-interest', amount: 0 },
    { term: 'charged-ahead', amount: -1 },
  ])
  const later = { rate: basisPoints(400), repaid: cents(12), charged: cents(1) }
  const rich = settle(
    aWeek(terms, { earnings: [uberEarning('1', { paid: 900_00, fare: 900_00 })], ...owed(later, 9_88) }),
  )
  expect([lineOf(rich, 'adjustment.plan')?.amount, lineOf(rich, 'adjustment.interest')?.amount]).toEqual([-9_88, -39])
})

test('the week of an employee is information: the company keeps its result and the cash, the tips are the driver’s', () => {
  const settlement = worked({ ...rental, regime: 'employee', companyKeeps: true })
  const result = 858_70 - 63_06 - 165_40 - 21_35

  expect(settlement.lines.map(({ code }) => code)).toEqual([
    ...['income.uber', 'income.bolt', 'vat.trips', 'energy.fuel', 'tolls', 'fee.employer'],
  ])
  expect(lineOf(settlement, 'fee.employer')).toMatchObject({ group: 'C', amount: 17_00 - 30_00 - result })
  expect(lineOf(settlement, 'fee.employer')?.steps).toEqual([
    { kind: 'term', term: 'week-result', platform: null, amount: -result },
    { kind: 'term', term: 'cash-kept', platform: null, amount: -30_00 },
    { kind: 'term', term: 'tips', platform: null, amount: 17_00 },
  ])
  expect(settlement).toMatchObject({ net: 17_00 - 30_00, payable: 0, carriedOver: -13_00, receiptValue: 0 })
})

test('a week of an employee from before the company kept the result is settled as it was told', () => {
  const settlement = worked({ ...rental, regime: 'employee' })
  expect(settlement).toMatchObject({ net: 858_70 - 63_06 - 165_40 - 21_35, receiptValue: 0 })
  expect(lineOf(settlement, 'fee.employer')).toBeUndefined()
})

test('what the office writes down moves money for an employee too, and the costs of the car do not', () => {
  const employee: Terms = { ...PLAIN_TERMS, regime: 'employee', companyKeeps: true }
  const week = {
    costs: [cost('fuel', 80_00)],
    adjustments: [decided('prize', cents(50_00)), decided('fine', cents(-20_00))],
  }

  expect(settle(aWeek(employee, week))).toMatchObject({ net: 30_00, groups: { earnings: 50_00, costs: -20_00 } })
})

test.each([
  ['driver', 21_35, 13_70, -21_35],
  ['driver', 0, 13_70, undefined],
  ['difference', 21_35, 13_70, -21_35],
  ['difference', 10_00, 13_70, -13_70],
  ['operator', 21_35, 13_70, -13_70],
  ['operator', 21_35, 0, undefined],
] as const)(
  'under the toll policy "%s", of %i charged and %i given back the line is %s',
  (tollPolicy, charged, refunded, amount) => {
    const earning = uberEarning('1', { paid: refunded, fare: 0, toll_refund: refunded })
    const settlement = settle(
      aWeek({ ...PLAIN_TERMS, tollPolicy }, { earnings: [earning], costs: [cost('toll', charged)] }),
    )

    expect(lineOf(settlement, 'tolls')?.amount).toBe(amount)
  },
)

test('the operator bears fuel and charging of the pot up to the cap, AdBlue and washes never', () => {
  const costs = [cost('fuel', 70_00), cost('charging', 40_00), cost('adblue', 30_00), cost('wash', 20_00)]
  const settlement = settle(aWeek(half, { earnings: [uber], costs }))

  expect(lineOf(settlement, 'fee.split')?.amount).toBe(-(554_72 - 110_00) / 2)
})

test('the steps of a split name the cap when it holds, and the fuel when it does not', () => {
  const namesFor = (fuelCents: number) =>
    lineOf(settle(aWeek(half, { earnings: [uber], costs: [cost('fuel', fuelCents)] })), 'fee.split')!
      .steps.flatMap((step) => (step.kind === 'driven' || step.kind === 'goal' ? [] : [step.term]))
      .filter((name) => name.startsWith('energy'))

  expect([namesFor(119_99), namesFor(120_00), namesFor(120_01)]).toEqual([['energy'], ['energy'], ['energy-cap']])
})

test('without a cap the pot bears all the fuel, and an empty pot is not shared', () => {
  const uncapped: Terms = { ...half, split: { driverShare: basisPoints(4_000), energyCap: null } }
  const with400 = settle(aWeek(uncapped, { earnings: [uber], costs: [cost('fuel', 400_00)] }))
  const with600 = settle(aWeek(uncapped, { earnings: [uber], costs: [cost('fuel', 600_00)] }))

  // 154.72 to share: 61.89 for the driver, 92.83 for the operator.
  expect(lineOf(with400, 'fee.split')?.amount).toBe(-92_83)
  expect(lineOf(with600, 'fee.split')).toBeUndefined()
})

test.each([
  [{ daysHeld: 8 }, slot],
  [{ daysHeld: -1 }, slot],
  [{ daysHeld: 1.5 }, slot],
  [{}, { ...half, split: null }],
])('a week that cannot be (%j) is a defect', (impossible, terms) => {
  expect(() => settle(aWeek(terms, impossible))).toThrow(RangeError)
})

// Defects seen in other products, each with its test.

test('a higher fuel bill never counts as earnings: pay falls by exactly the cost', () => {
  const dearer = settle(aWeek(rental, { earnings: [uber, bolt], costs: [fuel, tolls, cost('fuel', 40_00)] }))

  expect(dearer.net).toBe(worked(rental).net - 40_00)
  expect(dearer.groups.earnings).toBe(worked(rental).groups.earnings)
})

test('the two platforms are compared net: a dearer commission of Bolt lowers the pay by as much', () => {
  const dearer: Earning = {
    ...bolt,
    payment: cents(bolt.payment - 10_00),
    platformFee: cents(bolt.platformFee + 10_00),
  }
  const settlement = settle(aWeek(slot, { earnings: [uber, dearer] }))

  expect(settlement.net).toBe(settle(aWeek(slot, { earnings: [uber, bolt] })).net - 10_00)
})

test('cash in hand is not paid a second time', () => {
  const inCash: Earning = { ...bolt, payment: cents(bolt.payment - 50_00), cashKept: cents(bolt.cashKept + 50_00) }
  const settlement = settle(aWeek(slot, { earnings: [uber, inCash] }))

  expect(settlement.net).toBe(settle(aWeek(slot, { earnings: [uber, bolt] })).net - 50_00)
  expect(settlement.receiptValue).toBe(settle(aWeek(slot, { earnings: [uber, bolt] })).receiptValue)
})

test('three lines of a third of a cent more or less still add up to the net', () => {
  const earning = uberEarning('1', { paid: 33_33, fare: 33_33 })
  const settlement = settle(
    aWeek({ ...rental, tripVat: 'legacy', rentByDays: true, rent: cents(100) }, { earnings: [earning], daysHeld: 1 }),
  )

  // 33.33 − 2.00 (1.9998) − 4 % of 31.44 (1.2576) − 1.00/7 (0.1429)
  expect(settlement.lines.map(({ amount }) => amount)).toEqual([33_33, -2_00, -1_26, -14])
  expect(settlement.net).toBe(29_93)
})

// Steps

test('the steps of a percent fee can be followed by hand', () => {
  expect(lineOf(worked(rental), 'fee.percent')?.steps).toEqual([
    { kind: 'term', term: 'payment', platform: 'uber', amount: 621_50 },
    { kind: 'term', term: 'tips', platform: 'uber', amount: -12_00 },
    { kind: 'term', term: 'toll-refunds', platform: 'uber', amount: -9_50 },
    { kind: 'term', term: 'trip-vat', platform: 'uber', amount: -45_28 },
    { kind: 'term', term: 'payment', platform: 'bolt', amount: 237_20 },
    { kind: 'term', term: 'cash-kept', platform: 'bolt', amount: 30_00 },
    { kind: 'term', term: 'tips', platform: 'bolt', amount: -5_00 },
    { kind: 'term', term: 'toll-refunds', platform: 'bolt', amount: -4_20 },
    { kind: 'term', term: 'trip-vat', platform: 'bolt', amount: -17_78 },
    { kind: 'subtotal', term: 'commissionable', amount: 794_94 },
    { kind: 'note', term: 'tips-and-refunds-outside-base', amount: null },
    { kind: 'rate', term: 'fee-base', rate: 400, amount: -31_80 },
  ])
})

test('the steps of an income say what was earned, what was kept by whom, and that cash is already inside', () => {
  expect(lineOf(worked(rental), 'income.bolt')?.steps).toEqual([
    { kind: 'term', term: 'gross', platform: 'bolt', amount: 320_00 },
    { kind: 'term', term: 'platform-fee', platform: 'bolt', amount: -62_00 },
    { kind: 'term', term: 'tips', platform: 'bolt', amount: 5_00 },
    { kind: 'term', term: 'toll-refunds', platform: 'bolt', amount: 4_20 },
    { kind: 'term', term: 'cash-kept', platform: 'bolt', amount: -30_00 },
    { kind: 'subtotal', term: 'payment', amount: 237_20 },
    { kind: 'note', term: 'cash-already-inside', amount: null },
  ])
})

test('the steps of VAT tell what the file itemises from what is estimated', () => {
  const unlisted: Earning = { ...bolt, tripVat: null, fare: cents(314_20) }
  const settlement = settle(aWeek(slot, { earnings: [uber, unlisted] }))

  expect(lineOf(settlement, 'vat.trips')?.steps).toEqual([
    { kind: 'term', term: 'fare', platform: 'bolt', amount: 314_20 },
    { kind: 'fraction', term: 'trip-vat', numerator: 6, denominator: 106, amount: -17_78 },
    { kind: 'note', term: 'vat-not-itemised', amount: null },
    { kind: 'term', term: 'trip-vat', platform: 'uber', amount: -45_28 },
    { kind: 'note', term: 'vat-of-toll-refund-excluded', amount: null },
  ])
})

test('notes say what a person would ask: refunds inside the income, rent without income, a fee only with income', () => {
  const notes = (settlement: Settlement, code: LineCode) =>
    lineOf(settlement, code)?.steps.filter(({ kind }) => kind === 'note') ?? []

  expect(notes(worked(slot), 'tolls')).toEqual([{ kind: 'note', term: 'refunds-already-in-income', amount: 13_70 }])
  expect(notes(worked({ ...slot, tollPolicy: 'operator' }), 'tolls')).toEqual([
    { kind: 'note', term: 'operator-bears-tolls', amount: 21_35 },
  ])
  expect(notes(worked(rental), 'vehicle.rent')).toEqual([])
  expect(notes(settle(aWeek(rental)), 'vehicle.rent')).toEqual([
    { kind: 'note', term: 'rent-without-income', amount: null },
  ])
  expect(notes(worked(slot), 'fee.fixed')).toEqual([{ kind: 'note', term: 'fee-only-with-income', amount: null }])
  expect(notes(settle(aWeek(slot, { carriedBalance: cents(-1) })), 'balance.carried')).toEqual([
    { kind: 'note', term: 'carried-not-posted-again', amount: null },
  ])
  expect(notes(settle(aWeek(slot, { carriedBalance: cents(1) })), 'balance.carried')).toEqual([
    { kind: 'note', term: 'credit-not-posted-again', amount: null },
  ])
})

// Properties over random weeks.

const upTo = (largest: number) => fc.integer({ min: 0, max: largest }).map(cents)
const rates = fc.integer({ min: 0, max: 10_000 }).map(basisPoints)
const rows = fc.integer({ min: 1, max: 1_000_000 }).map(String)

const earningsOf = (platform: 'uber' | 'bolt') =>
  fc.record({
    platform: fc.constant(platform),
    row: rows,
    payment: fc.integer({ min: -500_00, max: 2_000_00 }).map(cents),
    cashKept: upTo(500_00),
    tips: upTo(80_00),
    tollRefunds: upTo(60_00),
    expenseRefunds: upTo(20_00),
    platformFee: upTo(500_00),
    tripVat: fc.option(upTo(120_00)),
    fare: upTo(2_000_00),
  })

const earnings = fc
  .tuple(fc.array(earningsOf('uber'), { maxLength: 2 }), fc.array(earningsOf('bolt'), { maxLength: 2 }))
  .map((both) => both.flat())

const costs = fc.array(
  fc.record({
    kind: fc.constantFrom('toll', 'parking', 'fuel', 'adblue', 'wash', 'charging'),
    row: rows,
    amount: upTo(200_00),
    offTrip: fc.boolean(),
  }),
  { maxLength: 8 },
)

const fees: fc.Arbitrary<Fee> = fc.oneof(
  fc.constant<Fee>({ mode: 'none' }),
  fc.record({ mode: fc.constant('fixed'), amount: upTo(60_00), always: fc.boolean() }),
  fc.record({ mode: fc.constant('percent'), rate: rates, base: fc.constantFrom(...FEE_BASES) }),
)

const someTerms: fc.Arbitrary<Terms> = fc.record({
  regime: fc.constantFrom(...REGIMES),
  fee: fees,
  tripVat: fc.constantFrom(...TRIP_VATS),
  tollPolicy: fc.constantFrom(...TOLL_POLICIES),
  rent: fc.oneof(fc.constant(ZERO), upTo(350_00)),
  rentByDays: fc.boolean(),
  split: fc.record({ driverShare: rates, energyCap: fc.option(upTo(150_00)) }),
  companyKeeps: fc.boolean(),
})

const adjustments: fc.Arbitrary<readonly Adjustment[]> = fc.array(
  fc
    .record({ kind: fc.constantFrom(...MANUAL_KINDS, 'late', 'settled'), amount: upTo(200_00), credit: fc.boolean() })
    .filter(({ amount }) => amount !== 0)
    .map(({ kind, amount: size, credit }): Adjustment => {
      const amount = credit ? size : minus(size)
      const isManual = kind !== 'late' && kind !== 'settled'
      return { ...decided(kind, amount), changes: isManual ? [] : [{ code: 'tolls', from: minus(amount), to: ZERO }] }
    }),
  { maxLength: 3 },
)

const weeks: fc.Arbitrary<DriverWeek> = fc.record({
  week: fc.constant(readWeek('2026-W23')),
  terms: someTerms,
  termsFrom: fc.constant('2026-01-05'),
  earnings,
  costs,
  daysHeld: fc.integer({ min: 0, max: 7 }),
  vehicleRent: upTo(350_00),
  carriedBalance: upTo(300_00).map(minus),
  adjustments,
})

/** Two thousand random weeks a run (quality 1.4). */
function inEveryWeek(check: (week: DriverWeek) => void) {
  fc.assert(fc.property(weeks, check), { numRuns: 2_000 })
}

test('the net is the sum of the lines and of the three groups, paid or carried over to the cent', () => {
  inEveryWeek((week) => {
    const { lines, net, groups, payable, carriedOver } = settle(week)
    expect(sum(lines.map(({ amount }) => amount))).toBe(net)
    expect(sum(Object.values(groups))).toBe(net)
    expect(payable + carriedOver).toBe(net)
    expect(payable).toBeGreaterThanOrEqual(0)
    expect(carriedOver).toBeLessThanOrEqual(0)
  })
})

test('a second way of counting comes to the same net', () => {
  inEveryWeek((week) => {
    expect(settle(week).net).toBe(countedByHand(week))
  })
})

test('the steps of every line lead to its amount', () => {
  inEveryWeek((week) => {
    for (const line of settle(week).lines) expect({ ...line, amount: follow(line.steps) }).toEqual(line)
  })
})

test('a line with a rate is that share of its base, and lines of nothing are incomes', () => {
  inEveryWeek((week) => {
    for (const { base, rate, amount, group } of settle(week).lines) {
      if (rate !== null) expect(minus(share(base!, rate))).toBe(amount)
      if (amount === 0) expect(group).toBe('A')
    }
  })
})

test('the order of the rows changes no amount', () => {
  inEveryWeek((week) => {
    const turned = { ...week, earnings: week.earnings.toReversed(), costs: week.costs.toReversed() }
    expect(amounts(settle(turned))).toEqual(amounts(settle(week)))
  })
})

test('a cost never raises the pay', () => {
  fc.assert(
    fc.property(
      weeks,
      fc.constantFrom('toll', 'parking', 'fuel', 'adblue', 'wash', 'charging'),
      upTo(200_00),
      (week, kind, amount) => {
        const dearer = { ...week, costs: [...week.costs, { kind, row: 'new', amount, offTrip: true }] }
        expect(settle(dearer).net).toBeLessThanOrEqual(settle(week).net)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('fuel lowers the pay by exactly its cost, unless fee or pot look at costs or the company bears them', () => {
  fc.assert(
    fc.property(weeks, upTo(200_00), (week, amount) => {
      const { regime, fee } = week.terms
      fc.pre(
        regime !== 'percentage' && regime !== 'employee' && !(fee.mode === 'percent' && fee.base.endsWith('costs')),
      )
      const dearer: DriverWeek = { ...week, costs: [...week.costs, { kind: 'fuel', row: 'new', amount }] }
      expect(settle(dearer).net).toBe(settle(week).net - amount)
    }),
  )
})

test('a higher fee never raises the pay, and a larger share of the pot never lowers it', () => {
  fc.assert(
    fc.property(weeks, upTo(50_00), (week, more) => {
      const { fee, split } = week.terms
      const higher = raised(fee, more)
      expect(settle({ ...week, terms: { ...week.terms, fee: higher } }).net).toBeLessThanOrEqual(settle(week).net)

      const driverShare = basisPoints(Math.min(split!.driverShare + more, 10_000))
      const better = { ...week, terms: { ...week.terms, split: { ...split!, driverShare } } }
      expect(settle(better).net).toBeGreaterThanOrEqual(settle(week).net)
    }),
    { numRuns: 2_000 },
  )
})

test('tips pass through whole, but for the VAT of the legacy mode', () => {
  fc.assert(
    fc.property(weeks, upTo(50_00), (week, tip) => {
      const [first, ...others] = week.earnings
      fc.pre(first !== undefined && week.terms.tripVat !== 'legacy')
      const tipped = { ...first, payment: sum([first.payment, tip]), tips: sum([first.tips, tip]) }
      expect(settle({ ...week, earnings: [tipped, ...others] }).net).toBe(settle(week).net + tip)
    }),
    { numRuns: 2_000 },
  )
})

test('the VAT mode never moves the fee', () => {
  fc.assert(
    fc.property(weeks, fc.constantFrom(...TRIP_VATS), (week, tripVat) => {
      fc.pre(week.terms.regime !== 'employee')
      const other = settle({ ...week, terms: { ...week.terms, tripVat } })
      expect(other.lines.filter(({ group }) => group === 'C')).toEqual(
        settle(week).lines.filter(({ group }) => group === 'C'),
      )
    }),
  )
})

function raised(fee: Fee, more: Cents): Fee {
  if (fee.mode === 'fixed') return { ...fee, amount: sum([fee.amount, more]) }
  if (fee.mode === 'percent') return { ...fee, rate: basisPoints(Math.min(fee.rate + more, 10_000)) }
  return fee
}

/** Recomputes a line from its steps alone, as `settlement-steps.ts` says they are read. */
function follow(steps: readonly Step[]): number {
  let figure = ZERO
  for (const step of steps) {
    if (step.kind === 'note' || step.kind === 'driven' || step.kind === 'goal') continue
    if (step.kind === 'change') expect(sum([step.to, minus(step.from)])).toBe(step.amount)
    if (step.kind === 'term' || step.kind === 'change') figure = sum([figure, step.amount])
    else {
      const reached = { subtotal: figure, rate: figure, fraction: figure }[step.kind]
      const size =
        step.kind === 'subtotal'
          ? reached
          : step.kind === 'rate'
            ? share(reached, step.rate)
            : fraction(reached, step.numerator, step.denominator)
      const mayTurn = step.kind !== 'subtotal'
      expect(size === step.amount || (mayTurn && minus(size) === step.amount)).toBe(true)
      figure = step.amount
    }
  }
  return figure
}

/** Works out a week's net once more, as briefly as possible and with its own rounding: it shares no code with what it checks. */
function countedByHand({
  terms,
  earnings: earned,
  costs: spent,
  daysHeld,
  vehicleRent,
  carriedBalance,
  adjustments: written,
}: DriverWeek): number {
  const round = (numerator: number, denominator: number) =>
    Math.sign(numerator) * Math.floor((2 * Math.abs(numerator) + denominator) / (2 * denominator))
  const add = (pick: (earning: Earning) => number) => earned.reduce((total, earning) => total + pick(earning), 0)
  const spentOn = (...kinds: Cost['kind'][]) =>
    spent.filter(({ kind }) => kinds.includes(kind)).reduce((total, { amount }) => total + amount, 0)

  const paid = add((earning) => earning.payment)
  const platform = add((earning) => earning.platformFee)
  const refunds = add((earning) => earning.tollRefunds)
  const trips = paid + add((earning) => earning.cashKept - earning.tips - earning.expenseRefunds) - refunds
  const vat =
    add((earning) => earning.tripVat ?? 0) +
    round(6 * add((earning) => (earning.tripVat === null ? earning.fare : 0)), 106)
  const gross = trips + platform
  const offTrip = spent.reduce(
    (total, { kind, amount, offTrip: is }) => total + (kind === 'toll' && is ? amount : 0),
    0,
  )
  const tollsBorne = {
    driver: spentOn('toll'),
    difference: Math.max(spentOn('toll'), refunds),
    operator: 0,
    'off-trip': offTrip,
  }[terms.tollPolicy]
  const running = spentOn('fuel', 'charging') + tollsBorne

  const decidedSum = written.reduce((total, { amount }) => total + amount, 0)
  let net = paid + carriedBalance + decidedSum - spentOn('fuel', 'charging', 'adblue', 'wash', 'parking')
  net -= { none: 0, itemised: vat, gross6: round(6 * gross, 100), legacy: round(6 * Math.max(paid, 0), 100) }[
    terms.tripVat
  ]
  net -= {
    driver: spentOn('toll'),
    difference: Math.max(spentOn('toll'), refunds),
    operator: refunds,
    'off-trip': refunds + offTrip,
  }[terms.tollPolicy]
  // The result of an employee's week is the company's, with the cash; the tips are the driver's.
  if (terms.regime === 'employee' && !terms.companyKeeps) return net
  if (terms.regime === 'employee')
    return add((earning) => earning.tips - earning.cashKept) + carriedBalance + decidedSum

  const rent = terms.rent || (terms.regime === 'rental' && daysHeld > 0 ? vehicleRent : 0)
  net -= terms.rentByDays ? round(rent * daysHeld, 7) : rent
  if (terms.regime === 'percentage') {
    const pot = Math.max(
      0,
      trips - vat - Math.min(spentOn('fuel', 'charging'), terms.split?.energyCap ?? Number.POSITIVE_INFINITY),
    )
    return net - (pot - round(pot * (terms.split?.driverShare ?? 0), 10_000))
  }
  if (terms.fee.mode === 'fixed' && (terms.fee.always || gross > 0)) return net - terms.fee.amount
  if (terms.fee.mode !== 'percent') return net
  const base = {
    commissionable: trips - vat,
    gross,
    'gross-less-vat': gross - vat,
    'gross-less-platform-fee': trips,
    'gross-less-costs': gross - running,
    'gross-less-vat-and-costs': gross - vat - running,
  }[terms.fee.base]
  return net - round(Math.max(base, 0) * terms.fee.rate, 10_000)
}
