import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (pattern: string) =>
  globSync(pattern)
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')

/** The kinds of subjects (`fine:<id>`) that a pattern finds in the code. */
const kindsIn = (code: string, pattern: RegExp) => new Set([...code.matchAll(pattern)].map(([, kind = '']) => kind))

/**
 * Subjects without a page of their own, dated or versioned ones whose list shows every state, and ones whose page tells its own story (a
 * contract, a week, a statement): only the office's log has their events.
 */
const IN_LOG_ALONE = new Set([
  'access',
  'account',
  'backup',
  'bank',
  'bank-list',
  'batch',
  'cash-rule',
  'commission-rule',
  'company-goal',
  'contract',
  'contract-template',
  'drop',
  'financial-settings',
  'fleet',
  'invoice-rules',
  'mail',
  'message',
  'paper-rules',
  'passage',
  'receipt-check',
  'refused-file',
  'row-answer',
  'second-look',
  'settlement',
  'support',
  'time-list',
  'week',
  'work',
  'working-time-limits',
])

test('a record that is changed tells its history on its page; the log alone has what has none', () => {
  const noted = kindsIn(read('src/features/**/*.server.ts'), /subject: ['`]([a-z-]+)(?=['`:])/g)
  const shown = kindsIn(read('src/{web,features}/**/*.{ts,tsx}'), /listEvents\(['`]([a-z-]+)(?=['`:])/g)
  expect(noted.size).toBeGreaterThan(40)
  expect([...noted].filter((kind) => !shown.has(kind) && !IN_LOG_ALONE.has(kind)).toSorted()).toEqual([])
  // No kind is excused that has a history on its page, or that nobody notes.
  expect([...IN_LOG_ALONE].filter((kind) => shown.has(kind) || !noted.has(kind))).toEqual([])
})
