import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (pattern: string) =>
  globSync(pattern)
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')

/** What a change is about (`fine:<id>`), by its kind, wherever a pattern finds it in the code. */
const kindsIn = (code: string, pattern: RegExp) => new Set([...code.matchAll(pattern)].map(([, kind = '']) => kind))

/**
 * What has no page of its own, or is dated or versioned so that each state stands in its list, or whose page tells its own story (a contract,
 * a week, a statement): the log of the office tells these.
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
  // And nothing is excused that shows it, or that nobody notes.
  expect([...IN_LOG_ALONE].filter((kind) => shown.has(kind) || !noted.has(kind))).toEqual([])
})
