import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { Markup } from './markup.ts'
import { type Figure, inOwnFolder, median, runScript, seconds } from './measure.ts'
import { idleProcessorTime, perOpening, processorTime, waitUntilIdle } from './processor.ts'
import { ended, fetchPage, fetchPacked, launch, serveSite, token } from './site.ts'

/**
 * Pages of the office and one statement, over HTTP and compressed, after half a year of 200 drivers and in the first
 * week of 10,000: the processor time of site and database together for one opening right after a write, and for
 * information that of bare `renderToString` of the same page. Also how long a reader of a statement waits while
 * somebody opens the most expensive page twenty times at once.
 */
export function benchGenerated(rounds: number): Promise<Figure[]> {
  return after(200, 26, rounds, 100)
}

/** Measures the same pages in the first week of 10,000 drivers. */
export function benchLarge(rounds: number): Promise<Figure[]> {
  return after(10_000, 1, rounds, 1_000)
}

async function after(drivers: number, weeks: number, rounds: number, atMost: number): Promise<Figure[]> {
  return inGeneratedFleet(drivers, weeks, async (fleet) => {
    const figures: Figure[] = []
    const bench = weeks > 1 ? 'generated' : 'large'
    for (const page of pagesOf(fleet)) {
      const { size, bare, anew } = await measureOpening(page, fleet, rounds)
      const named = `${page.what} (${size}), ${drivers.toLocaleString('en')} drivers after ${weeks} weeks`
      const figure = { bench, unit: 'ms processor' }
      figures.push(
        { ...figure, what: `${named}, opened anew`, product: anew, limit: null, target: { atMost } },
        { ...figure, what: `${named}, anew against bare`, product: anew, limit: bare, target: null },
      )
    }
    if (weeks > 1) figures.push(await longestWaitOfReader(fleet))
    return figures
  })
}

/**
 * A site with a number of drivers after a number of weeks. `processor` is the processor time that it and its database
 * have taken so far.
 */
export type Fleet = {
  folder: string
  origin: string
  drivers: number
  weeks: number
  admin: string
  driver: string
  /** The draft of one driver, for the office. */
  statement: string
  processor: () => number
}

export async function inGeneratedFleet<Result>(
  drivers: number,
  weeks: number,
  work: (fleet: Fleet) => Promise<Result>,
): Promise<Result> {
  return inOwnFolder(async (folder) => {
    const [admin, driver] = [token(), token()]
    await runScript('bench/generated-world.ts', [String(drivers), String(weeks), admin, driver], folder)
    const { site, origin } = await serveSite(folder)
    try {
      const week = await fetchPage(`${origin}/admin/weekly/2026-W23`, admin)
      const statement = /\/admin\/weekly\/2026-W23\/[0-9a-f-]{36}/.exec(week)![0]
      const processor = () => processorTime(site.pid!, folder)
      // A site that has just started proves its books: that work must not count for a page.
      await waitUntilIdle(processor)
      return await work({ folder, origin, drivers, weeks, admin, driver, statement, processor })
    } finally {
      await ended(site)
    }
  })
}

export type Page = { what: string; path: string; cookie: string }

export function pagesOf({ admin, driver, statement, weeks }: Fleet): Page[] {
  return [
    { what: '/admin', path: '/admin', cookie: admin },
    { what: '/admin/data', path: '/admin/data', cookie: admin },
    { what: '/admin/weekly', path: '/admin/weekly', cookie: admin },
    { what: 'the week', path: '/admin/weekly/2026-W23', cookie: admin },
    { what: 'a statement, draft', path: statement, cookie: admin },
    ...(weeks > 1 ? [{ what: "the driver's own", path: '/dashboard/payslips/2026-W22', cookie: driver }] : []),
  ]
}

/** Milliseconds of one opening right after a write, and of rendering the bare page. */
export async function measureOpening(
  { path, cookie }: Page,
  { folder, origin, drivers, processor }: Pick<Fleet, 'folder' | 'origin' | 'drivers' | 'processor'>,
  rounds: number,
) {
  const html = await fetchPage(origin + path, cookie)
  const packed = await fetchPacked(origin + path, cookie)
  const size = `${Math.round(html.length / 1024)} KB, ${Math.round(packed.length / 1024)} packed`
  // Start a writer that goes on writing meanwhile, so that no opening is answered from what the site keeps.
  const writer = launch('bench/page-writer.ts', folder)
  await waitUntilIdle(processor)
  const idle = await idleProcessorTime(processor)
  const anew: number[] = []
  const openings = drivers > 1_000 ? 2 : 8
  try {
    for (let round = 0; round < rounds; round++) {
      const start = performance.now()
      const taken = await perOpening(processor, openings, () => fetchPacked(origin + path, cookie))
      const length = (performance.now() - start) / openings
      anew.push(Math.max(0, taken - idle * length))
    }
  } finally {
    await ended(writer)
  }
  return { size, bare: bareTime(html), anew }
}

/**
 * The longest time that a statement keeps its reader waiting while twenty people open the overview at once, less the
 * time it takes alone.
 */
async function longestWaitOfReader({ folder, origin, admin, driver }: Fleet): Promise<Figure> {
  const statement = () => seconds(() => fetchPacked(`${origin}/dashboard/payslips/2026-W22`, driver))
  const writer = launch('bench/page-writer.ts', folder)
  const alone: number[] = []
  const contended: number[] = []
  try {
    for (let count = 0; count < 20; count++) alone.push(await statement())
    const requests = Array.from({ length: 20 }, () => fetchPacked(`${origin}/admin`, admin))
    const open = new Set(requests)
    for (const request of requests) void request.then(() => open.delete(request))
    while (open.size > 0) contended.push(await statement())
    await Promise.all(requests)
  } finally {
    await ended(writer)
  }
  return {
    bench: 'generated',
    what: 'a statement while twenty open the overview at once: the longest wait, less the usual one alone',
    unit: 's',
    product: [Math.max(...contended) - median(alone)],
    limit: null,
    target: { atMost: 0.3 },
  }
}

/** Milliseconds that this process takes to render the bare page. */
function bareTime(html: string): number[] {
  renderToString(createElement(Markup, { html }))
  return Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    renderToString(createElement(Markup, { html }))
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  })
}
