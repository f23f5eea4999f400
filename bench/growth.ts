import { inGeneratedFleet, measureOpening, pagesOf } from './generated.ts'
import type { Figure } from './measure.ts'

/** Five years of the same fleet of 200: the time of a page after five years against half a year. */
export async function benchGrowth(rounds: number): Promise<Figure[]> {
  const half = await after(26, rounds)
  const five = await after(260, rounds)
  return [...five].map(([what, product]): Figure => ({
    bench: 'growth',
    what: `${what} of 200 drivers, opened anew, after 260 weeks against 26`,
    unit: 'ms processor',
    product,
    limit: half.get(what)!,
    target: { atMost: 1.5 },
  }))
}

/** Milliseconds of each page, opened without anything kept, by the name of the page. */
async function after(weeks: number, rounds: number): Promise<Map<string, number[]>> {
  return inGeneratedFleet(200, weeks, async (fleet) => {
    const taken = new Map<string, number[]>()
    for (const page of pagesOf(fleet)) taken.set(page.what, (await measureOpening(page, fleet, rounds)).anew)
    return taken
  })
}
