import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differenceOf, instalment, openWeek, adjustmentForLaterSettlement } from './adjustment.ts'
import { cents, sum } from './money.ts'
import type { Change, Line, LineCode, WeekCode } from './settlement-types.ts'
import { nextWeek, readWeek } from './week.ts'

function line(code: LineCode, amount: number, rows: string[] = [], changes: Change[] = []): Line {
  const steps = changes.map(({ code: term, from, to }) => ({
    kind: 'change' as const,
    term,
    from,
    to,
    amount: cents(to - from),
  }))
  return { group: 'A', code, amount: cents(amount), base: null, rate: null, steps, rows, adjustment: null }
}

const change = (code: WeekCode, from: number, to: number): Change => ({ code, from: cents(from), to: cents(to) })

const ISSUED = [line('income.uber', 500_00, ['1']), line('tolls', -10_00, ['2', '3']), line('balance.carried', -40_00)]

test('a week that comes to what was told has nothing to settle, whatever it carried', () => {
  expect(differenceOf(ISSUED, [], [line('income.uber', 500_00, ['1']), line('tolls', -10_00, ['2', '3'])])).toBeNull()
})

test('a newer report and a passage that is somebody else’s are told line by line, with the rows that came and went', () => {
  const today = [line('income.uber', 520_00, ['9']), line('tolls', -7_00, ['2'])]

  expect(differenceOf(ISSUED, [], today)).toEqual({
    amount: 23_00,
    changes: [change('income.uber', 500_00, 520_00), change('tolls', -10_00, -7_00)],
    came: ['9'],
    gone: ['1', '3'],
  })
})

test('what was accepted since is told already, and so are its rows', () => {
  const accepted = [{ changes: [change('income.uber', 500_00, 520_00)], came: ['9'], gone: ['1'] }]
  const late = [line('income.uber', 520_00, ['9']), line('tolls', -10_00, ['2', '3'])]
  const later = [line('income.uber', 525_00, ['12']), line('tolls', -10_00, ['2', '3'])]

  expect(differenceOf(ISSUED, accepted, late)).toBeNull()
  expect(differenceOf(ISSUED, accepted, later)).toEqual({
    amount: 5_00,
    changes: [change('income.uber', 520_00, 525_00)],
    came: ['12'],
    gone: ['9'],
  })
})

test('a row that was accepted is not told again while it stays, and one that went is told when it comes back', () => {
  const accepted = [{ changes: [change('income.uber', 500_00, 520_00)], came: ['9'], gone: ['1'] }]
  const tolls = line('tolls', -10_00, ['2', '3'])

  expect(differenceOf(ISSUED, accepted, [line('income.uber', 525_00, ['9', '12']), tolls])).toEqual({
    amount: 5_00,
    changes: [change('income.uber', 520_00, 525_00)],
    came: ['12'],
    gone: [],
  })
  expect(differenceOf(ISSUED, accepted, [line('income.uber', 500_00, ['1']), tolls])).toEqual({
    amount: -20_00,
    changes: [change('income.uber', 520_00, 500_00)],
    came: ['1'],
    gone: ['9'],
  })
})

test('a row that is replaced by one that says the same is not told of', () => {
  const today = [line('income.uber', 500_00, ['9']), line('tolls', -12_00, ['2', '3', '4'])]

  expect(differenceOf(ISSUED, [], today)).toMatchObject({ amount: -2_00, came: ['4'], gone: [] })
})

test('adjustments and receipts on a week are no difference of the week itself', () => {
  const lines = [
    ...ISSUED,
    line('adjustment.fine', -60_00),
    line('receipt.vat', 23_00, ['6']),
    line('receipt.withholding', -11_50, ['6']),
    line('adjustment.late', 7_00, ['5'], [change('tolls', 0, 7_00)]),
  ]

  expect(differenceOf(lines, [], ISSUED)).toBeNull()
})

test('a week that is issued again takes off what other statements settled of it, so that nothing is left', () => {
  const accepted = [
    { changes: [change('income.uber', 500_00, 520_00)], came: ['9'], gone: ['1'] },
    { changes: [change('tolls', -10_00, -12_00)], came: ['10'], gone: [] },
  ]
  const today = [line('income.uber', 520_00, ['9']), line('tolls', -12_00, ['2', '3', '10'])]
  const elsewhere = adjustmentForLaterSettlement(accepted)!
  expect(elsewhere).toEqual({
    id: null,
    kind: 'settled',
    amount: -18_00,
    reason: '',
    about: null,
    came: [],
    gone: [],
    changes: [change('income.uber', 20_00, 0), change('tolls', -2_00, 0)],
  })

  const settled = line('adjustment.settled', elsewhere.amount, [], [...elsewhere.changes])
  const note = { kind: 'note', term: 'settled-on-another-statement', amount: null } as const
  const again = [...today, { ...settled, steps: [...settled.steps, note] }]
  expect(differenceOf(again, accepted, today)).toBeNull()
  expect(differenceOf(again, [], today)).toMatchObject({ amount: 18_00 })
})

