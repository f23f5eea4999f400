import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { instalment } from './adjustment.ts'
import { boltEarning, uberEarning } from './earning.ts'
import { settingsFrom, applySettings } from './financial-settings.ts'
import { ZERO, basisPoints, cents } from './money.ts'
import { note, rateStep, term } from './settlement-steps.ts'
import type { Adjustment, Cost, DriverWeek, Earning, LineCode, Settlement, Step } from './settlement-types.ts'
import { settle } from './settlement.ts'
import { PLAIN_TERMS, type Terms } from './terms.ts'
import { readWeek } from './week.ts'

// The week of the worked examples: 858.70 paid, base 794.94, 165.40 of fuel and 21.35 of tolls.
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
  cash_collected: 30_00,
  tips: 5_00,
  tolls: 4_20,
  total_fees: 62_00,
  payout: 237_20,
  vat_app: 16_08,
  vat_cash: 1_70,
  vat_cancellation: 0,
})
const fuel: Cost = { kind: 'fuel', row: '3', amount: cents(165_40) }
const toll: Cost = { kind: 'toll', row: '4', amount: cents(21_35) }

const slot: Terms = { ...PLAIN_TERMS, tripVat: 'itemised', fee: { mode: 'fixed', amount: cents(25_00), always: false } }
const percent: Terms = { ...slot, fee: { mode: 'percent', rate: basisPoints(400), base: 'commissionable' } }
const renter: Terms = { ...percent, regime: 'rental', rent: cents(270_00) }
const capped: Terms = { ...slot, ceiling: basisPoints(3_000) }

function settled(terms: Terms, rest: Partial<DriverWeek> = {}): Settlement {
  return settle({
    week: readWeek('2026-W23'),
    terms,
    termsFrom: '2026-01-05',
    earnings: [uber, bolt],
    costs: [fuel, toll],
    daysHeld: 7,
    vehicleRent: ZERO,
    carriedBalance: ZERO,
    adjustments: [],
    ...rest,
  })
}

function amountOf(settlement: Settlement, code: LineCode): number | undefined {
  return settlement.lines.find((line) => line.code === code)?.amount
}

function stepsOf(settlement: Settlement, code: LineCode): readonly Step[] | undefined {
  return settlement.lines.find((line) => line.code === code)?.steps
}

function written(kind: Adjustment['kind'], amount: number): Adjustment {
  return { id: kind, kind, amount: cents(amount), reason: 'Multa', about: null, changes: [], came: [], gone: [] }
}

const due = (id: string, since: string, amount: number) => instalment({ id, since }, cents(amount), `Plano ${id}`)

test.each([
  ['the affiliate', slot, 533_89],
  ['the renter at 4 %', renter, 257_09],
  ['the renter, VAT as 6 % of what was paid', { ...renter, tripVat: 'legacy' } satisfies Terms, 268_63],
])('the worked example comes out with its instalment of 50.00: %s', (_, terms, net) => {
  expect(settled(terms, { adjustments: [due('a', '2026-01-05', 50_00)] }).net).toBe(net)
})

test('a percentage stays between its floor and its cap', () => {
  const fee = { mode: 'percent', rate: basisPoints(400), base: 'commissionable' } as const
  const feeOf = (limits: object, rest?: Partial<DriverWeek>) =>
    amountOf(settled({ ...slot, fee: { ...fee, ...limits } }, rest), 'fee.percent')
  expect(feeOf({})).toBe(-31_80)
  expect(feeOf({ floor: cents(40_00) })).toBe(-40_00)
  expect(feeOf({ cap: cents(25_00) })).toBe(-25_00)
  expect(feeOf({ floor: cents(40_00), cap: cents(30_00) })).toBe(-30_00)
  // A week without income has no floor.
  expect(feeOf({ floor: cents(40_00) }, { earnings: [] })).toBeUndefined()
})

test('pay falls by exactly the cost, whatever kind it is', () => {
  const kind = fc.constantFrom<Cost['kind']>('fuel', 'charging', 'adblue', 'wash', 'parking', 'toll')
  const cost = fc.record({ kind, row: fc.uuid(), amount: fc.integer({ min: 1, max: 500_00 }).map(cents) })
  fc.assert(
    fc.property(fc.constantFrom(slot, percent, renter), fc.array(cost), cost, (terms, costs, dearer) => {
      const fall = settled(terms, { costs }).net - settled(terms, { costs: [...costs, dearer] }).net
      expect(fall).toBe(dearer.amount)
    }),
  )
})

