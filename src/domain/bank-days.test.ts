import { expect, test } from 'vitest'
import { doubtDays } from './bank-days.ts'
import type { BankStatement } from './bank-statement.ts'
import { ZERO, cents } from './money.ts'

/** A list, oldest first, with its rows from line 2 on; a row may say its value date too. */
function list(
  rows: readonly (string | readonly [booked: string, value: string])[],
  change: Partial<BankStatement> = {},
) {
  return {
    bank: 'santander',
    account: { iban: null, number: null, name: null },
    currency: 'EUR',
    period: null,
    opening: ZERO,
    closing: cents(rows.length),
    movements: rows.map((row, at) => ({
      line: at + 2,
      booked: typeof row === 'string' ? row : row[0],
      value: typeof row === 'string' ? row : row[1],
      amount: cents(1),
      fee: ZERO,
      feeWithin: ZERO,
      balance: cents(at + 1),
      id: null,
      text: 'A',
      party: null,
      partyIban: null,
      endToEndId: null,
      batch: null,
      details: [],
      returnReason: null,
      isReturn: false,
    })),
    ignored: [],
    proof: 'balances',
    ...change,
  } satisfies BankStatement
}
/** The days of a list as a program writes them that takes the month first: only those that are days then are turned. */
const rewritten = (days: readonly string[]) =>
  days.map((day) => {
    const [year, month, own] = day.split('-')
    return Number(own) <= 12 ? `${year}-${own}-${month}` : day
  })
const october = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `2026-10-${String(from + at).padStart(2, '0')}`)

test('days as a bank lists them are believed: a month, late purchases, a value date before, one day of each of two months', () => {
  const period = { from: '2026-10-01', to: '2026-10-31' }
  expect(doubtDays(list(october(1, 31), { period }))).toBeNull()
  expect(doubtDays(list(['2026-10-12', '2026-10-05', '2026-10-12', '2026-09-28']))).toBeNull()
  expect(doubtDays(list([['2026-10-12', '2026-10-09'], '2026-10-13']))).toBeNull()
  expect(doubtDays(list(['2026-02-10', '2026-03-10']))).toBeNull()
  expect(doubtDays(list(['2026-02-28', '2026-03-28', '2026-04-28']))).toBeNull()
  expect(doubtDays(list([]))).toBeNull()
})

test('a month of which a program turned the days it could is doubted where it goes back, without any day ahead', () => {
  const turned = rewritten(october(1, 31))
  expect(turned.slice(8, 13)).toEqual(['2026-09-10', '2026-10-10', '2026-11-10', '2026-12-10', '2026-10-13'])
  expect(doubtDays(list(turned))).toEqual({ why: 'days-turned', line: 14, day: '2026-10-13' })
  // Only the end of the month before, and its first days turned.
  expect(doubtDays(list([...october(28, 31), ...rewritten(['2026-11-03', '2026-11-04'])]))).toEqual({
    why: 'days-turned',
    line: 6,
    day: '2026-03-11',
  })
})

test('days that are all turned are doubted by their value dates, or by being always the same day of a month', () => {
  const [one, two, three] = rewritten(['2026-11-02', '2026-11-03', '2026-11-04'])
  expect(doubtDays(list([one!, two!, three!]))).toEqual({ why: 'days-turned', line: 2, day: '2026-02-11' })
  expect(doubtDays(list([[two!, one!]]))).toEqual({ why: 'days-turned', line: 2, day: '2026-03-11' })
  // Without balances nothing shows the order of the rows, but this still does.
  expect(doubtDays(list([one!, two!, three!], { proof: 'ids' }))).toMatchObject({ why: 'days-turned' })
})

test('a day outside the period of the list itself is doubted, as when all days are shifted by four years', () => {
  const period = { from: '2026-10-01', to: '2026-10-31' }
  const shifted = october(14, 16).map((day) => day.replace('2026', '2022'))
  expect(doubtDays(list(shifted, { period }))).toEqual({ why: 'outside-period', line: 2, day: '2022-10-14' })
  expect(doubtDays(list(['2026-10-30', '2026-11-02'], { period }))).toBeNull()
})

test('a list out of order that turning does not put right is left as it is, and so is a message of a bank', () => {
  expect(doubtDays(list(['2026-10-28', '2026-09-29', '2026-10-30']))).toBeNull()
  expect(doubtDays(list(rewritten(october(1, 31)), { bank: 'camt' }))).toBeNull()
})
