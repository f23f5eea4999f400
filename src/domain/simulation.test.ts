import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settingsFrom } from './financial-settings.ts'
import { basisPoints, cents } from './money.ts'
import { settle } from './settlement.ts'
import {
  SIMULATED_REGIMES,
  offeredTerms,
  simulate,
  simulatedDriverWeek,
  type SimulatedWeek,
  leftAfterCarCosts,
} from './simulation.ts'

const amount = fc.integer({ min: 0, max: 500_000 }).map(cents)
const week: fc.Arbitrary<SimulatedWeek> = fc.record({
  uber: amount,
  bolt: amount,
  platformFee: fc.integer({ min: 0, max: 10_000 }).map(basisPoints),
  tips: amount,
  cash: amount,
  refunds: amount,
  fuel: amount,
  tolls: amount,
})
const SETTINGS = settingsFrom([])
const regime = fc.constantFrom(...SIMULATED_REGIMES)

/** 800 and 330 euros of fares, a quarter for the platforms, fuel 165, tolls 20: worked out by hand. */
const USUAL: SimulatedWeek = {
  uber: cents(800_00),
  bolt: cents(330_00),
  platformFee: basisPoints(2_500),
  tips: cents(0),
  cash: cents(0),
  refunds: cents(0),
  fuel: cents(165_00),
  tolls: cents(20_00),
}

test('a simulated week is settled like any other, and its lines sum to its net', () => {
  fc.assert(
    fc.property(week, regime, (simulated, under) => {
      const result = simulate(simulated, under, SETTINGS)
      expect(result).toEqual(settle(simulatedDriverWeek(simulated, under, SETTINGS)))
      expect(result.lines.reduce((sum, line) => sum + line.amount, 0)).toBe(result.net)
    }),
    { numRuns: 300 },
  )
})

test('nothing that was typed is lost on the way: what platforms, fuel and tolls come to is on the lines', () => {
  fc.assert(
    fc.property(week, regime, (simulated, under) => {
      const { uber, bolt, tips, cash, refunds, fuel, tolls } = simulated
      fc.pre(uber > 0 || bolt > 0)
      const { earnings, costs } = simulatedDriverWeek(simulated, under, SETTINGS)
      const fees = earnings.reduce((sum, { platformFee }) => sum + platformFee, 0)
      expect(earnings.reduce((sum, { payment }) => sum + payment, 0)).toBe(uber + bolt - fees + tips + refunds - cash)
      expect(costs.reduce((sum, cost) => sum + cost.amount, 0)).toBe(fuel + tolls)
    }),
    { numRuns: 300 },
  )
})

test('the usual week comes to what it does by hand', () => {
  // 847,50 from the platforms, 63,96 of VAT (6/106 of 1.130,00), 185,00 of costs.
  expect(simulate(USUAL, 'slot', SETTINGS).net).toBe(847_50 - 63_96 - 25_00 - 185_00)
  expect(simulate(USUAL, 'rental', SETTINGS).net).toBe(847_50 - 63_96 - 31_34 - 270_00 - 185_00)
  // Half of what is left after 120,00 of fuel: 663,54 ÷ 2.
  expect(simulate(USUAL, 'percentage', SETTINGS).net).toBe(847_50 - 63_96 - 331_77 - 185_00)
})

test('a week without fares owes the rent and nothing else', () => {
  const empty = { ...USUAL, uber: cents(0), bolt: cents(0), fuel: cents(0), tolls: cents(0) }
  expect(simulate(empty, 'rental', SETTINGS).lines.map(({ code, amount: owed }) => [code, owed])).toEqual([
    ['vehicle.rent', -270_00],
  ])
  expect(simulate(empty, 'slot', SETTINGS).lines).toEqual([])
})

test('a simulated week has a cost for what was typed and none for what was not', () => {
  const costs = (typed: SimulatedWeek) => simulatedDriverWeek(typed, 'slot', SETTINGS).costs
  expect(costs(USUAL)).toEqual([
    { kind: 'fuel', row: 'fuel', amount: 165_00 },
    { kind: 'toll', row: 'tolls', amount: 20_00, offTrip: false, tripUnknown: true },
  ])
  expect(costs({ ...USUAL, fuel: cents(0) })).toEqual([
    { kind: 'toll', row: 'tolls', amount: 20_00, offTrip: false, tripUnknown: true },
  ])
  expect(costs({ ...USUAL, fuel: cents(0), tolls: cents(0) })).toEqual([])
})

test('only who rents is offered a rent and only a percentage has shares; fee, rent and VAT go on to follow the settings', () => {
  const follows = ['fee', 'rent', 'trip-vat']
  const split = { driverShare: 50_00, energyCap: 120_00, chargingCap: 70_00 }
  expect(offeredTerms('slot', SETTINGS)).toMatchObject({ regime: 'slot', rent: 0, split: null, follows })
  expect(offeredTerms('rental', SETTINGS)).toMatchObject({ regime: 'rental', rent: 270_00, split: null, follows })
  expect(offeredTerms('percentage', SETTINGS)).toMatchObject({ regime: 'percentage', rent: 0, split, follows })
})

test('what the operator sets is what a simulation counts with', () => {
  const dearer = settingsFrom([
    { name: 'slotFee', value: 31_00 },
    { name: 'rentalFee', value: 5_00 },
    { name: 'rent', value: 285_00 },
    { name: 'tripVat', value: 'none' },
  ])
  expect(simulate(USUAL, 'slot', dearer).net).toBe(847_50 - 31_00 - 185_00)
  // 5 % of 783,54: the base of the fee is without the VAT, whatever the VAT mode is.
  expect(simulate(USUAL, 'rental', dearer).net).toBe(847_50 - 39_18 - 285_00 - 185_00)
})

test('the own car is paid from what is left, and only by whoever drives one; an hour is rounded to the cent', () => {
  const said = { hours: 45_00, ownCar: cents(130_00) }
  expect(leftAfterCarCosts(cents(637_50), 'slot', said)).toEqual({ left: 507_50, anHour: 11_28 })
  expect(leftAfterCarCosts(cents(297_20), 'rental', said)).toEqual({ left: 297_20, anHour: 6_60 })
  expect(leftAfterCarCosts(cents(100_00), 'slot', { hours: 0, ownCar: cents(130_00) })).toEqual({
    left: -30_00,
    anHour: null,
  })
  expect(leftAfterCarCosts(cents(100_00), 'rental', { hours: 37_50, ownCar: cents(0) }).anHour).toBe(2_67)
})
