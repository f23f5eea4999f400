import { type Figure, inOwnFolder, runScript } from './measure.ts'

type Milliseconds = { weekPage: number; weekList: number; statement: number }

/** Five years of the same fleet of 50: what a page takes after five against half a year. */
export async function benchGrowth(): Promise<Figure[]> {
  const [one, half, five] = [await after(1), await after(26), await after(260)]
  const grown = (
    what: string,
    page: keyof Milliseconds,
    weeks: number,
    then: Milliseconds,
    first: Milliseconds,
    atMost: number | null,
  ): Figure => ({
    bench: 'growth',
    what: `${what} after ${weeks} weeks`,
    unit: 'ms',
    product: [then[page]],
    limit: [first[page]],
    target: atMost === null ? null : { atMost },
  })
  return [
    // A first week has no weeks before it to be told apart from: for information.
    grown('data of the week page, against 1 week', 'weekPage', 26, half, one, null),
    grown('data of the week page, against 26 weeks', 'weekPage', 260, five, half, 1.5),
    grown('data of the list of weeks, against 26 weeks', 'weekList', 260, five, half, 1.5),
    grown('data of a statement, against 26 weeks', 'statement', 260, five, half, 1.5),
  ]
}

async function after(weeks: number): Promise<Milliseconds> {
  return inOwnFolder(async (folder) =>
    JSON.parse((await runScript('bench/growth-once.ts', ['50', String(weeks)], folder)).output),
  )
}
