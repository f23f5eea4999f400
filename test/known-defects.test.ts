import { execSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Defects seen in products of this kind that cost somebody money, and the tests that keep each out of this one. */
const KEPT_OUT: [string, string, string][] = [
  [
    'fuel and tolls are added to the gross, so that a dearer week earns more',
    'src/domain/settlement.test.ts',
    'a higher fuel bill never counts as earnings: pay falls by exactly the cost',
  ],
  [
    'only a part of a cost is deducted',
    'src/domain/settlement-rules.test.ts',
    'pay falls by exactly the cost, whatever kind it is',
  ],
  [
    'working a week out again makes a paid record pending',
    'src/features/payments/commands.server.test.ts',
    'paid never changes, whatever is tried',
  ],
  // Referrals by themselves pay nothing yet. Weekly payments follow a rule that the office writes: it ends by itself
  // where it has a last week or a total; where it has neither, it is shown as open until somebody stops it.
  [
    'what is paid every week has no end',
    'src/features/adjustments/commands.server.test.ts',
    'until a total: the last week takes the rest, and then nothing',
  ],
  [
    'what is paid every week has no end, and nobody sees it',
    'src/web/parts/recurring-table.test.tsx',
    'a rule with neither last week nor total is shown as open until it is stopped',
  ],
  [
    'an instalment is the whole divided by the weeks that are left',
    'src/domain/plan.test.ts',
    'a schedule is as many instalments as were agreed, all alike but the last, and sums to the cent',
  ],
  [
    'drivers who are not active are passed over',
    'src/features/settlements/commands.server.test.ts',
    'a driver who left is settled all the same when files name him',
  ],
  [
    'rows of nobody are passed over',
    'src/features/settlements/commands.server.test.ts',
    'rows without an owner hold the week up until somebody leaves them out',
  ],
  [
    'the net of one platform stands beside the gross of the other',
    'src/domain/settlement.test.ts',
    'the two platforms are compared net: a dearer commission of Bolt lowers the pay by as much',
  ],
  [
    'figures of the company are constants or drawn by chance',
    'src/features/weeks/overview/queries.server.test.ts',
    'the company in figures: only weeks all money has left, from settlements and ledger',
  ],
  [
    'a toll is of whoever has the car today',
    'src/domain/matching.test.ts',
    'a toll is of whoever had the car at that minute, and the end of one interval is the start of the next',
  ],
  [
    'a car that changed hands keeps its costs where they were',
    'src/features/imports/commands.server.test.ts',
    'correcting who had a car gives its costs to the other driver',
  ],
  ['the rent of part of a week is nothing', 'src/domain/settlement.test.ts', 'three days of seven'],
  [
    'drivers are matched by name',
    'src/domain/matching.test.ts',
    'a platform row is its driver’s by the key of that platform alone',
  ],
  [
    'a name that fits is enough, whatever the key',
    'test/names.db.test.ts',
    'the right name with a wrong key is nobody’s, and the key alone decides whose a row is',
  ],
  [
    'an amount everybody pays is written into the code',
    'src/domain/settlement-rules.test.ts',
    'settings fill in the rates, the ceiling, and every part that follows them',
  ],
]

/**
 * Whether a file has a test with exactly that title, at the left edge or as a row of a table, and runs it whenever the
 * file runs: nothing in the file is skipped, and comments do not count.
 */
function runs(text: string, title: string): boolean {
  const code = text.replaceAll(/\/\*.*?\*\//gs, '')
  if (/\.(skip|todo|only|fails|skipIf|runIf)\b/.test(code)) return false
  return new RegExp(`^(test\\('|  \\[')${RegExp.escape(title)}'`, 'm').test(code)
}

test.each(KEPT_OUT)('kept out: %s', (_, file, title) => {
  expect(runs(readFileSync(file, 'utf8'), title)).toBe(true)
})

test.each([
  [`test('paid stays', () => {})`, true],
  [`test.each([\n  ['paid stays', 1],\n])('a week %s', () => {})`, true],
  [`test('paid stays, mostly', () => {})`, false],
  [`test('nearly paid stays', () => {})`, false],
  [`// test('paid stays', () => {})`, false],
  [`/*\ntest('paid stays', () => {})\n*/`, false],
  [`if (never) {\n  test('paid stays', () => {})\n}`, false],
  [`test.skip('paid stays', () => {})`, false],
  [`test.only('another', () => {})\ntest('paid stays', () => {})`, false],
  [`const title = 'paid stays'`, false],
])('%j counts as a test that runs: %s', (text, expected) => {
  expect(runs(text, 'paid stays')).toBe(expected)
})

test('no figure is drawn by chance but by those who measure, and by the demo', () => {
  const files = execSync('git ls-files --cached --others --exclude-standard src').toString().trim().split('\n')
  const chance = files.filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|^src\/(demo|web\/measuring)\//.test(file) && draws(file),
  )
  expect(chance).toEqual([])
})

function draws(file: string): boolean {
  try {
    return readFileSync(file, 'utf8').includes('Math.random')
  } catch {
    return false
  }
}