test('promised weeks are without a fee, and not one more', () => {
  const feeIn = (from: string, weeks: number) =>
    amountOf(settled({ ...slot, exemption: { from: readWeek(from), weeks } }), 'fee.fixed')
  expect(feeIn('2026-06-01', 1)).toBeUndefined()
  expect(feeIn('2026-05-25', 2)).toBeUndefined()
  expect(feeIn('2026-05-25', 1)).toBe(-25_00)
  expect(feeIn('2026-06-08', 4)).toBe(-25_00)
})

test('a fee by days counts the days worked', () => {
  const byDays = { ...slot, feeByDays: true }
  expect(amountOf(settled(byDays, { daysActive: 3 }), 'fee.fixed')).toBe(-10_71)
  expect(amountOf(settled(byDays), 'fee.fixed')).toBe(-25_00)
  expect(amountOf(settled(slot, { daysActive: 3 }), 'fee.fixed')).toBe(-25_00)
})

test('kilometres past those in the rent cost one price, and far past them another', () => {
  const terms = { ...renter, kilometres: { included: 1_700, rate: cents(10), beyond: { after: 500, rate: cents(25) } } }
  const costOf = (kilometres: number | null) => amountOf(settled(terms, { kilometres }), 'vehicle.kilometres')
  expect(costOf(1_700)).toBeUndefined()
  expect(costOf(1_800)).toBe(-10_00)
  expect(costOf(2_300)).toBe(-75_00)
  // Nobody measured the kilometres: nothing is guessed.
  expect(costOf(null)).toBeUndefined()
})

test('the steps of rent, kilometres and fuel name what was charged, each price by itself', () => {
  const beyond = { after: 500, rate: cents(25) }
  const terms = { ...renter, kilometres: { included: 1_700, rate: cents(10), beyond } }
  const readings = [
    { plate: 'AA-00-BB', from: '2026-06-01T00:00:00Z', to: '2026-06-08T00:00:00Z', first: 40_000, last: 42_300 },
  ]
  const near = settled(terms, { kilometres: 1_800 })
  const far = settled(terms, { kilometres: 2_300, readings })
  expect(stepsOf(near, 'vehicle.rent')).toEqual([term('rent-week', cents(-270_00))])
  expect(stepsOf(near, 'energy.fuel')).toEqual([term('rows', cents(-165_40))])
  expect(stepsOf(near, 'vehicle.kilometres')).toEqual([
    { kind: 'driven', kilometres: 1_800, included: 1_700, spans: [] },
    term('kilometres-extra', cents(-10_00)),
  ])
  expect(stepsOf(far, 'vehicle.kilometres')).toEqual([
    { kind: 'driven', kilometres: 2_300, included: 1_700, spans: readings },
    term('kilometres-extra', cents(-50_00)),
    term('kilometres-extra', cents(-25_00)),
  ])
})

test('the steps of VAT as 6 % of what was paid name the income of each platform', () => {
  expect(stepsOf(settled({ ...slot, tripVat: 'legacy' }), 'vat.trips')).toEqual([
    term('income', cents(621_50), 'uber'),
    term('income', cents(237_20), 'bolt'),
    rateStep('vat-rate', basisPoints(600), cents(-51_52)),
  ])
})

test('only VAT that Uber lists beside a toll given back is said to leave the VAT of that toll out', () => {
  const stepsWith = (...earnings: Earning[]) => stepsOf(settled(slot, { earnings }), 'vat.trips')
  const ofUber = term('trip-vat', cents(-45_28), 'uber')
  const ofBolt = term('trip-vat', cents(-17_78), 'bolt')
  expect(stepsWith(uber, bolt)).toEqual([ofUber, ofBolt, note('vat-of-toll-refund-excluded')])
  expect(stepsWith({ ...uber, tollRefunds: ZERO }, bolt)).toEqual([ofUber, ofBolt])
  // 6 / 106 of 800.00.
  expect(stepsWith({ ...uber, tripVat: null })).toEqual([
    term('fare', cents(800_00), 'uber'),
    { kind: 'fraction', term: 'trip-vat', numerator: 6, denominator: 106, amount: -45_28 },
    note('vat-not-itemised'),
  ])
})

test('fuel and charging may each have a cap of their own', () => {
  const split = { driverShare: basisPoints(5_000), energyCap: cents(120_00), chargingCap: cents(70_00) }
  const charging: Cost = { kind: 'charging', row: '5', amount: cents(90_00) }
  const both = settled({ ...slot, regime: 'percentage', split }, { costs: [fuel, charging] })
  // 794.94 − 120.00 − 70.00 = 604.94, half of it the operator's.
  expect(amountOf(both, 'fee.split')).toBe(-302_47)
})

