import { expect, test } from 'vitest'
import { ZERO } from '#domain/money.ts'
import { readWeek } from '#domain/week.ts'
import { translator } from '#messages/translate.ts'
import { statusSentence } from './schema.ts'

const DECIDE = {
  week: readWeek('2026-W23'),
  name: '2026-W23',
  state: 'review',
  word: 'decide',
  count: 3,
  total: ZERO,
  sources: [],
  batch: null,
  batchDay: null,
  isBeforeFirstPaid: false,
} as const

test('a week that is never approved does not say that its approval comes next', () => {
  const t = translator('en')
  expect(statusSentence(DECIDE, t)).toBe('3 cases to decide. Once they are decided, the week is approved in one step.')
  expect(statusSentence({ ...DECIDE, isBeforeFirstPaid: true }, t)).toBe(
    '3 cases to decide. This week is before the first one you pay, and is not approved.',
  )
})
