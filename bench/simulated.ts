import { measureOpening } from './generated.ts'
import { type Figure, inOwnFolder, runScript } from './measure.ts'
import { HALF_A_YEAR } from './many-people.ts'
import { processorTime, waitUntilIdle } from './processor.ts'
import { ended, serveSite, token } from './site.ts'

const DRIVERS = 200

/**
 * A search for a word, and for the word with a slip, which needs a second search; `DEARER` is how many times more the
 * slip may cost.
 */
const [WRITTEN, SLIPPED] = ['/admin/search?q=silva', '/admin/search?q=silav']
const DEARER = 2

const PLACES = [
  ...[
    '/admin',
    '/admin/weekly',
    '/admin/drivers',
    '/admin/contracts',
    '/admin/recruitment',
    '/admin/vehicles/calendar',
  ],
  ...['/admin/vehicles/fines', '/admin/documents/deadlines', '/admin/documents/kinds', '/admin/bank', '/admin/goals'],
  ...[WRITTEN, SLIPPED, '/admin/search?q=multa+zx'],
  ...['/admin/commissions', '/admin/accounting', '/admin/weekly/disputes', '/admin/data', '/admin/account'],
]

/**
 * The lists of the office in the demonstration at the size of a real fleet, with contracts, hand-overs, fines,
 * candidates and all that half a year leaves: processor time of one opening right after a write, and for information
 * against bare `renderToString` of the same page.
 */
export function benchSimulated(rounds: number): Promise<Figure[]> {
  return inOwnFolder(async (folder) => {
    const admin = token()
    await runScript('bench/simulated-world.ts', [String(DRIVERS), String(HALF_A_YEAR), admin], folder)
    const { site, origin } = await serveSite(folder)
    const figures: Figure[] = []
    const taken = new Map<string, number[]>()
    try {
      const processor = () => processorTime(site.pid!, folder)
      await waitUntilIdle(processor)
      for (const path of PLACES) {
        const page = { what: path, path, cookie: admin }
        const { size, bare, anew } = await measureOpening(page, { folder, origin, drivers: DRIVERS, processor }, rounds)
        taken.set(path, anew)
        const figure = { bench: 'simulated', unit: 'ms processor', product: anew }
        figures.push(
          { ...figure, what: `${path} (${size}), opened anew`, limit: null, target: { atMost: 100 } },
          { ...figure, what: `${path}, anew against bare`, limit: bare, target: null },
        )
      }
      figures.push({
        bench: 'simulated',
        what: `${SLIPPED} against ${WRITTEN}`,
        unit: 'ms processor',
        product: taken.get(SLIPPED) ?? [],
        limit: taken.get(WRITTEN) ?? [],
        target: { atMost: DEARER },
      })
    } finally {
      await ended(site)
    }
    return figures
  })
}
