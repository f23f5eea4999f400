import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differenceOf } from './adjustment.ts'
import { EXAMPLE_WEEK } from './example-week.ts'
import { ZERO, basisPoints, cents, sum } from './money.ts'
import { type StatementReceipt, separateInvoiceParts, separateInvoice, openReceipts } from './settlement-receipt.ts'
import type { Adjustment, DriverWeek, Earning, LineCode, OpenReceipt, Step, WeekCode } from './settlement-types.ts'
import { settle } from './settlement.ts'
import { PLAIN_TERMS, type Terms } from './terms.ts'
import { type Week, nextWeek, readWeek } from './week.ts'

const FIRST = readWeek('2026-W23')
const [EARNING] = EXAMPLE_WEEK.earnings

/** A week made for its receipt alone: what one platform paid, the cash in hand and the rent. */
function weekOf(
  week: Week,
  { payment, cash = 0, rent = 0 }: { payment: number; cash?: number; rent?: number },
  rest: Partial<DriverWeek> = {},
): DriverWeek {
  const earning: Earning = { ...EARNING!, payment: cents(payment), cashKept: cents(cash) }
  return {
    week,
    terms: { ...PLAIN_TERMS, rent: cents(rent) },
    termsFrom: week,
    earnings: [earning],
    costs: [],
    daysHeld: 0,
    vehicleRent: ZERO,
    carriedBalance: ZERO,
    adjustments: [],
    receiptCarried: [],
    ...rest,
  }
}

const invoicedOf = (statements: readonly StatementReceipt[]) =>
  sum(statements.map(({ receiptValue }) => cents(Math.max(receiptValue, 0))))
const openOf = (statements: readonly StatementReceipt[]) => sum(openReceipts(statements).map(({ amount }) => amount))

test('a week below zero is carried: −270.00, 677.42, 338.71 and −12.39 are 733.74 to invoice and 12.39 less next time', () => {
  const statements: StatementReceipt[] = []
  for (const [at, payment] of [-270_00, 677_42, 338_71, -12_39].entries()) {
    const week = nextWeek(FIRST, at)
    statements.push({ week, ...settle(weekOf(week, { payment }, { receiptCarried: openReceipts(statements) })) })
  }
  expect(statements.map(({ receiptValue }) => receiptValue)).toEqual([-270_00, 407_42, 338_71, -12_39])
  expect(statements[1]!.receiptCarried).toEqual([{ week: FIRST, amount: -270_00 }])
  expect([invoicedOf(statements), openOf(statements), invoicedOf(statements) + openOf(statements)]).toEqual([
    746_13, -12_39, 733_74,
  ])
})

test('each week keeps its own part of what is open, the oldest made good first', () => {
  const statement = (
    week: string,
    receiptValue: number,
    carried: readonly [string, number][] = [],
  ): StatementReceipt => ({
    week: readWeek(week),
    receiptValue: cents(receiptValue),
    receiptCarried: carried.map(([of, amount]): OpenReceipt => ({ week: readWeek(of), amount: cents(amount) })),
  })
  const weeks = [statement('2026-W23', -270_00), statement('2026-W24', -320_00, [['2026-W23', -270_00]])]
  expect(openReceipts(weeks)).toEqual([
    { week: readWeek('2026-W23'), amount: -270_00 },
    { week: readWeek('2026-W24'), amount: -50_00 },
  ])
  const third = statement('2026-W25', -20_00, [
    ['2026-W23', -270_00],
    ['2026-W24', -50_00],
  ])
  // 300.00 earned: it covers all of week 23 and 30.00 of week 24.
  expect(openReceipts([...weeks, third])).toEqual([{ week: readWeek('2026-W24'), amount: -20_00 }])
})

test('a week voided after its debt was taken leaves the next receipt that much higher', () => {
  const after: StatementReceipt = {
    week: nextWeek(FIRST),
    receiptValue: cents(407_42),
    receiptCarried: [{ week: FIRST, amount: cents(-270_00) }],
  }
  const receiptCarried = openReceipts([after])
  expect(receiptCarried).toEqual([{ week: nextWeek(FIRST), amount: 270_00 }])
  const again = settle(weekOf(FIRST, { payment: -270_00 }, { receiptCarried }))
  expect(again.receiptValue).toBe(0)
  expect(openReceipts([after, { week: FIRST, ...again }])).toEqual([])
})

test('what was told below zero before it was carried goes on all the same', () => {
  const before: StatementReceipt = { week: FIRST, receiptValue: cents(-80_00), receiptCarried: null }
  expect(openReceipts([before])).toEqual([{ week: FIRST, amount: -80_00 }])
})

