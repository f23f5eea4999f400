import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type PlanToSettle,
  closingEvent,
  closingMoves,
  depositUse,
  finalFigures,
  finalState,
  lastDayOf,
} from './departure.ts'
import { type Cents, ZERO, cents, minus, sum } from './money.ts'
import { PLAN_KINDS, movementPostings } from './plan.ts'

const plan = (kind: PlanToSettle['kind'], remaining: number, held = 0): PlanToSettle => ({
  id: `${kind} ${remaining}`,
  kind,
  remaining: cents(remaining),
  held: cents(held),
})

test('the deposit bears the debt first and its rest goes back', () => {
  const plans = [plan('damage', 80_00), plan('deposit', 100_00, 300_00)]
  const figures = finalFigures(cents(-50_00), plans)
  expect(figures).toEqual({
    carried: -50_00,
    due: 80_00,
    held: 300_00,
    used: 130_00,
    returned: 170_00,
    figure: 170_00,
  })
  expect(closingMoves(figures, plans)).toEqual([
    { plan: 'damage 8000', kind: 'due', amount: 80_00 },
    { plan: 'deposit 10000', kind: 'write-off', amount: 100_00 },
    { plan: 'deposit 10000', kind: 'used', amount: 130_00 },
    { plan: 'deposit 10000', kind: 'released', amount: 170_00 },
  ])
})

test('a debt above the deposit is asked of the driver, and a credit leaves the deposit whole', () => {
  const deposit = [plan('deposit', 0, 100_00)]
  expect(depositUse(finalFigures(cents(-50_00), deposit))).toBe('both')
  expect(depositUse(finalFigures(cents(-150_00), deposit))).toBe('kept')
  expect(depositUse(finalFigures(cents(20_00), deposit))).toBe('returned')
  expect(finalFigures(cents(-150_00), deposit)).toMatchObject({ used: 100_00, returned: 0, figure: -50_00 })
  expect(finalFigures(cents(20_00), deposit)).toMatchObject({ used: 0, returned: 100_00, figure: 120_00 })
})

test('a closing is told by what it comes to, and a payment that is still awaited is to come', () => {
  const closingEvents = (awaited: number) =>
    [1, 0, -1].map((figure) => closingEvent({ figure: cents(figure), awaited: cents(awaited) }))
  expect(closingEvents(0)).toEqual(['to-pay', 'settled', 'owing'])
  expect(closingEvents(5)).toEqual(['to-pay', 'to-pay', 'owing'])
})

test('closing empties plans and deposits, and the current account is the figure, to the cent', () => {
  const anything = fc.array(
    fc.record({
      kind: fc.constantFrom(...PLAN_KINDS),
      remaining: fc.integer({ min: 0, max: 500_000 }).map(cents),
      held: fc.integer({ min: 0, max: 500_000 }).map(cents),
    }),
    { maxLength: 6 },
  )
  fc.assert(
    fc.property(anything, fc.integer({ min: -500_000, max: 500_000 }), (drawn, carried) => {
      const plans = drawn.map((one, at) => ({
        ...one,
        id: String(at),
        held: one.kind === 'deposit' ? one.held : ZERO,
      }))
      // As the books have it: a deposit's account is what it holds plus what it still asks for, a plan's what is owed.
      const books = new Map<string, Cents>([
        ['current', cents(carried)],
        ['plan', minus(sum(plans.map(({ remaining }) => remaining)))],
        ['deposit', sum(plans.flatMap(({ kind, held, remaining }) => (kind === 'deposit' ? [held, remaining] : [])))],
      ])
      const figures = finalFigures(cents(carried), plans)
      const moves = closingMoves(figures, plans)
      const kindOf = (id: string) => plans[Number(id)]!.kind
      for (const { account, amount } of moves.flatMap((move) =>
        movementPostings(kindOf(move.plan), move.kind, move.amount),
      ))
        books.set(account, sum([books.get(account) ?? ZERO, amount]))
      expect(Object.fromEntries(books)).toEqual({ current: figures.figure, plan: 0, deposit: 0 })
      const of = (kind: string) => sum(moves.flatMap((move) => (move.kind === kind ? [move.amount] : [])))
      expect([of('used'), of('released')]).toEqual([figures.used, figures.returned])
    }),
  )
})

test('an account waits, is closed, is paid, and owes again when a fine comes after', () => {
  const until = { waitsUntil: '2026-08-15', today: '2026-08-14' }
  const nothing = { figure: ZERO, awaited: ZERO }
  expect(finalState(nothing, { ...until, closed: false })).toBe('waiting')
  expect(finalState(nothing, { ...until, closed: false, today: '2026-08-15' })).toBe('ready')
  expect(finalState({ figure: cents(1), awaited: ZERO }, { ...until, closed: true })).toBe('to-pay')
  expect(finalState({ figure: ZERO, awaited: cents(1) }, { ...until, closed: true })).toBe('to-pay')
  expect(finalState(nothing, { ...until, closed: true })).toBe('settled')
  expect(finalState({ figure: cents(-1), awaited: cents(5) }, { ...until, closed: true })).toBe('owing')
})

test('who leaves at midnight worked the day that ends', () => {
  expect(lastDayOf(Temporal.Instant.from('2026-06-30T23:00:00Z')).toString()).toBe('2026-06-30')
  expect(lastDayOf(Temporal.Instant.from('2026-06-30T23:00:01Z')).toString()).toBe('2026-07-01')
})
