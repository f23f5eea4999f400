import { type Figure, inOwnFolder, runScript } from './measure.ts'

/** The number of journals that each of the twenty writers posts in a round. */
const EACH = 100

type WriteRate = { perSecond: number; p99: number }
type JournalsRun = { product: WriteRate[]; plain: WriteRate[]; unmoved: WriteRate[]; deadlocks: number; amiss: number }

/**
 * Twenty writers at the same company accounts, through the function that every posting passes, against the same rows
 * written as plain SQL: heads, accounts moved, and entries with the balance they led to. For information also against
 * rows that move no account.
 */
export async function benchJournals(rounds: number): Promise<Figure[]> {
  const { product, plain, unmoved, deadlocks, amiss }: JournalsRun = await inOwnFolder(async (folder) =>
    JSON.parse((await runScript('bench/journals-once.ts', [String(rounds), String(EACH)], folder)).output),
  )
  const bench = 'journals'
  const perSecond = (limit: WriteRate[]) => ({
    bench,
    unit: 'journals/s',
    product: product.map((round) => round.perSecond),
    limit: limit.map((round) => round.perSecond),
  })
  const count = (what: string, value: number): Figure => ({
    bench,
    what,
    unit: '',
    product: [value],
    limit: null,
    target: { atMost: 0 },
  })
  return [
    {
      ...perSecond(plain),
      what: '20 writers on shared accounts, against the same in plain SQL',
      target: { atLeast: 0.7 },
    },
    { ...perSecond(unmoved), what: '20 writers, against rows that move no account', target: null },
    {
      bench,
      what: 'the slowest in a hundred, against the same in plain SQL',
      unit: 'ms',
      product: product.map(({ p99 }) => p99),
      limit: plain.map(({ p99 }) => p99),
      target: null,
    },
    count('deadlocks', deadlocks),
    count('journals, entries and balances amiss', amiss),
  ]
}
