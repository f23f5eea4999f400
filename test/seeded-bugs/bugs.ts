/**
 * Bugs that a settlement product could have, each as a change of its own source, and the tests that have to fail then.
 * `npm run slow -- seeded` puts them into a copy of the tree, one at a time.
 */
export type SeededBug = {
  bug: string
  file: string
  /** The text to replace, which is in the file exactly once. */
  find: string
  replace: string
  /** A file of tests, its project, and part of the title of those that must notice. */
  caughtBy: { project: 'pure' | 'database'; file: string; test: string }
}

const LEDGER = 'src/features/ledger/commands.server.test.ts'
const pure = (file: string, test: string): SeededBug['caughtBy'] => ({ project: 'pure', file, test })
const database = (file: string, test: string): SeededBug['caughtBy'] => ({ project: 'database', file, test })

export const BUGS: readonly SeededBug[] = [
  {
    bug: 'accounts are not locked before entries follow them',
    file: 'src/db/migrations/018-posting.sql',
    find: 'perform 1 from ledger_accounts where id = any(accounts) order by id for update;',
    replace: '',
    caughtBy: database(LEDGER, 'many journals on the same accounts'),
  },
  {
    bug: 'no trigger asks whether a journal balances',
    file: 'src/db/migrations/004-ledger.sql',
    find: 'if total <> 0 or lines < 2 then',
    replace: 'if false then',
    caughtBy: database(LEDGER, 'a journal that does not balance'),
  },
  {
    bug: 'half a cent goes to the even side',
    file: 'src/domain/money.ts',
    find: 'const rounded = (2n * size + divisor) / (2n * divisor)',
    replace:
      'const half = (2n * size) % (2n * divisor) === divisor && (size / divisor) % 2n === 0n ? 0n : divisor\n  const rounded = (2n * size + half) / (2n * divisor)',
    caughtBy: pure('src/domain/money.test.ts', ''),
  },
  {
    bug: 'shares are worked out in floating point',
    file: 'src/domain/money.ts',
    find: 'return cents(Number(product < 0n ? -rounded : rounded))',
    replace: 'return cents(Math.round((amount * numerator) / denominator + Number(rounded - rounded)))',
    caughtBy: pure('src/domain/money.test.ts', ''),
  },
  {
    bug: 'a movement is of the week it was imported in',
    file: 'src/integrations/lisbon-clock.ts',
    find: 'return { instant, week: weekAt(instant), minute',
    replace: 'return { instant, week: weekAt(Temporal.Now.instant()), minute',
    caughtBy: pure('src/integrations/lisbon-clock.test.ts', 'a moment is the one'),
  },
  {
    bug: 'the week of Uber begins an hour early',
    file: 'src/integrations/uber/moments.ts',
    find: 'subtract({ hours: TURNS_AT })',
    replace: 'subtract({ hours: TURNS_AT - 1 })',
    caughtBy: pure('src/integrations/variants.test.ts', ''),
  },
  {
    bug: 'all payments of a bank file have one key',
    file: 'src/features/payments/commands.server.ts',
    find: 'key: `${key}:${settlementId}`,',
    replace: 'key,',
    caughtBy: database('src/features/payments/commands.server.test.ts', 'confirming posts'),
  },
  {
    bug: 'a reversal posts the same again',
    file: 'src/features/ledger/commands.server.ts',
    find: 'amount: -amount_cents }',
    replace: 'amount: amount_cents }',
    caughtBy: database(LEDGER, 'a reversal is the exact negative'),
  },
  {
    bug: 'a carried debt is booked a second time',
    file: 'src/domain/ledger.ts',
    find: `'balance.carried': null,`,
    replace: `'balance.carried': 'suspense',`,
    caughtBy: pure('src/domain/ledger.test.ts', ''),
  },
  {
    bug: "Bolt's gross stands beside Uber's net",
    file: 'src/domain/earning.ts',
    find: `payment: neededMeasure(measures, 'payout'),`,
    replace: `payment: neededMeasure(measures, 'gross'),`,
    caughtBy: pure('src/domain/earning.test.ts', ''),
  },
  {
    bug: 'a toll is of whoever has the car today',
    file: 'src/domain/matching.ts',
    find: 'return intervalAt(intervals, at)?.driverId ?? null',
    replace: 'return (intervalAt(intervals, at) && intervals.at(-1)?.driverId) ?? null',
    caughtBy: pure('src/domain/matching.test.ts', ''),
  },
  {
    bug: 'costs are added to what a fee is taken on',
    file: 'src/domain/settlement-fee.ts',
    find: 'const lessCosts = withoutCosts ? minus(sum([amountOf(energyOf(costs)), tollsBorne])) : ZERO',
    replace: 'const lessCosts = withoutCosts ? sum([amountOf(energyOf(costs)), tollsBorne]) : ZERO',
    caughtBy: pure('src/domain/settlement.test.ts', ''),
  },
  {
    bug: 'an instalment is the whole divided by the weeks that are left',
    file: 'src/domain/plan.ts',
    find: 'return remaining <= last ? remaining : cents(usual)',
    replace: 'return remaining <= last ? remaining : cents(Math.floor(parts / Math.ceil(remaining / usual)))',
    caughtBy: pure('src/domain/plan.test.ts', ''),
  },
]