test('over sixty random weeks, some voided and issued again, receipts and what is open are what was earned', () => {
  const amounts = fc.record({
    payment: fc.integer({ min: -400_00, max: 900_00 }),
    cash: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 300_00 })),
    rent: fc.constantFrom(0, 0, 270_00),
  })
  const months = fc.array(fc.record({ amounts, voids: fc.option(fc.nat(), { freq: 3 }) }), {
    minLength: 60,
    maxLength: 60,
  })
  fc.assert(
    fc.property(months, (weeks) => {
      const live = new Map<Week, StatementReceipt>()
      const approve = (week: Week, figures: (typeof weeks)[number]['amounts']) => {
        const receiptCarried = openReceipts([...live.values()])
        const { receiptValue, receiptCarried: carried } = settle(weekOf(week, figures, { receiptCarried }))
        live.set(week, { week, receiptValue, receiptCarried: carried })
      }
      const earned = new Map<Week, number>()
      for (const [at, { amounts: figures, voids }] of weeks.entries()) {
        const week = nextWeek(FIRST, at)
        earned.set(week, figures.payment + figures.cash - figures.rent)
        approve(week, figures)
        if (voids === null) continue
        const back = voids % (at + 1)
        live.delete(nextWeek(FIRST, back))
        approve(nextWeek(FIRST, back), weeks[back]!.amounts)
      }
      const statements = [...live.values()]
      const all = [...earned.values()].reduce((total, one) => total + one, 0)
      expect(invoicedOf(statements) + openOf(statements)).toBe(all)
      // All amounts that are still open have one sign.
      expect(new Set(openReceipts(statements).map(({ amount }) => amount > 0)).size).toBeLessThanOrEqual(1)
    }),
    { numRuns: 60 },
  )
})

test('a correction of an earlier week is in the receipt, with the cash that moved and no line tells', () => {
  const first = weekOf(FIRST, { payment: 500_00, cash: 40_00 })
  // The newer report found 20.00 more in cash, and 5.00 more earned.
  const today = weekOf(FIRST, { payment: 485_00, cash: 60_00 })
  const [before, now] = [settle(first), settle(today)]
  const { amount, ...difference } = differenceOf(before.lines, [], now.lines)!
  expect([amount, difference.changes]).toEqual([
    -15_00,
    [{ code: 'income.uber', from: 500_00, to: 485_00, cash: 20_00 }],
  ])
  const late: Adjustment = { id: 'L', kind: 'late', reason: '', about: FIRST, amount, ...difference }
  const next = settle(weekOf(nextWeek(FIRST), { payment: 300_00 }, { adjustments: [late] }))
  expect(before.receiptValue + next.receiptValue).toBe(now.receiptValue + 300_00)
  expect(differenceOf(before.lines, [late], now.lines)).toBeNull()
})

test('rent invoiced apart is outside the value, with the VAT that is inside it', () => {
  const terms: Terms = { ...PLAIN_TERMS, rent: cents(270_00), receiptBase: 'rent-apart' }
  const { receiptValue, lines } = settle(weekOf(FIRST, { payment: 600_00 }, { terms }))
  expect(receiptValue).toBe(600_00)
  // 270.00 × 23 ÷ 123 = 50.487…
  expect(separateInvoice(lines, terms)).toEqual({ total: 270_00, base: 219_51, vat: 50_49, rate: basisPoints(2_300) })
  expect(separateInvoice(lines, { ...terms, receiptBase: 'result' })).toBeNull()
})

test('where all costs are invoiced apart the receipt is what was earned, and a credit among them is a credit note', () => {
  const costs = [{ kind: 'fuel' as const, row: '1', amount: cents(-61_50) }]
  const terms: Terms = { ...PLAIN_TERMS, receiptBase: 'costs-apart' }
  const { receiptValue, lines } = settle(weekOf(FIRST, { payment: 600_00 }, { terms, costs }))
  expect(receiptValue).toBe(600_00)
  expect(separateInvoice(lines, terms)).toMatchObject({ total: -61_50, base: -50_00, vat: -11_50 })
})

test('an employee takes nothing of what is open: it stays open', () => {
  const receiptCarried = [{ week: FIRST, amount: cents(-80_00) }]
  const terms: Terms = { ...PLAIN_TERMS, regime: 'employee' }
  const { receiptValue, receiptCarried: taken } = settle(
    weekOf(nextWeek(FIRST), { payment: 600_00 }, { terms, receiptCarried }),
  )
  expect([receiptValue, taken]).toEqual([0, []])
})

test('what is invoiced apart by what it is for sums to the whole, base and VAT to the cent', () => {
  const code = fc.constantFrom('fee.fixed', 'vehicle.rent', 'vehicle.kilometres', 'tolls', 'energy.fuel', 'income.uber')
  const amount = fc.integer({ min: -500_00, max: 100_00 })
  const line = fc.record({
    code,
    amount,
    changes: fc.array(fc.record({ term: code, amount }), { maxLength: 2 }),
    isOwn: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 8 }),
      fc.constantFrom('result' as const, 'rent-apart' as const, 'costs-apart' as const),
      (drawn, receiptBase) => {
        const lines = drawn.map(({ code: of, amount: size, changes, isOwn }) => ({
          code: of as LineCode,
          amount: cents(size),
          isOwn,
          steps: changes.map(({ term, amount: moved }): Step => ({
            kind: 'change',
            term: term as WeekCode,
            from: ZERO,
            to: cents(moved),
            amount: cents(moved),
          })),
        }))
        const terms: Terms = { ...PLAIN_TERMS, receiptBase }
        const parts = separateInvoiceParts(lines, terms)
        const whole = separateInvoice(lines, terms)
        for (const name of ['total', 'base', 'vat'] as const)
          expect(sum(parts.map((one) => one[name]))).toBe(whole?.[name] ?? 0)
        for (const { total, base, vat } of parts) expect(base + vat).toBe(total)
      },
    ),
  )
})
