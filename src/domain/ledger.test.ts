import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  COMPANY_ACCOUNTS,
  type Posting,
  finalPostings,
  paymentPostings,
  reclassPostings,
  reversal,
  settlementPostings,
} from './ledger.ts'
import { cents, sum } from './money.ts'
import type { Line, LineCode, WeekCode } from './settlement-types.ts'

const ACCOUNT_OF: Record<LineCode, string | null> = {
  'income.uber': 'platform:uber',
  'income.bolt': 'platform:bolt',
  'vat.trips': 'vat:trips',
  'fee.fixed': 'income:fee',
  'fee.percent': 'income:fee',
  'fee.split': 'income:fee',
  'fee.employer': 'income:fee',
  'vehicle.rent': 'income:rent',
  'vehicle.kilometres': 'income:rent',
  'energy.fuel': 'recovered:fuel',
  'energy.charging': 'recovered:fuel',
  'energy.adblue': 'recovered:fuel',
  tolls: 'recovered:tolls',
  parking: 'recovered:tolls',
  'car.wash': 'recovered:other',
  'balance.carried': null,
  'balance.deferred': null,
  'adjustment.fine': 'recovered:other',
  'adjustment.damage': 'recovered:other',
  'adjustment.advance': 'suspense',
  'adjustment.other': 'suspense',
  'adjustment.prize': 'prizes',
  'adjustment.referral': 'costs:referrals',
  'adjustment.goal': 'prizes',
  'adjustment.late': 'suspense',
  'adjustment.settled': 'suspense',
  'adjustment.plan': 'plan',
  'adjustment.interest': 'income:interest',
  'receipt.vat': 'vat:receipts',
  'receipt.withholding': 'tax:withheld',
}
const KNOWN = new Set<string>([...COMPANY_ACCOUNTS, 'current', 'plan'])
const codes = Object.keys(ACCOUNT_OF) as LineCode[]

function line(code: LineCode, amount: number): Line {
  return { group: 'A', code, amount: cents(amount), base: null, rate: null, steps: [], rows: [], adjustment: null }
}

function balances(postings: readonly Posting[]): Record<string, number> {
  return Object.fromEntries(postings.map(({ account, amount }) => [account, amount]))
}

const total = (postings: readonly Posting[]) => sum(postings.map(({ amount }) => amount))

test('the worked renter is posted against seven accounts of the company', () => {
  const postings = settlementPostings({
    lines: [
      line('income.uber', 621_50),
      line('income.bolt', 237_20),
      line('vat.trips', -63_06),
      line('fee.percent', -31_80),
      line('vehicle.rent', -270_00),
      line('energy.fuel', -165_40),
      line('tolls', -21_35),
    ],
  })

  expect(balances(postings)).toEqual({
    current: 307_09,
    'platform:uber': -621_50,
    'platform:bolt': -237_20,
    'vat:trips': 63_06,
    'income:fee': 31_80,
    'income:rent': 270_00,
    'recovered:fuel': 165_40,
    'recovered:tolls': 21_35,
  })
})

test.each(codes)('a line of %s moves its account, or none', (code) => {
  const account = ACCOUNT_OF[code]

  expect(balances(settlementPostings({ lines: [line(code, -10_00)] }))).toEqual(
    account === null ? {} : { current: -10_00, [account]: 10_00 },
  )
})

test('lines of one account are one posting', () => {
  const lines = [line('energy.fuel', -10_00), line('energy.charging', -5_00), line('energy.adblue', -1_00)]

  expect(settlementPostings({ lines })).toEqual([
    { account: 'current', amount: -16_00 },
    { account: 'recovered:fuel', amount: 16_00 },
  ])
})

test('what an earlier week was short of is posted where it would have been posted then', () => {
  const change = (term: WeekCode, amount: number) => ({
    kind: 'change' as const,
    term,
    from: cents(0),
    to: cents(amount),
    amount: cents(amount),
  })
  const late = {
    ...line('adjustment.late', 18_50),
    steps: [change('income.uber', 20_00), change('fee.percent', -1_50)],
  }

  expect(balances(settlementPostings({ lines: [late] }))).toEqual({
    current: 18_50,
    'platform:uber': -20_00,
    'income:fee': 1_50,
  })
})

