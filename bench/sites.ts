import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { type Figure, inOwnFolder, runScript } from './measure.ts'
import { HALF_A_YEAR } from './many-people.ts'
import { processorTime } from './processor.ts'
import { ended, fetchedPacked, freePort, launch, ready, token } from './site.ts'

const DRIVERS = 200
/** Sites at once, people at work, seconds of it, milliseconds that one thinks. */
const SITES = [1, 2, 4]
const PEOPLE = 10
const SECONDS = 20
const THINKS = 250

const PLACES = [
  '/admin',
  '/admin/weekly',
  '/admin/drivers',
  '/admin/contracts',
  '/admin/vehicles',
  '/admin/documents/deadlines',
]

/**
 * Ten people of the office at work in one fleet, served by one, two and four sites of one machine, while somebody writes: how long the slowest
 * twentieth waits, how many pages a second come, and what an opening costs site and database.
 */
export function benchSites(rounds: number): Promise<Figure[]> {
  return inOwnFolder(async (folder) => {
    const admin = token()
    await runScript('bench/lived-world.ts', [String(DRIVERS), String(HALF_A_YEAR), admin], folder)
    const figures: Figure[] = []
    for (const count of SITES) {
      const taken: Taken[] = []
      for (let round = 0; round < rounds; round++) taken.push(await oneRound(folder, admin, count))
      const figure = { bench: 'sites', limit: null, target: null }
      const of = (name: keyof Taken) => taken.map((one) => one[name])
      const sites = `${count} ${count === 1 ? 'site' : 'sites'}`
      figures.push(
        { ...figure, what: `${sites}: half of the pages come within`, unit: 'ms', product: of('half') },
        { ...figure, what: `${sites}: 95 of 100 pages come within`, unit: 'ms', product: of('slow') },
        { ...figure, what: `${sites}: pages`, unit: '/s', product: of('pages') },
        { ...figure, what: `${sites}: an opening`, unit: 'ms processor', product: of('cost') },
      )
    }
    return figures
  })
}

type Taken = { half: number; slow: number; pages: number; cost: number }

async function oneRound(folder: string, admin: string, count: number): Promise<Taken> {
  const sites: { child: ChildProcess; origin: string }[] = []
  for (let at = 0; at < count; at++) sites.push(await begin(folder, count))
  const writer = launch('bench/page-writer.ts', folder)
  const processor = () => sites.slice(1).reduce((sum, { child }) => sum + processorTime(child.pid!, null), 0)
  const all = () => processor() + processorTime(sites[0]!.child.pid!, folder)
  try {
    // Each site has opened each page once, as on any working day.
    for (const { origin } of sites) for (const path of PLACES) await fetchedPacked(origin + path, admin)
    await pause(1_000)
    const [before, waits] = [all(), [] as number[]]
    const until = performance.now() + SECONDS * 1_000
    const person = async (number: number) => {
      for (let turn = number; performance.now() < until; turn++) {
        const begun = performance.now()
        await fetchedPacked(sites[turn % count]!.origin + PLACES[turn % PLACES.length]!, admin)
        waits.push(performance.now() - begun)
        await pause(THINKS)
      }
    }
    await Promise.all(Array.from({ length: PEOPLE }, (_, number) => person(number)))
    const sorted = waits.toSorted((a, b) => a - b)
    const share = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
    return {
      half: share(0.5),
      slow: share(0.95),
      pages: waits.length / SECONDS,
      cost: (all() - before) / waits.length,
    }
  } finally {
    await ended(writer)
    for (const { child } of sites) await ended(child)
  }
}

async function begin(folder: string, count: number): Promise<{ child: ChildProcess; origin: string }> {
  const port = await freePort()
  const settings = { PORT: String(port), SITES: String(count), PUBLIC_URL: 'http://localhost:4000' }
  const child = launch('build/server/index.js', folder, settings)
  await ready(`http://127.0.0.1:${port}/readyz`)
  return { child, origin: `http://127.0.0.1:${port}` }
}