test('tolls by trips leave the driver those passed without a passenger', () => {
  const alone: Cost = { ...toll, offTrip: true }
  const onTrip: Cost = { ...toll, row: '5', offTrip: false }
  const settlement = settled({ ...slot, tollPolicy: 'off-trip' }, { costs: [alone, onTrip] })
  // 13.70 given back by the platforms, and 21.35 without a passenger.
  expect(amountOf(settlement, 'tolls')).toBe(-35_05)
  expect(() => settled({ ...slot, tollPolicy: 'off-trip' })).toThrow(RangeError)
})

test('the tolls say what was charged, given back and borne by the operator, and stand on the rows that moved them', () => {
  const tollsOf = (tollPolicy: Terms['tollPolicy'], rest: Partial<DriverWeek> = {}) => {
    const line = settled({ ...slot, tollPolicy }, rest).lines.find(({ code }) => code === 'tolls')
    return [line?.rows, line?.steps]
  }
  const charged = term('tolls-charged', cents(-21_35))
  const refunded = term('tolls-refunded', cents(-13_70))
  expect([
    tollsOf('driver'),
    tollsOf('driver', { earnings: [] }),
    tollsOf('difference', { costs: [{ ...toll, amount: cents(10_00) }] }),
    tollsOf('operator'),
    tollsOf('off-trip', { costs: [{ ...toll, offTrip: true }] }),
  ]).toEqual([
    [['4'], [charged, note('refunds-already-in-income', cents(13_70))]],
    [['4'], [charged]],
    [['4', '1', '2'], [refunded]],
    [
      ['4', '1', '2'],
      [refunded, note('operator-bears-tolls', cents(21_35))],
    ],
    [
      ['4', '1', '2'],
      [refunded, term('tolls-off-trip', cents(-21_35))],
    ],
  ])
})

test('a receipt carries its VAT and its withholding only where that was agreed', () => {
  const receipt = { vat: 'normal', withholding: basisPoints(2_300), carried: true } as const
  const carried = settled({ ...renter, receipt })
  // 307.09 and 30.00 in cash: the value of the receipt of the worked example.
  expect(carried.receiptValue).toBe(337_09)
  expect([amountOf(carried, 'receipt.vat'), amountOf(carried, 'receipt.withholding')]).toEqual([77_53, -77_53])
  const value = term('receipt-value', cents(337_09))
  expect(carried.lines.slice(-2).map(({ steps }) => steps)).toEqual([
    [value, rateStep('vat-rate', basisPoints(2_300), cents(77_53))],
    [value, rateStep('withholding-rate', basisPoints(2_300), cents(-77_53))],
  ])
  expect(settled({ ...renter, receipt: { ...receipt, carried: false } })).toEqual(settled(renter))
})

test('debts take at most the ceiling of what the week leaves; the rest is given back and stays owed', () => {
  // 583.89 is left, so 175.17 may be taken.
  const settlement = settled(capped, { carriedBalance: cents(-156_10), adjustments: [written('fine', -60_00)] })
  expect(amountOf(settlement, 'balance.carried')).toBe(-156_10)
  expect(amountOf(settlement, 'adjustment.fine')).toBe(-60_00)
  expect(amountOf(settlement, 'balance.deferred')).toBe(40_93)
  expect(settlement.net).toBe(583_89 - 175_17)
  expect(settled(slot, { carriedBalance: cents(-156_10), adjustments: [written('fine', -60_00)] }).net).toBe(367_79)
})

test('plans come after debts and fines, the oldest first, and keep what does not fit', () => {
  const adjustments = [due('young', '2026-05-01', 50_00), due('old', '2026-02-01', 50_00), written('fine', -100_00)]
  const { lines, net } = settled(capped, { adjustments })
  const plans = lines.flatMap(({ adjustment, amount }) => (adjustment?.plan ? [{ ...adjustment.plan, amount }] : []))
  expect(plans).toMatchObject([
    { id: 'old', due: 50_00, left: 0, amount: -50_00 },
    { id: 'young', due: 50_00, left: 24_83, amount: -25_17 },
  ])
  expect(net).toBe(583_89 - 175_17)
  const cut = lines.find(({ adjustment }) => adjustment?.plan?.id === 'young')
  expect(cut?.steps).toEqual([
    term('week-left', cents(583_89)),
    rateStep('deduction-ceiling', basisPoints(3_000), cents(-175_17)),
    term('deductions', cents(150_00)),
    note('rest-stays-in-the-plan', cents(24_83)),
  ])
})