test('a line is posted by itself, however many steps explain it', () => {
  const fuel: Line = {
    ...line('energy.fuel', -40_00),
    steps: [
      { kind: 'term', term: 'rows', platform: null, amount: cents(-50_00) },
      { kind: 'subtotal', term: 'energy', amount: cents(-40_00) },
      { kind: 'note', term: 'vat-not-itemised', amount: null },
    ],
  }

  expect(balances(settlementPostings({ lines: [fuel] }))).toEqual({ current: -40_00, 'recovered:fuel': 40_00 })
})

test('a settlement of nothing posts nothing', () => {
  expect(settlementPostings({ lines: [line('income.uber', 0)] })).toEqual([])
})

test('a driver who comes out even moves the accounts of the company alone', () => {
  const lines = [line('income.uber', 20_00), line('energy.fuel', -20_00)]

  expect(balances(settlementPostings({ lines }))).toEqual({ 'platform:uber': -20_00, 'recovered:fuel': 20_00 })
})

test('a payment takes from what is owed to the driver and from the bank', () => {
  expect(paymentPostings(cents(307_09))).toEqual([
    { account: 'current', amount: -307_09 },
    { account: 'bank', amount: 307_09 },
  ])
})

test.each([0, -1])('a payment of %i cents is a defect', (amount) => {
  expect(() => paymentPostings(cents(amount))).toThrow(new RangeError(`${amount} is not a payment`))
})

test('what a leaver owes is gone once the bank has it, or once it is a cost', () => {
  expect(finalPostings('received', cents(80_15))).toEqual([
    { account: 'current', amount: 80_15 },
    { account: 'bank', amount: -80_15 },
  ])
  expect(finalPostings('write-off', cents(80_15))).toEqual([
    { account: 'current', amount: 80_15 },
    { account: 'costs:written-off', amount: -80_15 },
  ])
})

test('what waits unclassified goes to its account on the side it stood', () => {
  expect(reclassPostings('tax:withheld', cents(115_00))).toEqual([
    { account: 'suspense', amount: -115_00 },
    { account: 'tax:withheld', amount: 115_00 },
  ])
  expect(reclassPostings('vat:receipts', cents(-60_00))).toEqual([
    { account: 'suspense', amount: 60_00 },
    { account: 'vat:receipts', amount: -60_00 },
  ])
})

const lines = fc.array(
  fc.record({ code: fc.constantFrom(...codes), amount: fc.integer({ min: -5_000_00, max: 5_000_00 }) }),
  { maxLength: 14 },
)

test('a journal sums to nothing, has each known account once, and moves the driver by all but balances', () => {
  fc.assert(
    fc.property(lines, (drawn) => {
      const postings = settlementPostings({ lines: drawn.map(({ code, amount }) => line(code, amount)) })
      const accounts = postings.map(({ account }) => account)
      const moved = drawn.filter(({ code }) => !code.startsWith('balance.')).map(({ amount }) => cents(amount))

      expect(total(postings)).toBe(0)
      expect(new Set(accounts).size).toBe(accounts.length)
      expect(accounts.filter((account) => !KNOWN.has(account))).toEqual([])
      expect(postings.filter(({ amount }) => amount === 0)).toEqual([])
      expect(balances(postings).current ?? 0).toBe(sum(moved))
    }),
  )
})

test('a journal and its reversal leave every account as it was', () => {
  fc.assert(
    fc.property(lines, (drawn) => {
      const postings = settlementPostings({ lines: drawn.map(({ code, amount }) => line(code, amount)) })
      const back = balances(reversal(postings))
      for (const { account, amount } of postings) expect(amount + back[account]!).toBe(0)
      expect(Object.keys(back)).toHaveLength(postings.length)
    }),
  )
})