test('changes that cancel each other out are settled by no statement', () => {
  const back = { changes: [change('tolls', -2_00, 0)], came: [], gone: [] }
  const there = { changes: [change('tolls', 0, -2_00)], came: [], gone: [] }

  expect(adjustmentForLaterSettlement([back, there])).toBeNull()
  expect(adjustmentForLaterSettlement([])).toBeNull()
})

test('an instalment asks for what is due of its plan, with no rows and no week of its own', () => {
  const plan = { id: 'A', since: '2026-03-02' }

  expect(instalment(plan, cents(50_00), 'Caução')).toEqual({
    id: null,
    kind: 'plan',
    amount: -50_00,
    reason: 'Caução',
    about: null,
    changes: [],
    came: [],
    gone: [],
    plan,
  })
})

test('accepting every difference, whatever comes, always ends at what the week comes to', () => {
  const codes = ['income.uber', 'income.bolt', 'tolls', 'fee.percent'] as const
  const figures = fc.array(fc.tuple(fc.constantFrom(...codes), fc.integer({ min: -50_00, max: 50_00 })), {
    maxLength: 5,
  })
  fc.assert(
    fc.property(figures, fc.array(figures, { minLength: 1, maxLength: 6 }), (first, versions) => {
      const linesOf = (drawn: typeof first) =>
        drawn.map(([code, amount], at) => line(code, amount, [`${at} ${amount}`]))
      const total = (lines: readonly Line[]) => sum(lines.map(({ amount }) => amount))
      const accepted: { changes: readonly Change[]; came: readonly string[]; gone: readonly string[] }[] = []
      let issued = total(linesOf(first))
      for (const today of versions.map(linesOf)) {
        const difference = differenceOf(linesOf(first), accepted, today)
        if (difference) accepted.push(difference)
        issued = sum([issued, difference?.amount ?? cents(0)])
        expect(issued).toBe(total(today))
        expect(differenceOf(linesOf(first), accepted, today)).toBeNull()
      }
    }),
  )
})

const W23 = readWeek('2026-W23')
const after = (weeks: number) => nextWeek(W23, weeks)

test.each([
  ['the week after, when nothing is issued there', W23, [0], true, after(1)],
  ['the week after, when its own is open again', W23, [], true, after(1)],
  ['the week after, for somebody who left in the newest', W23, [0], false, after(1)],
  ['the week after that, when the next is issued', after(1), [0, 1], true, after(2)],
  ['the newest issued week, for a driver left behind in it', after(4), [0, 1, 2, 3], true, after(4)],
  ['the week after the newest, for somebody who has left', after(4), [0], false, after(5)],
  ['the week after the newest, when the driver has all of them', after(4), [0, 1, 2, 3, 4], true, after(5)],
] as const)('what comes too late goes on %s', (_, newest, frozen, active, open) => {
  const isFrozen = (week: string) => frozen.some((weeks) => after(weeks) === week)

  const from = newest > W23 ? newest : after(1)
  expect(openWeek(from, newest, { isFrozen, isActive: () => active, firstTerms: W23 })).toBe(open)
})

test.each([
  ['the week it was written for, where nothing is settled', null, [], after(-9), after(0)],
  [
    'the first week that the driver has no statement in, though a later one is settled',
    after(3),
    [0, 1],
    after(-9),
    after(2),
  ],
  ['the first after all settled ones, of who has no terms in them', after(2), [], after(3), after(3)],
  ['the first with terms, of who is agreed with from later on', after(0), [], after(2), after(2)],
  ['the first after all settled ones, of who has no terms at all', after(2), [], null, after(3)],
] as const)('what is written by hand goes on %s', (_, newest, frozen, firstTerms, open) => {
  const isFrozen = (week: string) => frozen.some((weeks) => after(weeks) === week)

  expect(openWeek(W23, newest, { isFrozen, isActive: () => true, firstTerms })).toBe(open)
})