test('an instalment with interest is two lines, and both together stay under the ceiling', () => {
  const interest = { rate: basisPoints(400), repaid: ZERO, charged: ZERO }
  const asked = (amount: number) => instalment({ id: 'a', since: '2026-02-01', interest }, cents(amount), 'Oficina')
  const roomy = settled(capped, { adjustments: [asked(120_00)] })
  expect([amountOf(roomy, 'adjustment.plan'), amountOf(roomy, 'adjustment.interest')]).toEqual([-120_00, -4_80])

  // 175.17 may be taken: 168.43 and 4 % of it, 6.74.
  const tight = settled(capped, { adjustments: [asked(300_00)] })
  expect([amountOf(tight, 'adjustment.plan'), amountOf(tight, 'adjustment.interest')]).toEqual([-168_43, -6_74])
  expect(tight.net).toBe(583_89 - 175_17)
  expect(tight.lines.find(({ code }) => code === 'adjustment.plan')?.steps).toEqual([
    term('week-left', cents(583_89)),
    rateStep('deduction-ceiling', basisPoints(3_000), cents(-175_17)),
    term('kept-for-charge', cents(6_74)),
    note('rest-stays-in-the-plan', cents(131_57)),
  ])
  expect(amountOf(settled(slot, { adjustments: [asked(0)] }), 'adjustment.interest')).toBeUndefined()
  // Instalments are between driver and operator: they move neither the work nor what is invoiced.
  expect(roomy.receiptValue).toBe(settled(capped).receiptValue)
})

test('a week that leaves nothing takes no instalment, and says so', () => {
  const { lines, net } = settled(capped, { earnings: [], adjustments: [due('a', '2026-02-01', 50_00)] })
  expect(net).toBe(-186_75)
  expect(lines.find(({ code }) => code === 'adjustment.plan')).toMatchObject({
    amount: 0,
    adjustment: { plan: { due: 50_00, left: 50_00 } },
    steps: [
      term('instalment-due', cents(-50_00)),
      term('instalment-left', cents(50_00)),
      note('ceiling-leaves-nothing'),
    ],
  })
})

test('of a week that leaves nothing an instalment takes what was credited, and says so', () => {
  const adjustments = [written('other', 20_00), due('a', '2026-02-01', 50_00)]
  const { lines } = settled(capped, { earnings: [], adjustments })
  expect(lines.find(({ code }) => code === 'adjustment.plan')).toMatchObject({
    amount: -20_00,
    steps: [term('deductions', cents(-20_00)), note('rest-stays-in-the-plan', cents(30_00))],
  })
})

test('an instalment that would pay the driver is a defect', () => {
  expect(() => settled(slot, { adjustments: [due('a', '2026-02-01', -1)] })).toThrow(RangeError)
})

test('settings fill in the rates, the ceiling, and every part that follows them', () => {
  const settings = settingsFrom([
    { name: 'slotFee', value: 30_00 },
    { name: 'deductionCeiling', value: 20_00 },
    { name: 'rentalFee', value: 'a lot' },
  ])
  expect(applySettings({ ...slot, follows: ['fee'] }, settings, null)).toEqual({
    ...slot,
    fee: { mode: 'fixed', amount: 30_00, always: false },
    ceiling: 20_00,
    transportVat: 6_00,
    normalVat: 23_00,
  })
  expect(applySettings({ ...renter, follows: ['fee', 'rent', 'kilometres'] }, settings, null)).toMatchObject({
    fee: { rate: 4_00 },
    rent: 270_00,
    kilometres: { included: 1_700, rate: 15 },
  })
  expect(applySettings(slot, settings, null).fee).toEqual(slot.fee)
  // Where a ceiling was agreed with the driver, or the week is only the sum of the files, the company's setting does
  // not count.
  expect(applySettings({ ...slot, ceiling: basisPoints(1_000) }, settings, null).ceiling).toBe(1_000)
  expect(applySettings(PLAIN_TERMS, settings, null).ceiling).toBeNull()
})

test('newcomers pay no fee in their first weeks where the settings promise it and the fee follows them', () => {
  const settings = settingsFrom([{ name: 'exemptionWeeks', value: 2 }])
  const follower: Terms = { ...slot, follows: ['fee'] }
  const feeOf = (since: string | null, terms: Terms = follower) =>
    amountOf(settled(applySettings(terms, settings, since === null ? null : readWeek(since))), 'fee.fixed')
  expect(feeOf('2026-06-01')).toBeUndefined()
  expect(feeOf('2026-05-25')).toBeUndefined()
  expect(feeOf('2026-05-18')).toBe(-25_00)
  expect(feeOf(null)).toBe(-25_00)
  // Terms agreed with the driver win, and so does a fee that does not follow the settings.
  expect(feeOf('2026-06-01', { ...follower, exemption: { from: readWeek('2026-01-05'), weeks: 1 } })).toBe(-25_00)
  expect(feeOf('2026-06-01', slot)).toBe(-25_00)
})
