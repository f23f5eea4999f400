import { expect, test } from 'vitest'
import { type WeekFacts, weekState } from './settlement-state.ts'

const none = { draft: 0, calculated: 0, issued: 0, approved: 0, nothingToPay: 0, inBatch: 0, paid: 0 }

function facts(settlements: Partial<WeekFacts['settlements']>, missing = 0, exceptions = 0): WeekFacts {
  const calculated = settlements.calculated ?? settlements.draft ?? 0
  return {
    sources: { present: 4 - missing, missing },
    settlements: { ...none, ...settlements, calculated },
    exceptions,
  }
}

test.each([
  ['without anything', facts({}, 4), 'data'],
  ['with every source and no driver', facts({}), 'data'],
  ['of drafts while a source is missing', facts({ draft: 8 }, 1), 'data'],
  ['of drafts while a source is missing and questions are open', facts({ draft: 8 }, 1, 2), 'data'],
  ['with every source and nobody who is known', facts({}, 0, 8), 'calculation'],
  ['of drafts of which none could be worked out', facts({ draft: 8, calculated: 0 }, 0, 8), 'calculation'],
  ['of drafts with questions open', facts({ draft: 8 }, 0, 1), 'review'],
  ['of drafts without questions', facts({ draft: 8 }), 'review'],
  ['of which one statement is issued', facts({ draft: 7, issued: 1 }, 1, 1), 'review'],
  ['of which all statements are issued', facts({ issued: 8 }), 'review'],
  ['of which one driver came late', facts({ draft: 1, paid: 7 }), 'review'],
  ['all approved', facts({ approved: 7, nothingToPay: 1 }), 'approved'],
  ['all approved with a row left without a driver', facts({ approved: 7, nothingToPay: 1 }, 0, 1), 'approved'],
  ['with payments at the bank', facts({ inBatch: 3, paid: 4, nothingToPay: 1 }), 'approved'],
  ['all paid with a row left without a driver', facts({ paid: 7, nothingToPay: 1 }, 0, 1), 'paid'],
  ['all paid with a source that never came', facts({ paid: 8 }, 1), 'paid'],
  ['all paid and nothing open', facts({ paid: 7, nothingToPay: 1 }), 'closed'],
  ['in which nobody had anything to be paid', facts({ nothingToPay: 8 }), 'closed'],
])('a week %s has its state', (_, week, state) => {
  expect(weekState(week)).toBe(state)
})
