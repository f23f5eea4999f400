import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { end, startPooler, startPostgres, startStandby, urlOf, workshop } from '../slow/servers.ts'
import { HALF_A_YEAR } from './many-people.ts'
import { type Figure, inOwnFolder, runScript } from './measure.ts'
import { familyTime, processorTime } from './processor.ts'
import { ended, fetchPacked, freePort, launch, waitUntilReady, token } from './site.ts'

const DRIVERS = 200
/** The numbers of sites, people at work, seconds of work, and milliseconds that a person thinks between two pages. */
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
  '/admin/kpis',
  '/admin/reports',
]

type Servers = { folder: string; settings: Record<string, string>; writes: Record<string, string>; serving: number[] }

/**
 * Ten people of the office at work in one fleet on Debian's PostgreSQL, served by one, two and four sites of one
 * machine, while somebody writes: the 95th percentile of the wait, pages a second, and the processor time of sites and
 * databases for one opening. In one run with the sites at the database itself, behind PgBouncer, and with a standby
 * that reads.
 */
export function benchSites(rounds: number): Promise<Figure[]> {
  return inOwnFolder(async (folder) => {
    const place = workshop('bench-sites')
    const primary = await startPostgres(place, { max_connections: '200' })
    const owner = { DATABASE_OWNER_URL: urlOf('volante_owner', primary.port) }
    const direct = { ...owner, DATABASE_URL: urlOf('volante_app', primary.port) }
    const admin = token()
    await runScript('bench/simulated-world.ts', [String(DRIVERS), String(HALF_A_YEAR), admin], folder, direct)
    const standby = await startStandby(place, primary, { max_connections: '200' })
    const pooler = await startPooler(place, primary.port)
    const pooled = { ...owner, DATABASE_URL: urlOf('volante_app', pooler.port), DATABASE_STATEMENTS: 'plain' }
    const reading = { ...direct, DATABASE_READ_URL: urlOf('volante_reader', standby.port) }
    const [one, other] = [primary.child().pid!, standby.child().pid!]
    const ways: Record<string, Servers> = {
      'at the database': { folder, settings: direct, writes: direct, serving: [one] },
      'behind PgBouncer': { folder, settings: pooled, writes: direct, serving: [one, pooler.child.pid!] },
      'with a standby': { folder, settings: reading, writes: direct, serving: [one, other] },
    }
    const figures: Figure[] = []
    for (const [way, servers] of Object.entries(ways))
      for (const count of SITES) {
        const taken: RoundFigures[] = []
        for (let round = 0; round < rounds; round++) taken.push(await oneRound(servers, admin, count))
        const figure = { bench: 'sites', limit: null, target: null }
        const of = (name: keyof RoundFigures) => taken.map((round) => round[name])
        const sites = `${count} ${count === 1 ? 'site' : 'sites'} ${way}`
        figures.push(
          { ...figure, what: `${sites}: half of the pages come within`, unit: 'ms', product: of('half') },
          { ...figure, what: `${sites}: 95 of 100 pages come within`, unit: 'ms', product: of('slow') },
          { ...figure, what: `${sites}: pages`, unit: '/s', product: of('pages') },
          { ...figure, what: `${sites}: an opening`, unit: 'ms processor', product: of('cost') },
        )
      }
    await end(pooler.child)
    await end(standby.child(), 'SIGINT')
    await end(primary.child(), 'SIGINT')
    rmSync(place, { recursive: true, force: true })
    return figures
  })
}

type RoundFigures = { half: number; slow: number; pages: number; cost: number }

async function oneRound(
  { folder, settings, writes, serving }: Servers,
  admin: string,
  count: number,
): Promise<RoundFigures> {
  const sites: { child: ChildProcess; origin: string }[] = []
  for (let at = 0; at < count; at++) sites.push(await begin(folder, { ...settings, SITES: String(count) }))
  const writer = launch('bench/page-writer.ts', folder, writes)
  const processor = () =>
    sites.reduce((sum, { child }) => sum + processorTime(child.pid!, null), 0) +
    serving.reduce((sum, pid) => sum + familyTime(pid), 0)
  try {
    // Open each page once at each site first, as on any working day.
    for (const { origin } of sites) for (const path of PLACES) await fetchPacked(origin + path, admin)
    await pause(1_000)
    const [before, waits] = [processor(), [] as number[]]
    const until = performance.now() + SECONDS * 1_000
    const person = async (number: number) => {
      for (let turn = number; performance.now() < until; turn++) {
        const begun = performance.now()
        await fetchPacked(sites[turn % count]!.origin + PLACES[turn % PLACES.length]!, admin)
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
      cost: (processor() - before) / waits.length,
    }
  } finally {
    await ended(writer)
    for (const { child } of sites) await ended(child)
  }
}

async function begin(
  folder: string,
  settings: Record<string, string>,
): Promise<{ child: ChildProcess; origin: string }> {
  const port = await freePort()
  const child = launch('build/server/index.js', folder, {
    ...settings,
    PORT: String(port),
    PUBLIC_URL: 'http://localhost:4000',
  })
  await waitUntilReady(`http://127.0.0.1:${port}/readyz`)
  return { child, origin: `http://127.0.0.1:${port}` }
}
