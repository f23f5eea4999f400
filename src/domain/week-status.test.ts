import { expect, test } from 'vitest'
import { ZERO, cents } from './money.ts'
import { type StatusFacts, weekStatus } from './week-status.ts'

const NONE = { count: 0, total: ZERO }
const SOME = { count: 8, total: cents(522_939) }

function facts(
  settlements: Partial<StatusFacts['settlements']>,
  known: Partial<Omit<StatusFacts, 'settlements'>> = {},
): StatusFacts {
  const none = { draft: 0, calculated: 0, issued: 0, approved: 0, nothingToPay: 0, inBatch: 0, paid: 0 }
  return {
    isOver: true,
    sources: { present: 4, missing: 0 },
    settlements: { ...none, calculated: settlements.draft ?? 0, ...settlements },
    toDecide: 0,
    toApprove: NONE,
    asked: null,
    payable: NONE,
    blocked: NONE,
    ...known,
  }
}

const MISSING = { present: 3, missing: 1 }

test.each([
  ['without any file', facts({ draft: 8 }, { sources: { present: 0, missing: 4 } }), ['data', 'files', true, false]],
  ['with a file too few', facts({ draft: 8 }, { sources: MISSING, toDecide: 1 }), ['data', 'files', true, true]],
  ['still driven', facts({ draft: 8 }, { isOver: false, sources: MISSING }), ['data', 'driving', true, true]],
  ['of drivers nobody knows', facts({}, { toDecide: 3 }), ['calculation', 'decide', true, true]],
  ['with one thing to decide', facts({ draft: 8 }, { toDecide: 1 }), ['review', 'decide', true, true]],
  ['that is ready', facts({ draft: 8 }, { toApprove: SOME }), ['review', 'approve', false, true]],
  ['ready before it is over', facts({ draft: 8 }, { isOver: false }), ['review', 'driving', false, true]],
  ['with a late driver', facts({ draft: 1, inBatch: 7 }, { asked: SOME }), ['review', 'approve', false, true]],
  ['approved', facts({ approved: 8 }, { payable: SOME }), ['approved', 'export', false, true]],
  [
    'approved, with a question',
    facts({ approved: 8 }, { payable: SOME, toDecide: 1 }),
    ['approved', 'export', true, true],
  ],
  [
    'asked of the bank without one who was approved later',
    facts({ approved: 1, inBatch: 7 }, { asked: SOME, payable: SOME }),
    ['approved', 'export', false, true],
  ],
  ['asked of the bank', facts({ inBatch: 8 }, { asked: SOME }), ['approved', 'confirm', false, true]],
  [
    'with what cannot be paid',
    facts({ approved: 1, paid: 7 }, { blocked: SOME }),
    ['approved', 'unpayable', false, true],
  ],
  ['paid, with a question', facts({ paid: 8 }, { toDecide: 1 }), ['paid', 'decide', true, true]],
  ['paid, with a file too few', facts({ paid: 8 }, { sources: MISSING }), ['paid', 'left', true, true]],
  ['closed', facts({ paid: 8 }), ['closed', 'closed', false, true]],
  [
    'before the first that is paid',
    facts({}, { isBeforeFirstPaid: true, sources: MISSING }),
    ['closed', 'closed', false, true],
  ],
  [
    'before the first that is paid, with a question',
    facts({}, { isBeforeFirstPaid: true, sources: MISSING, toDecide: 1 }),
    ['calculation', 'decide', true, true],
  ],
])('a week %s has its state, its word and its amber', (_, week, expected) => {
  const { state, word, asks, hasBegun } = weekStatus(week)
  expect([state, word, asks, hasBegun]).toEqual(expected)
})

test('each word of a week counts the statements that it is about', () => {
  const counts = { toApprove: SOME, payable: { count: 2, total: cents(200) }, blocked: { count: 1, total: cents(100) } }
  expect(weekStatus(facts({ draft: 8 }, { ...counts, toDecide: 3 }))).toMatchObject({ count: 3, total: 522_939 })
  expect(weekStatus(facts({ draft: 8 }, counts))).toMatchObject(SOME)
  expect(weekStatus(facts({ approved: 3 }, counts))).toMatchObject({ count: 2, total: 200 })
  expect(weekStatus(facts({ approved: 1 }, { ...counts, payable: NONE }))).toMatchObject({ count: 1, total: 100 })
})
